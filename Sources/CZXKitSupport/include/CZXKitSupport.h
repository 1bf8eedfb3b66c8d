// What Swift can't say for itself: headers that the Glibc module leaves out, functions that need _GNU_SOURCE, and
// thread-local variables.
#pragma once

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/types.h>

/// `accept4` (2).
int zxkit_accept4(int listener, struct sockaddr *address, socklen_t *size, int flags);

/// `gettid` (2): the kernel's id of the calling thread.
pid_t zxkit_thread_id(void);

/// `pthread_setname_np` (3) for the calling thread; the name is cut to the kernel's 15 bytes.
void zxkit_name_this_thread(const char *name);

/// "ECONNREFUSED" for ECONNREFUSED; null for an unknown number. The text is static.
const char *zxkit_error_name(int number);

/// "Connection refused" for ECONNREFUSED; null for an unknown number. The text is static and in English.
const char *zxkit_error_text(int number);

/// Has `ended(producer)` called when the calling thread ends; an errno, or 0. `ended` must be the same in every call: the
/// key of pthread_key_create (3) that stands behind it is made once.
int zxkit_tell_end_of_producer(void *producer, void (*ended)(void *));

/// Bytes sent on a TCP socket that its peer's kernel has not acknowledged (SIOCOUTQ, tcp(7)); -1 and errno on error.
int zxkit_unacknowledged_bytes(int socket);

// The initial-exec model makes an access one instruction instead of a call to __tls_get_addr. It costs room in the static
// TLS block, of which the C library keeps some for libraries loaded later: so there are two words, and no more.
#define ZXKIT_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

extern ZXKIT_THREAD_LOCAL uintptr_t zxkit_sink_origin_word;
extern ZXKIT_THREAD_LOCAL uintptr_t zxkit_producer_word;

static inline uintptr_t zxkit_sink_origin(void) { return zxkit_sink_origin_word; }
static inline void zxkit_set_sink_origin(uintptr_t word) { zxkit_sink_origin_word = word; }
static inline uintptr_t zxkit_producer(void) { return zxkit_producer_word; }
static inline void zxkit_set_producer(uintptr_t word) { zxkit_producer_word = word; }
