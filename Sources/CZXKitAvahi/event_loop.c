#include "event_loop.h"

#include <CZXKitFork.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

// Freed watches and timeouts stay in their lists until the turn ends: Avahi frees them from inside callbacks, in the
// middle of a walk over the list.
struct AvahiWatch {
    AvahiWatch *next;
    zxavahi_loop *loop;
    AvahiWatchCallback callback;
    void *user_data;
    int descriptor;
    AvahiWatchEvent happened;
    short wanted;
    bool is_freed;
    // Where it is in this turn's slots; 0, the wake descriptor's place, for a watch that was made since.
    size_t slot;
};

struct AvahiTimeout {
    AvahiTimeout *next;
    AvahiTimeoutCallback callback;
    void *user_data;
    int64_t due;
    bool is_freed;
};

static int64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t zxavahi_now(void) {
    return nanoseconds(CLOCK_MONOTONIC);
}

// libavahi's bridge to libdbus hands watch_update the flags of libdbus, where "writable" is 2, in place of its own,
// where it is 4. 2 means POLLPRI to poll(2) and nothing to Avahi, so both are taken as "writable".
static short poll_events(AvahiWatchEvent wanted) {
    int events = 0;
    if (wanted & AVAHI_WATCH_IN) {
        events |= POLLIN;
    }
    if (wanted & (AVAHI_WATCH_OUT | 2)) {
        events |= POLLOUT;
    }
    return (short)events;
}

// Avahi's timeouts are absolute wall-clock times. They are turned into monotonic ones at once, so that a clock that is
// set later changes nothing.
static int64_t monotonic_time(const struct timeval *wall) {
    if (wall == NULL) {
        return ZXAVAHI_NEVER;
    }
    int64_t due = (int64_t)wall->tv_sec * 1000000000 + (int64_t)wall->tv_usec * 1000;
    int64_t remaining = due - nanoseconds(CLOCK_REALTIME);
    return zxavahi_now() + (remaining > 0 ? remaining : 0);
}

// Makes room for one more slot, so that no turn ever has to allocate.
static bool reserve_slot(zxavahi_loop *loop) {
    size_t needed = loop->watch_count + 2;
    if (needed <= loop->slot_capacity) {
        return true;
    }
    struct pollfd *slots = realloc(loop->slots, 2 * needed * sizeof *slots);
    if (slots == NULL) {
        return false;
    }
    loop->slots = slots;
    loop->slot_capacity = 2 * needed;
    return true;
}

// A child that kept a copy of the connection to the bus would keep the services of its dead parent on the network. And were
// it to close the connection by Avahi's functions, they would say goodbye in the parent's name. So a fork closes the child's
// copy of what is watched, and nothing else. libdbus connects and introduces itself before it makes a watch: a child that
// is forked within those moments keeps its copy.
static void withhold(int descriptor) {
    zxkit_fork_lock();
    zxkit_fork_withhold(descriptor);
    zxkit_fork_unlock();
}

// libdbus watches its one descriptor twice, for reading and for writing.
static bool is_watched(const zxavahi_loop *loop, int descriptor) {
    for (const AvahiWatch *watch = loop->watches; watch != NULL; watch = watch->next) {
        if (watch->descriptor == descriptor && !watch->is_freed) {
            return true;
        }
    }
    return false;
}

static void forget(const zxavahi_loop *loop, int descriptor) {
    if (is_watched(loop, descriptor)) {
        return;
    }
    zxkit_fork_lock();
    zxkit_fork_forget(descriptor);
    zxkit_fork_unlock();
}

static AvahiWatch *new_watch(
    const AvahiPoll *api, int descriptor, AvahiWatchEvent wanted, AvahiWatchCallback callback, void *user_data
) {
    zxavahi_loop *loop = api->userdata;
    AvahiWatch *watch = reserve_slot(loop) ? calloc(1, sizeof *watch) : NULL;
    if (watch == NULL) {
        return NULL;
    }
    watch->loop = loop;
    watch->descriptor = descriptor;
    watch->wanted = poll_events(wanted);
    watch->callback = callback;
    watch->user_data = user_data;
    watch->next = loop->watches;
    loop->watches = watch;
    loop->watch_count++;
    withhold(descriptor);
    return watch;
}

static void update_watch(AvahiWatch *watch, AvahiWatchEvent wanted) {
    watch->wanted = poll_events(wanted);
}

static AvahiWatchEvent watch_events(AvahiWatch *watch) {
    return watch->happened;
}

// libdbus closes the descriptor next, so it is forgotten now and not when the turn ends.
static void free_watch(AvahiWatch *watch) {
    watch->is_freed = true;
    forget(watch->loop, watch->descriptor);
}

static AvahiTimeout *new_timeout(
    const AvahiPoll *api, const struct timeval *time, AvahiTimeoutCallback callback, void *user_data
) {
    zxavahi_loop *loop = api->userdata;
    AvahiTimeout *timeout = calloc(1, sizeof *timeout);
    if (timeout == NULL) {
        return NULL;
    }
    timeout->due = monotonic_time(time);
    timeout->callback = callback;
    timeout->user_data = user_data;
    timeout->next = loop->timeouts;
    loop->timeouts = timeout;
    return timeout;
}

static void update_timeout(AvahiTimeout *timeout, const struct timeval *time) {
    timeout->due = monotonic_time(time);
}

static void free_timeout(AvahiTimeout *timeout) {
    timeout->is_freed = true;
}

static int open_wake_descriptor(void) {
    zxkit_fork_lock();
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor >= 0) {
        zxkit_fork_withhold(descriptor);
    }
    zxkit_fork_unlock();
    return descriptor;
}

static void close_wake_descriptor(int descriptor) {
    zxkit_fork_lock();
    zxkit_fork_forget(descriptor);
    close(descriptor);
    zxkit_fork_unlock();
}

int zxavahi_loop_open(zxavahi_loop *loop) {
    *loop = (zxavahi_loop){
        .api = {
            .userdata = loop,
            .watch_new = new_watch,
            .watch_update = update_watch,
            .watch_get_events = watch_events,
            .watch_free = free_watch,
            .timeout_new = new_timeout,
            .timeout_update = update_timeout,
            .timeout_free = free_timeout,
        },
    };
    if (!reserve_slot(loop)) {
        errno = ENOMEM;
        return -1;
    }
    loop->wake_descriptor = open_wake_descriptor();
    if (loop->wake_descriptor < 0) {
        free(loop->slots);
        return -1;
    }
    return 0;
}

static void sweep_watches(zxavahi_loop *loop) {
    AvahiWatch **link = &loop->watches;
    while (*link != NULL) {
        AvahiWatch *watch = *link;
        if (!watch->is_freed) {
            link = &watch->next;
            continue;
        }
        *link = watch->next;
        loop->watch_count--;
        free(watch);
    }
}

static void sweep_timeouts(zxavahi_loop *loop) {
    AvahiTimeout **link = &loop->timeouts;
    while (*link != NULL) {
        AvahiTimeout *timeout = *link;
        if (!timeout->is_freed) {
            link = &timeout->next;
            continue;
        }
        *link = timeout->next;
        free(timeout);
    }
}

void zxavahi_loop_close(zxavahi_loop *loop) {
    for (AvahiWatch *watch = loop->watches; watch != NULL; watch = watch->next) {
        free_watch(watch);
    }
    for (AvahiTimeout *timeout = loop->timeouts; timeout != NULL; timeout = timeout->next) {
        timeout->is_freed = true;
    }
    sweep_watches(loop);
    sweep_timeouts(loop);
    free(loop->slots);
    close_wake_descriptor(loop->wake_descriptor);
}

// Returns how many slots there are. A watch that wants nothing is kept out: poll(2) would report a hang-up on it again
// and again.
static nfds_t fill_slots(zxavahi_loop *loop) {
    size_t count = 0;
    loop->slots[count++] = (struct pollfd){.fd = loop->wake_descriptor, .events = POLLIN};
    for (AvahiWatch *watch = loop->watches; watch != NULL; watch = watch->next) {
        int descriptor = watch->wanted != 0 ? watch->descriptor : -1;
        watch->slot = count;
        loop->slots[count++] = (struct pollfd){.fd = descriptor, .events = watch->wanted};
    }
    return count;
}

// Rounded up: a turn that ended before its deadline would only be followed by another.
static int milliseconds_until(int64_t deadline) {
    if (deadline == ZXAVAHI_NEVER) {
        return -1;
    }
    int64_t remaining = deadline - zxavahi_now();
    if (remaining <= 0) {
        return 0;
    }
    int64_t milliseconds = (remaining + 999999) / 1000000;
    return milliseconds < INT_MAX ? (int)milliseconds : INT_MAX;
}

static int64_t first_due(const zxavahi_loop *loop, int64_t deadline) {
    for (AvahiTimeout *timeout = loop->timeouts; timeout != NULL; timeout = timeout->next) {
        if (timeout->due < deadline) {
            deadline = timeout->due;
        }
    }
    return deadline;
}

static AvahiWatchEvent events_of(short happened) {
    int events = happened & (POLLIN | POLLOUT | POLLERR | POLLHUP);
    if (happened & POLLNVAL) {
        events |= POLLERR;
    }
    return (AvahiWatchEvent)events;
}

static void call_watches(zxavahi_loop *loop) {
    for (AvahiWatch *watch = loop->watches; watch != NULL; watch = watch->next) {
        if (watch->is_freed || watch->slot == 0 || loop->slots[watch->slot].revents == 0) {
            continue;
        }
        watch->happened = events_of(loop->slots[watch->slot].revents);
        watch->callback(watch, watch->descriptor, watch->happened, watch->user_data);
        watch->happened = (AvahiWatchEvent)0;
    }
}

// The time is taken once, so that a timeout which is set again for "now" by its callback waits for the next turn.
static void call_timeouts(zxavahi_loop *loop) {
    int64_t now = zxavahi_now();
    for (AvahiTimeout *timeout = loop->timeouts; timeout != NULL; timeout = timeout->next) {
        if (timeout->is_freed || timeout->due > now) {
            continue;
        }
        timeout->due = ZXAVAHI_NEVER;
        timeout->callback(timeout, timeout->user_data);
    }
}

static void drain_wake(zxavahi_loop *loop) {
    uint64_t count;
    ssize_t result = read(loop->wake_descriptor, &count, sizeof count);
    (void)result;
}

void zxavahi_loop_turn(zxavahi_loop *loop, int64_t deadline) {
    nfds_t count = fill_slots(loop);
    int ready = poll(loop->slots, count, milliseconds_until(first_due(loop, deadline)));
    if (ready > 0) {
        if (loop->slots[0].revents != 0) {
            drain_wake(loop);
        }
        call_watches(loop);
    } else if (ready < 0 && errno != EINTR) {
        // Short of memory, or of descriptors by a limit that was lowered: don't spin until that is over.
        poll(NULL, 0, 100);
    }
    call_timeouts(loop);
    sweep_watches(loop);
    sweep_timeouts(loop);
}

void zxavahi_loop_wake(zxavahi_loop *loop) {
    uint64_t one = 1;
    ssize_t result = write(loop->wake_descriptor, &one, sizeof one);
    (void)result;
}
