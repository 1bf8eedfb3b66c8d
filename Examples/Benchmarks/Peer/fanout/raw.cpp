// The limit: writes a prepared block to each of its viewers, again and again, and nothing else. Prints its port, and when it
// began:
//
//     raw VIEWERS RECORDS LENGTH
//
// LENGTH is that of a record's frame. A line on standard input begins.
#include <sys/epoll.h>

#include <vector>

#include "../measure.hpp"
#include "viewers.hpp"

namespace {

struct Viewer {
    int descriptor;
    size_t sent = 0;
};

// As many frames as fit into what our broadcast offers at once.
std::vector<char> block(size_t length) {
    std::vector<char> block(256 * 1'024 / length * length, 'x');
    const auto rest = length - 4;
    for (size_t start = 0; start < block.size(); start += length) {
        const char head[] = {char(rest >> 24), char(rest >> 16), char(rest >> 8), char(rest), char(0x8C), 1};
        std::memcpy(block.data() + start, head, sizeof head);
    }
    return block;
}

int listener(int* port) {
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = viewers::loopback(0);
    socklen_t size = sizeof address;
    if (bind(descriptor, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(descriptor, 128) != 0 ||
        getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        viewers::fail("listen");
    }
    *port = ntohs(address.sin_port);
    return descriptor;
}

// Answers as our broadcast does: with an item of kind hello.
int accept_viewer(int listening) {
    const int descriptor = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) viewers::fail("accept");
    const int size = 512 * 1'024;
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    const char hello[] = {0, 0, 0, 3, char(0x82), 0, char(0xA0)};
    viewers::send_all(descriptor, hello, sizeof hello);
    return descriptor;
}

void run(long count, size_t records, size_t length) {
    int port = 0;
    const int listening = listener(&port);
    measure::report("port", port);
    std::fflush(stdout);
    const int poller = epoll_create1(EPOLL_CLOEXEC);
    std::vector<Viewer> all;
    for (long number = 0; number < count; ++number) all.push_back({accept_viewer(listening)});
    const auto bytes = block(length);
    const auto total = records * length;
    std::getchar();
    measure::report("start", double(measure::now()));
    std::fflush(stdout);
    for (size_t number = 0; number < all.size(); ++number) {
        epoll_event event{};
        event.events = EPOLLOUT;
        event.data.u64 = number;
        epoll_ctl(poller, EPOLL_CTL_ADD, all[number].descriptor, &event);
    }
    auto left = all.size();
    while (left > 0) {
        epoll_event events[256];
        const int ready = epoll_wait(poller, events, 256, -1);
        for (int index = 0; index < ready; ++index) {
            auto& viewer = all[size_t(events[index].data.u64)];
            const auto offset = viewer.sent % bytes.size();
            const auto rest = std::min(bytes.size() - offset, total - viewer.sent);
            const auto sent = send(viewer.descriptor, bytes.data() + offset, rest, MSG_NOSIGNAL);
            if (sent < 0) viewers::fail("send");
            viewer.sent += size_t(sent);
            if (viewer.sent == total) {
                epoll_ctl(poller, EPOLL_CTL_DEL, viewer.descriptor, nullptr);
                --left;
            }
        }
    }
    while (std::getchar() != EOF) {
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fputs("usage: raw VIEWERS RECORDS LENGTH\n", stderr);
        return 2;
    }
    measure::bound_lifetime();
    viewers::allow_many_descriptors();
    run(std::strtol(arguments[1], nullptr, 10), size_t(std::strtol(arguments[2], nullptr, 10)),
        size_t(std::strtol(arguments[3], nullptr, 10)));
    return 0;
}
