// spdlog's loggers, set up as a server would: usable from several threads, one line of text per record with time,
// label, level and source.
#pragma once

// All levels are compiled in, so that a disabled call is one that is disabled at run time, as in ours.
#define SPDLOG_ACTIVE_LEVEL SPDLOG_LEVEL_TRACE

#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

namespace log_file {

using Logger = std::shared_ptr<spdlog::logger>;

inline Logger prepared(Logger logger) {
    logger->set_pattern("[%Y-%m-%d %H:%M:%S.%e] [%n] [%l] [%s:%#] %v");
    logger->set_level(spdlog::level::info);
    return logger;
}

inline Logger synchronous(const std::string& path) {
    return prepared(spdlog::basic_logger_mt("bench.worker", path));
}

// The queue's length and number of threads are spdlog's defaults; `block` loses nothing.
inline Logger asynchronous(const std::string& path) {
    spdlog::init_thread_pool(8'192, 1);
    return prepared(spdlog::basic_logger_mt<spdlog::async_factory>("bench.worker", path));
}

// Waits until all is written, and closes the file.
inline void finish(Logger& logger) {
    logger->flush();
    logger.reset();
    spdlog::shutdown();
}

}  // namespace log_file

#define LOG_REQUEST(logger, number, status) \
    SPDLOG_LOGGER_INFO(logger, "request {} handled by worker {} status {}", number, 7, status)
#define LOG_REQUEST_DISABLED(logger, number, status) \
    SPDLOG_LOGGER_DEBUG(logger, "request {} handled by worker {} status {}", number, 7, status)
