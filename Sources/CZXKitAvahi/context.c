// The context: its thread, what other threads ask of it, and what it tells.

#define _GNU_SOURCE
#include "context.h"

#include <CZXKitFork.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

// The callbacks run on this stack too, and libdbus looks the user up, which may load NSS modules.
static const size_t stack_size = 512 * 1024;

// The listener's code must not be in its middle when the process forks, as that of all our threads. Avahi's may be, which
// can take 25 seconds: a child has another connection.
void zxavahi_tell(zxavahi_operation *operation, const ZXAvahiEvent *event) {
    zxkit_fork_begin_work();
    operation->listener.callback(event, operation->listener.user_data);
    zxkit_fork_end_work();
}

static const char *words(const zxavahi_context *context, int32_t error) {
    return error != 0 && context->avahi != NULL ? context->avahi->strerror(error) : NULL;
}

void zxavahi_tell_error(zxavahi_operation *operation, ZXAvahiEventKind kind, int32_t error) {
    ZXAvahiEvent event = {.kind = kind, .error = error, .reason = words(operation->context, error)};
    zxavahi_tell(operation, &event);
}

// A host that settles its own name hears the others all the time. A daemon that does not answer has been asked something
// new; what it took on before may be in force all the while, and nothing would tell that it is again.
static bool is_concerned(const zxavahi_operation *operation) {
    switch (operation->context->availability) {
    case ZXAvahiAvailabilityNotReady:
        return operation->behaviour->needs_host_name;
    case ZXAvahiAvailabilityNotResponding:
        return !operation->behaviour->is_started(operation);
    default:
        return true;
    }
}

static ZXAvahiAvailability availability_for(const zxavahi_operation *operation) {
    return is_concerned(operation) ? operation->context->availability : ZXAvahiAvailabilityRunning;
}

void zxavahi_tell_availability(zxavahi_operation *operation) {
    const zxavahi_context *context = operation->context;
    ZXAvahiAvailability availability = availability_for(operation);
    int32_t error = availability == context->availability ? context->availability_error : AVAHI_OK;
    bool is_known = operation->told_availability == availability && operation->told_availability_error == error;
    if (availability == ZXAvahiAvailabilityUnknown || is_known) {
        return;
    }
    operation->told_availability = availability;
    operation->told_availability_error = error;
    const char *reason = context->availability_reason;
    ZXAvahiEvent event = {
        .kind = ZXAvahiEventKindAvailability,
        .availability = availability,
        .error = error,
        .reason = reason[0] != 0 ? reason : words(context, error),
    };
    zxavahi_tell(operation, &event);
}

// A refused argument is told from here, and not in the call, so that no listener is called inside the call that it
// came with.
static void begin(zxavahi_context *context, zxavahi_operation *operation) {
    operation->next = context->operations;
    context->operations = operation;
    if (operation->refusal != 0) {
        zxavahi_tell_error(operation, ZXAvahiEventKindRefused, operation->refusal);
        return;
    }
    zxavahi_tell_availability(operation);
    zxavahi_start_soon(context);
}

static void finish(zxavahi_operation *operation) {
    if (operation->listener.release != NULL) {
        operation->listener.release(operation->listener.user_data);
    }
    zxavahi_operation_free(operation);
}

static void end(zxavahi_context *context, zxavahi_operation *operation) {
    zxavahi_operation **link = &context->operations;
    while (*link != operation) {
        link = &(*link)->next;
    }
    *link = operation->next;
    if (context->client != NULL) {
        operation->behaviour->stop(operation);
    }
    finish(operation);
}

// New operations are pushed, so the newest is first.
static zxavahi_operation *reversed(zxavahi_operation *newest) {
    zxavahi_operation *oldest = NULL;
    while (newest != NULL) {
        zxavahi_operation *next = newest->next_added;
        newest->next_added = oldest;
        oldest = newest;
        newest = next;
    }
    return oldest;
}

// Both lists are taken at once, and additions done first, so that an operation cancelled straight away is known here
// before it is cancelled. False: the context is to stop.
static bool take_requests(zxavahi_context *context) {
    pthread_mutex_lock(&context->lock);
    zxavahi_operation *added = reversed(context->added);
    zxavahi_operation *cancelled = context->cancelled;
    context->added = NULL;
    context->cancelled = NULL;
    bool is_stopping = context->is_stopping;
    pthread_mutex_unlock(&context->lock);

    while (added != NULL) {
        zxavahi_operation *next = added->next_added;
        begin(context, added);
        added = next;
    }
    while (cancelled != NULL) {
        zxavahi_operation *next = cancelled->next_cancelled;
        end(context, cancelled);
        cancelled = next;
    }
    return !is_stopping;
}

static void free_context(zxavahi_context *context) {
    zxavahi_loop_close(&context->loop);
    pthread_mutex_destroy(&context->lock);
    free(context);
}

// Freeing the client frees its objects, and the daemon says goodbye for the services. What `drop` would tell is not
// told: the operations are taken off first.
static void wind_up(zxavahi_context *context) {
    zxavahi_operation *operations = context->operations;
    context->operations = NULL;
    zxavahi_drop_client(context, AVAHI_OK);
    while (operations != NULL) {
        zxavahi_operation *next = operations->next;
        finish(operations);
        operations = next;
    }
    free_context(context);
}

static void *run(void *argument) {
    zxavahi_context *context = argument;
    pthread_setname_np(pthread_self(), "zxkit-avahi");
    while (take_requests(context)) {
        zxavahi_client_step(context);
        zxavahi_loop_turn(&context->loop, zxavahi_client_deadline(context));
    }
    wind_up(context);
    return NULL;
}

// The new thread inherits the mask. Setting it inside the thread would leave a moment in which a signal of the process
// could be handled there.
static int start_with_signals_blocked(const pthread_attr_t *attributes, zxavahi_context *context) {
    sigset_t blocked;
    sigset_t before;
    sigfillset(&blocked);
    // What the thread itself causes must reach the app's crash handler: blocked, it would end the process without one.
    const int synchronous[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    for (size_t index = 0; index < sizeof synchronous / sizeof *synchronous; index++) {
        sigdelset(&blocked, synchronous[index]);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    pthread_t thread;
    int error = pthread_create(&thread, attributes, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static int start_thread(zxavahi_context *context) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error != 0) {
        return error;
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, stack_size);
    error = start_with_signals_blocked(&attributes, context);
    pthread_attr_destroy(&attributes);
    return error;
}

zxavahi_context *zxavahi_context_start(void) {
    zxavahi_context *context = calloc(1, sizeof *context);
    if (context == NULL) {
        return NULL;
    }
    if (zxavahi_loop_open(&context->loop) != 0) {
        free(context);
        return NULL;
    }
    pthread_mutex_init(&context->lock, NULL);
    context->next_start = ZXAVAHI_NEVER;
    int error = start_thread(context);
    if (error != 0) {
        free_context(context);
        errno = error;
        return NULL;
    }
    return context;
}

// The wake is inside the lock: once the thread has seen `is_stopping` it frees the context, which must not happen
// between the two.
void zxavahi_context_stop(zxavahi_context *context) {
    pthread_mutex_lock(&context->lock);
    context->is_stopping = true;
    zxavahi_loop_wake(&context->loop);
    pthread_mutex_unlock(&context->lock);
}
