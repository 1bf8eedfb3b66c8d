// Connections that only read and count, as all viewers of the fan-out benchmarks do.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace viewers {

[[noreturn]] inline void fail(const char* what) {
    std::perror(what);
    std::exit(1);
}

// As many descriptors as the machine lets a process have.
inline void allow_many_descriptors() {
    rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

inline sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(std::uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

inline int connect_to(int port) {
    const auto address = loopback(port);
    // A server that has just been started may not listen yet.
    for (int attempt = 0; attempt < 500; ++attempt) {
        const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (descriptor < 0) fail("socket");
        if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return descriptor;
        close(descriptor);
        usleep(10'000);
    }
    fail("connect");
}

inline void send_all(int descriptor, const char* bytes, size_t count) {
    while (count > 0) {
        const auto sent = send(descriptor, bytes, count, MSG_NOSIGNAL);
        if (sent < 0) fail("send");
        bytes += sent;
        count -= size_t(sent);
    }
}

inline void send_all(int descriptor, const std::string& text) {
    send_all(descriptor, text.data(), text.size());
}

}  // namespace viewers
