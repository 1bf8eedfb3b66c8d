// What Swift can't say for itself: headers that the Glibc module leaves out, functions that need _GNU_SOURCE, and
// thread-local variables.
#pragma once

#include "CZXKitFork.h"
#include "CZXKitLastWords.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

/// `accept4` (2).
int zxkit_accept4(int listener, struct sockaddr *address, socklen_t *size, int flags);

/// `gettid` (2): the kernel's id of the calling thread.
pid_t zxkit_thread_id(void);

/// `pthread_setname_np` (3) for the calling thread; the name is cut to the kernel's 15 bytes.
void zxkit_name_this_thread(const char *name);

/// Puts the calling thread under SCHED_BATCH (sched (7)), if the system allows it.
void zxkit_run_as_batch(void);

/// "ECONNREFUSED" for ECONNREFUSED; null for an unknown number. The text is static.
const char *zxkit_error_name(int number);

/// "Connection refused" for ECONNREFUSED; null for an unknown number. The text is static and in English.
const char *zxkit_error_text(int number);

/// Has `ended(producer)` called when the calling thread ends; an errno, or 0. `ended` must be the same in every call: the
/// key of pthread_key_create (3) that stands behind it is made once.
int zxkit_tell_end_of_producer(void *producer, void (*ended)(void *));

/// Bytes sent on a TCP socket that its peer's kernel has not acknowledged (SIOCOUTQ, tcp(7)); -1 and errno on error.
int zxkit_unacknowledged_bytes(int socket);

/// Which process and user are at the other end of a Unix-domain socket (SO_PEERCRED, unix(7)); -1 and errno on error.
int zxkit_peer_process(int socket, int32_t *process, uint32_t *user);

// The initial-exec model makes an access one instruction instead of a call to __tls_get_addr. It costs room in the static
// TLS block, of which the C library keeps some for libraries loaded later: so there are two words, and no more.
#define ZXKIT_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

extern ZXKIT_THREAD_LOCAL uintptr_t zxkit_sink_origin_word;
extern ZXKIT_THREAD_LOCAL uintptr_t zxkit_producer_word;

static inline uintptr_t zxkit_sink_origin(void) { return zxkit_sink_origin_word; }
static inline void zxkit_set_sink_origin(uintptr_t word) { zxkit_sink_origin_word = word; }
static inline uintptr_t zxkit_producer(void) { return zxkit_producer_word; }
static inline void zxkit_set_producer(uintptr_t word) { zxkit_producer_word = word; }

// MARK: Ticks

/// Whether `zxkit_ticks` reads the processor's counter; set once, before the first reading.
extern bool zxkit_reads_counter;

/// Decides what `zxkit_ticks` reads. May be called any number of times, from any thread.
void zxkit_prepare_ticks(void);

#if defined(__x86_64__)
static inline uint64_t zxkit_counter(void) { return __builtin_ia32_rdtsc(); }
#elif defined(__aarch64__)
static inline uint64_t zxkit_counter(void) {
    uint64_t count;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
}
#else
static inline uint64_t zxkit_counter(void) { return 0; }
#endif

/// The processor's counter, or nanoseconds of CLOCK_MONOTONIC where that can't be relied on.
static inline uint64_t zxkit_ticks(void) {
    if (zxkit_reads_counter) return zxkit_counter();
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// MARK: Caches

/// Begins to fetch the lines of the cache around two addresses, to be written to soon.
static inline void zxkit_prefetch_for_writing(const void *first, const void *second) {
    __builtin_prefetch(first, 1, 3);
    __builtin_prefetch(second, 1, 3);
}

// MARK: Barriers

/// Whether `zxkit_heavy_barrier` doesn't work, so that the light one has to be a full fence; set once.
extern bool zxkit_light_barrier_is_fence;

/// Decides how the barriers work. May be called any number of times, from any thread.
void zxkit_prepare_barriers(void);

/// One side of a pair: orders a store before a load, together with the heavy barrier on the other side. It costs nothing
/// where the kernel can interrupt all threads of the process for the other side (membarrier (2)).
static inline void zxkit_light_barrier(void) {
    __asm__ volatile("" ::: "memory");
    if (zxkit_light_barrier_is_fence) __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// The other side of a pair: a full fence here and, in effect, in every thread of the process.
void zxkit_heavy_barrier(void);
