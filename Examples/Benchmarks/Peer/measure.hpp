// Clock, statistics and report, as our side has them in BenchmarkSupport.
#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace measure {

inline std::int64_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

inline void pause(std::int64_t nanoseconds) {
    const timespec time{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
}

inline void pause_until(std::int64_t moment) {
    const timespec time{moment / 1'000'000'000, moment % 1'000'000'000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// Tells the optimiser that the value is used and that memory may have changed.
inline void keep(std::uint64_t value) {
    __asm__ volatile("" : : "r"(value) : "memory");
}

// The same text, which the optimiser knows nothing about any more.
inline const char* hidden(const char* text) {
    __asm__ volatile("" : "+r"(text));
    return text;
}

// Ends this process with the one that started it, and in any case after 15 minutes.
inline void bound_lifetime() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(15 * 60);
}

// The form in which a measuring process reports to the one that compares.
inline void report(const char* name, double value) {
    std::printf("%s %.9g\n", name, value);
}

// How many records the file must have in the end.
inline void report_records(long count) {
    report("records", double(count));
}

}  // namespace measure
