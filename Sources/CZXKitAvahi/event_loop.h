// An event loop over poll(2) that Avahi's client library runs on: an implementation of its AvahiPoll.
//
// Not Avahi's own avahi_simple_poll: that one's wake pipe is inherited by programs the process starts (it is made by
// pipe() without O_CLOEXEC, and its writing end can't be reached to change that), and its timeouts are compared with the
// wall clock, so that they stall when the clock is set back. avahi_threaded_poll keeps its lock in blocking D-Bus calls.
//
// Everything but zxavahi_loop_wake belongs to the thread that runs the loop.

#ifndef ZXAVAHI_EVENT_LOOP_H
#define ZXAVAHI_EVENT_LOOP_H

#include <avahi-common/watch.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>

/// A point in time that never comes.
#define ZXAVAHI_NEVER INT64_MAX

typedef struct {
    /// What Avahi is given; its userdata is this loop.
    AvahiPoll api;
    int wake_descriptor;
    AvahiWatch *watches;
    size_t watch_count;
    AvahiTimeout *timeouts;
    /// What poll(2) is given: the wake descriptor, then the watches. Always large enough for all of them.
    struct pollfd *slots;
    size_t slot_capacity;
} zxavahi_loop;

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t zxavahi_now(void);

/// 0, or -1 with `errno`.
int zxavahi_loop_open(zxavahi_loop *loop);

void zxavahi_loop_close(zxavahi_loop *loop);

/// Waits for a watched descriptor, a timeout, a wake or the deadline, whichever is first, and calls what is due.
void zxavahi_loop_turn(zxavahi_loop *loop, int64_t deadline);

/// Makes the turn that runs, or the next one, return. From any thread.
void zxavahi_loop_wake(zxavahi_loop *loop);

#endif
