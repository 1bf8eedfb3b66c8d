#define _GNU_SOURCE
#include "CZXKitLastWords.h"
#include "CZXKitFork.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { slot_count = 64, pipe_patience_ms = 1000, most_yields = 10000 };

typedef struct {
    // 0: the slot is free; else the descriptor and 1.
    _Atomic int occupant;
    // These two belong to whoever holds the fork lock.
    uint64_t file;
    uint32_t generation;
} slot;

static slot slots[slot_count];
// How many calls read the slots now.
static _Atomic int readers;

// ---- the table

// A call that has read the old occupant may be about to write to it, so the descriptor isn't closed at once. But a signal
// handler may have stopped this very thread's peer for ever, so the wait has an end.
static void wait_for_readers(void) {
    for (int yields = 0; atomic_load(&readers) != 0 && yields < most_yields; yields++) sched_yield();
}

static slot *inherited(uint64_t file) {
    for (size_t index = 0; index < slot_count; index++) {
        slot *candidate = &slots[index];
        bool is_inherited = candidate->generation != zxkit_fork_generation();
        if (atomic_load(&candidate->occupant) != 0 && candidate->file == file && is_inherited) return candidate;
    }
    return NULL;
}

static slot *occupied_by(int occupant) {
    for (size_t index = 0; index < slot_count; index++) {
        if (atomic_load(&slots[index].occupant) == occupant) return &slots[index];
    }
    return NULL;
}

// Returns what stood there.
static int occupy(slot *slot, int descriptor, uint64_t file) {
    slot->file = file;
    slot->generation = zxkit_fork_generation();
    return atomic_exchange(&slot->occupant, descriptor + 1);
}

void zxkit_last_words_add(int descriptor, uint64_t file) {
    zxkit_fork_lock();
    slot *own = inherited(file);
    if (own == NULL) own = occupied_by(0);
    int before = own != NULL ? occupy(own, descriptor, file) : 0;
    zxkit_fork_unlock();
    if (before == 0) return;
    wait_for_readers();
    close(before - 1);
}

void zxkit_last_words_remove(int descriptor) {
    zxkit_fork_lock();
    slot *own = occupied_by(descriptor + 1);
    if (own != NULL) atomic_store(&own->occupant, 0);
    zxkit_fork_unlock();
    wait_for_readers();
}

// ---- the line

static bool is_writable(int descriptor) {
    struct pollfd slot = {.fd = descriptor, .events = POLLOUT};
    return poll(&slot, 1, pipe_patience_ms) > 0;
}

// One call, so that in a file opened for appending nothing of others comes between. It is not on the list of signal-safety
// (7), which knows write alone, but on Linux both are system calls and nothing more.
static void write_line(int descriptor, const char *text, size_t length) {
    struct iovec rest[2] = {{.iov_base = (void *)text, .iov_len = length}, {.iov_base = "\n", .iov_len = 1}};
    while (rest[0].iov_len + rest[1].iov_len > 0 && is_writable(descriptor)) {
        ssize_t written = writev(descriptor, rest, 2);
        if (written < 0 && errno != EINTR) return;
        for (int part = 0; part < 2 && written > 0; part++) {
            size_t taken = (size_t)written < rest[part].iov_len ? (size_t)written : rest[part].iov_len;
            rest[part].iov_base = (char *)rest[part].iov_base + taken;
            rest[part].iov_len -= taken;
            written -= (ssize_t)taken;
        }
    }
}

static void write_everywhere(const char *text, size_t length) {
    atomic_fetch_add(&readers, 1);
    for (size_t index = 0; index < slot_count; index++) {
        int occupant = atomic_load(&slots[index].occupant);
        if (occupant != 0) write_line(occupant - 1, text, length);
    }
    atomic_fetch_sub(&readers, 1);
    write_line(STDERR_FILENO, text, length);
}

// A closed pipe must not turn the crash that is being handled into another: a SIGPIPE of our own is taken back.
void zxkit_last_words_write(const char *text, size_t length) {
    int kept_errno = errno;
    sigset_t broken_pipe, before, pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
    write_everywhere(text, length);
    if (sigismember(&pending, SIGPIPE) == 0) {
        struct timespec none = {0};
        while (sigtimedwait(&broken_pipe, NULL, &none) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = kept_errno;
}
