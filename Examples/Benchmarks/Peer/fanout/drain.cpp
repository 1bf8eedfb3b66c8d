// Viewers that read and count, and print lines of a name and a number:
//
//     drain FORM PORT VIEWERS RECORDS GREETING
//
// FORM is how the stream is counted: cbor, json or nats. Each viewer sends GREETING, in which \n stands for a line end. When
// all have been answered, `ready 1` is printed; when all have so many records, the moment, and it ends.
#include <sys/epoll.h>

#include <vector>

#include "../measure.hpp"
#include "counter.hpp"
#include "viewers.hpp"

namespace {

std::string with_line_ends(std::string text) {
    for (size_t place; (place = text.find("\\n")) != std::string::npos;) {
        text.replace(place, 2, "\r\n");
    }
    return text;
}

template <typename Counter>
class Drain {
public:
    Drain(int port, long count, const std::string& greeting) : counters(size_t(count)), buffer(1'024 * 1'024) {
        poller = epoll_create1(EPOLL_CLOEXEC);
        for (long number = 0; number < count; ++number) {
            const int descriptor = viewers::connect_to(port);
            viewers::send_all(descriptor, greeting);
            descriptors.push_back(descriptor);
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u64 = std::uint64_t(number);
            if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) != 0) viewers::fail("epoll_ctl");
            // One after the other, as a crowd at once would be turned away.
            while (counters[size_t(number)].counts.greetings == 0) turn();
        }
    }

    // Reads until every viewer has so many records.
    void run(long records) {
        const auto is_done = [&](const Counter& counter) { return counter.counts.records >= records; };
        while (!std::all_of(counters.begin(), counters.end(), is_done)) turn();
    }

    long most_records() const {
        return std::max_element(counters.begin(), counters.end(), [](auto& left, auto& right) {
                   return left.counts.records < right.counts.records;
               })->counts.records;
    }

    // About how long a record is in the stream.
    double bytes_per_record() const {
        const auto& counts = counters.front().counts;
        return double(counts.bytes) / double(std::max(1L, counts.records));
    }

    long gaps() const {
        long gaps = 0;
        for (auto& counter : counters) gaps += counter.counts.gaps;
        return gaps;
    }

private:
    int poller;
    std::vector<int> descriptors;
    std::vector<Counter> counters;
    std::vector<char> buffer;

    void turn() {
        epoll_event events[256];
        const int count = epoll_wait(poller, events, 256, -1);
        for (int index = 0; index < count; ++index) {
            const auto number = size_t(events[index].data.u64);
            const auto got = read(descriptors[number], buffer.data(), buffer.size());
            if (got <= 0) {
                std::fprintf(stderr, "drain: viewer %zu was cut off\n", number);
                std::exit(1);
            }
            counters[number].counts.bytes += got;
            counters[number].take(buffer.data(), size_t(got));
        }
    }
};

template <typename Counter>
void drain(char** arguments) {
    const long records = std::strtol(arguments[4], nullptr, 10);
    Drain<Counter> drain(
        std::atoi(arguments[2]), std::strtol(arguments[3], nullptr, 10), with_line_ends(arguments[5]));
    measure::report("ready", 1);
    std::fflush(stdout);
    drain.run(records);
    measure::report("end", double(measure::now()));
    measure::report("records", double(drain.most_records()));
    measure::report("gaps", double(drain.gaps()));
    measure::report("bytes_per_record", drain.bytes_per_record());
}

}  // namespace

int main(int count, char** arguments) {
    const std::string form = count == 6 ? arguments[1] : "";
    measure::bound_lifetime();
    viewers::allow_many_descriptors();
    if (form == "cbor") {
        drain<counter::Frames>(arguments);
    } else if (form == "json") {
        drain<counter::Lines>(arguments);
    } else if (form == "nats") {
        drain<counter::Messages>(arguments);
    } else {
        std::fputs("usage: drain cbor|json|nats PORT VIEWERS RECORDS GREETING\n", stderr);
        return 2;
    }
    return 0;
}
