// Counts records in streams, however they are cut into reads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace counter {

struct Counts {
    long records = 0;
    long gaps = 0;
    // What says that the stream has begun.
    long greetings = 0;
    // All that came.
    long bytes = 0;
};

// Frames of a length in four bytes and a CBOR array that begins with the item's kind.
struct Frames {
    Counts counts;

    void take(const char* bytes, size_t count) {
        while (count > 0) {
            if (left > 0) {
                const auto skipped = std::min(left, count);
                bytes += skipped, count -= skipped, left -= skipped;
                continue;
            }
            const auto taken = std::min(sizeof head - filled, count);
            std::memcpy(head + filled, bytes, taken);
            filled += taken, bytes += taken, count -= taken;
            if (filled < sizeof head) return;
            begin_frame();
        }
    }

private:
    unsigned char head[6];
    size_t filled = 0;
    size_t left = 0;

    void begin_frame() {
        const auto length = size_t(head[0]) << 24 | size_t(head[1]) << 16 | size_t(head[2]) << 8 | size_t(head[3]);
        if (length < 2) std::abort();
        left = length - 2;
        filled = 0;
        counts.greetings += head[5] == 0;
        counts.records += head[5] == 1;
        counts.gaps += head[5] == 2;
    }
};

// Lines of JSON, which begin with the item's kind.
struct Lines {
    Counts counts;

    void take(const char* bytes, size_t count) {
        const char* const end = bytes + count;
        while (bytes < end) {
            // {"kind":"record"
            if (column <= kind_column && column + size_t(end - bytes) > kind_column) {
                note(bytes[kind_column - column]);
            }
            const auto* feed = static_cast<const char*>(std::memchr(bytes, '\n', size_t(end - bytes)));
            if (feed == nullptr) {
                column += size_t(end - bytes);
                return;
            }
            column = 0;
            bytes = feed + 1;
        }
    }

private:
    static constexpr size_t kind_column = 9;
    size_t column = 0;

    // Counted at its beginning; what is measured ends with the last byte, which is at most one line later.
    void note(char kind) {
        counts.records += kind == 'r';
        counts.gaps += kind == 'g';
        counts.greetings += kind == 'h' && counts.greetings == 0;
    }
};

// What a NATS server sends: `MSG subject id length`, a payload, and other lines.
struct Messages {
    Counts counts;

    void take(const char* bytes, size_t count) {
        while (count > 0) {
            if (left > 0) {
                const auto skipped = std::min(left, count);
                bytes += skipped, count -= skipped, left -= skipped;
                if (left == 0) ++counts.records;
                continue;
            }
            const auto* feed = static_cast<const char*>(std::memchr(bytes, '\n', count));
            const auto taken = feed == nullptr ? count : size_t(feed - bytes) + 1;
            const auto kept = std::min(taken, sizeof line - 1 - filled);
            std::memcpy(line + filled, bytes, kept);
            filled += kept, bytes += taken, count -= taken;
            if (feed != nullptr) end_line();
        }
    }

private:
    char line[256];
    size_t filled = 0;
    size_t left = 0;

    void end_line() {
        line[filled] = 0;
        if (std::memcmp(line, "MSG ", 4) == 0) {
            left = size_t(std::strtol(std::strrchr(line, ' '), nullptr, 10)) + 2;
        } else if (std::memcmp(line, "PONG", 4) == 0) {
            ++counts.greetings;
        } else if (std::memcmp(line, "-ERR", 4) == 0) {
            ++counts.gaps;
        }
        filled = 0;
    }
};

}  // namespace counter
