// Measures spdlog once, for one benchmark, and prints lines of a name and a number:
//
//     spdlog BENCHMARK COUNT PATH
//
// COUNT is in the benchmark's own unit (calls, bursts, records). PATH is the file that the records go to; who runs this
// counts what arrived there.
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <thread>

#include "log.hpp"
#include "../measure.hpp"

namespace {

using measure::now;

// Hidden from the optimiser, so that no message can be made at compile time.
const std::string status_text = measure::hidden("accepted");

void disabled_call(long calls, const std::string& path) {
    auto logger = log_file::synchronous(path);
    const auto start = now();
    for (long number = 0; number < calls; ++number) {
        LOG_REQUEST_DISABLED(logger, number, status_text);
        measure::keep(number);
    }
    measure::report_records(0);
    measure::report("cost", double(now() - start) / double(calls));
    log_file::finish(logger);
}

void enabled_call(long bursts, const std::string& path) {
    constexpr long length = 2'000;
    auto logger = log_file::asynchronous(path);
    std::vector<double> costs;
    for (long burst = 0; burst < bursts; ++burst) {
        const auto start = now();
        for (long number = 0; number < length; ++number) {
            LOG_REQUEST(logger, burst * length + number, status_text);
        }
        costs.push_back(double(now() - start) / double(length));
        measure::pause(10'000'000);
    }
    measure::report_records(bursts * length);
    measure::report("cost", measure::median(costs));
    log_file::finish(logger);
}

void paced_call(long calls, const std::string& path) {
    auto logger = log_file::asynchronous(path);
    std::vector<double> costs;
    auto due = now();
    for (long number = 0; number < calls; ++number) {
        due += 1'000'000;
        measure::pause_until(due);
        const auto start = now();
        LOG_REQUEST(logger, number, status_text);
        costs.push_back(double(now() - start));
    }
    measure::report_records(calls);
    measure::report("cost", measure::median(costs));
    log_file::finish(logger);
}

void throughput(long threads, long records, const std::string& path) {
    auto logger = log_file::synchronous(path);
    std::vector<std::thread> workers;
    const auto start = now();
    for (long worker = 0; worker < threads; ++worker) {
        workers.emplace_back([&logger, records, threads] {
            for (long number = 0; number < records / threads; ++number) {
                LOG_REQUEST(logger, number, status_text);
            }
        });
    }
    for (auto& worker : workers) {
        worker.join();
    }
    log_file::finish(logger);
    measure::report_records(records / threads * threads);
    measure::report("rate", double(records) * 1e9 / double(now() - start));
}

// Logs a little, says so, and then does nothing until its input ends.
void idle(long records, const std::string& path) {
    auto logger = log_file::asynchronous(path);
    for (long number = 0; number < records; ++number) {
        LOG_REQUEST(logger, number, status_text);
    }
    logger->flush();
    measure::report_records(records);
    measure::report("ready", 1);
    std::fflush(stdout);
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    log_file::finish(logger);
}

const std::map<std::string, std::function<void(long, const std::string&)>> benchmarks{
    {"call.disabled", disabled_call},
    {"call.enabled", enabled_call},
    {"call.paced", paced_call},
    {"file.throughput", [](long records, const std::string& path) { throughput(1, records, path); }},
    {"file.throughput.4threads", [](long records, const std::string& path) { throughput(4, records, path); }},
    {"idle.wakeups", idle},
};

}  // namespace

int main(int count, char** arguments) {
    const auto found = count == 4 ? benchmarks.find(arguments[1]) : benchmarks.end();
    if (found == benchmarks.end()) {
        std::fputs("usage: spdlog BENCHMARK COUNT PATH\n", stderr);
        return 2;
    }
    measure::bound_lifetime();
    found->second(std::strtol(arguments[2], nullptr, 10), arguments[3]);
    return 0;
}
