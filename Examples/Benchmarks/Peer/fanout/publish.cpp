// Publishes messages to a NATS server, buffered as its own clients do, and prints when it began:
//
//     publish PORT RECORDS HALF
//
// With HALF 1, every other message goes to another subject, as only one viewer wants it. A line on standard input begins.
#include <vector>

#include "../measure.hpp"
#include "viewers.hpp"

namespace {

// The buffer of the official clients.
constexpr size_t buffer_size = 32 * 1'024;

const std::string filler = measure::hidden(
    "status accepted by the payment service of the other region, and shipped today");

void publish(int port, long records, bool is_half) {
    const int descriptor = viewers::connect_to(port);
    viewers::send_all(descriptor, "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n");
    std::getchar();
    measure::report("start", double(measure::now()));
    std::vector<char> buffer;
    buffer.reserve(2 * buffer_size);
    char message[256];
    char head[64];
    for (long number = 0; number < records; ++number) {
        const int length = std::snprintf(
            message, sizeof message, "request %ld handled by worker %d with %s", number, 7, filler.c_str());
        const char* subject = is_half && number % 2 == 1 ? "debug" : "info";
        const int head_length = std::snprintf(head, sizeof head, "PUB %s %d\r\n", subject, length);
        buffer.insert(buffer.end(), head, head + head_length);
        buffer.insert(buffer.end(), message, message + length);
        buffer.insert(buffer.end(), {'\r', '\n'});
        if (buffer.size() >= buffer_size) {
            viewers::send_all(descriptor, buffer.data(), buffer.size());
            buffer.clear();
        }
    }
    viewers::send_all(descriptor, buffer.data(), buffer.size());
    // Until the server has taken everything, the connection must stay.
    viewers::send_all(descriptor, "PING\r\n");
    while (std::getchar() != EOF) {
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fputs("usage: publish PORT RECORDS HALF\n", stderr);
        return 2;
    }
    measure::bound_lifetime();
    publish(std::atoi(arguments[1]), std::strtol(arguments[2], nullptr, 10), arguments[3][0] == '1');
    return 0;
}
