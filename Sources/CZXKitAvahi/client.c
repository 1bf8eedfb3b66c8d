// The client's life: connecting, losing and making it again, and when operations are started.

#include "context.h"

#include <stdio.h>

enum {
    // No bus, or a lost connection: 0.25 s, doubled up to 8 s.
    first_retry_ms = 250,
    last_retry_doubling = 5,
    // A daemon that owned its bus name all along but was too slow to answer is never noticed by libavahi: it waits for
    // the name to change hands. So a client that waits for a daemon is made anew from time to time.
    reconnect_while_waiting_ms = 15000,
    // libavahi gives up on a daemon that does not answer after 25 s; without a daemon it knows at once.
    hung_ms = 10000,
    transient_retry_ms = 5000,
    refused_retry_ms = 60000,
};

static int64_t after(int milliseconds) {
    return zxavahi_now() + (int64_t)milliseconds * 1000000;
}

// What Avahi's own client calls connected: the daemon has answered, and takes calls.
static bool is_connected(const zxavahi_context *context) {
    if (context->client == NULL) {
        return false;
    }
    switch (context->avahi->client_get_state(context->client)) {
    case AVAHI_CLIENT_S_RUNNING:
    case AVAHI_CLIENT_S_REGISTERING:
    case AVAHI_CLIENT_S_COLLISION:
        return true;
    default:
        return false;
    }
}

static bool has_host_name(const zxavahi_context *context) {
    return context->avahi->client_get_state(context->client) == AVAHI_CLIENT_S_RUNNING;
}

static void set_availability(
    zxavahi_context *context, ZXAvahiAvailability availability, int32_t error, const char *reason
) {
    context->availability = availability;
    context->availability_error = error;
    snprintf(context->availability_reason, sizeof context->availability_reason, "%s", reason);
    for (zxavahi_operation *operation = context->operations; operation != NULL; operation = operation->next) {
        if (operation->refusal == 0) {
            zxavahi_tell_availability(operation);
        }
    }
}

// ---- starting operations

static void start_within(zxavahi_context *context, int64_t time) {
    if (time < context->next_start) {
        context->next_start = time;
    }
}

void zxavahi_start_soon(zxavahi_context *context) {
    start_within(context, zxavahi_now());
}

// A D-Bus call that failed or timed out says nothing about what was asked for.
static bool is_transient(int error) {
    switch (error) {
    case AVAHI_ERR_DBUS_ERROR:
    case AVAHI_ERR_TIMEOUT:
    case AVAHI_ERR_NO_DAEMON:
    case AVAHI_ERR_BAD_STATE:
    case AVAHI_ERR_DISCONNECTED:
        return true;
    default:
        return false;
    }
}

static bool means_hung(int error) {
    return error == AVAHI_ERR_DBUS_ERROR || error == AVAHI_ERR_TIMEOUT;
}

void zxavahi_restart_later(zxavahi_operation *operation, int error) {
    start_within(operation->context, after(is_transient(error) ? transient_retry_ms : refused_retry_ms));
    if (is_transient(error) || operation->told_error == error) {
        return;
    }
    operation->told_error = error;
    zxavahi_tell_error(operation, ZXAvahiEventKindRefused, error);
}

// False: the daemon doesn't answer, so that trying the next operation would only wait another 25 seconds.
static bool start(zxavahi_operation *operation) {
    int error = operation->behaviour->start(operation);
    if (error == AVAHI_OK) {
        return true;
    }
    zxavahi_restart_later(operation, error);
    if (means_hung(error)) {
        set_availability(operation->context, ZXAvahiAvailabilityNotResponding, error, "");
    }
    return !is_transient(error);
}

static bool can_start(const zxavahi_operation *operation) {
    return operation->refusal == 0 && (has_host_name(operation->context) || !operation->behaviour->needs_host_name);
}

static void tell_connected(zxavahi_context *context) {
    bool is_ready = has_host_name(context);
    set_availability(context, is_ready ? ZXAvahiAvailabilityRunning : ZXAvahiAvailabilityNotReady, 0, "");
}

static void start_operations(zxavahi_context *context) {
    context->next_start = ZXAVAHI_NEVER;
    for (zxavahi_operation *operation = context->operations; operation != NULL; operation = operation->next) {
        if (can_start(operation) && !start(operation)) {
            return;
        }
    }
    tell_connected(context);
}

// ---- the client's states

static void pause_operations(zxavahi_context *context) {
    for (zxavahi_operation *operation = context->operations; operation != NULL; operation = operation->next) {
        if (operation->behaviour->needs_host_name) {
            operation->behaviour->pause(operation);
        }
    }
}

// Not 0, for 0 means that the client is well.
static int lost_error(int error) {
    return error != AVAHI_OK ? error : AVAHI_ERR_DISCONNECTED;
}

// This comes from inside avahi_client_new, or much later, when the daemon takes its bus name.
static void wait_for_daemon(zxavahi_context *context) {
    bool is_hung = zxavahi_now() - context->connect_began > (int64_t)hung_ms * 1000000;
    context->next_connect = after(reconnect_while_waiting_ms);
    set_availability(
        context, is_hung ? ZXAvahiAvailabilityNotResponding : ZXAvahiAvailabilityNoDaemon, AVAHI_ERR_NO_DAEMON, "");
}

static void connected(zxavahi_context *context) {
    context->next_connect = ZXAVAHI_NEVER;
    tell_connected(context);
    zxavahi_start_soon(context);
}

// Operations are started by zxavahi_client_step and not from here, for this may be inside avahi_client_new. A client
// that failed is final: AVAHI_CLIENT_NO_FAIL waits for a first daemon and does not reconnect to the next one.
static void client_changed(AvahiClient *client, AvahiClientState state, void *user_data) {
    zxavahi_context *context = user_data;
    context->client = client;
    switch (state) {
    case AVAHI_CLIENT_S_RUNNING:
        connected(context);
        context->failed_connects = 0;
        break;
    case AVAHI_CLIENT_S_REGISTERING:
    case AVAHI_CLIENT_S_COLLISION:
        pause_operations(context);
        connected(context);
        break;
    case AVAHI_CLIENT_CONNECTING:
        wait_for_daemon(context);
        break;
    case AVAHI_CLIENT_FAILURE:
        context->lost_error = lost_error(context->avahi->client_errno(client));
        break;
    }
}

// ---- connecting

static void retry_connecting(zxavahi_context *context) {
    unsigned doublings = context->failed_connects < last_retry_doubling ? context->failed_connects : last_retry_doubling;
    context->failed_connects++;
    context->next_connect = after(first_retry_ms << doublings);
}

static bool load_library(zxavahi_context *context) {
    const char *reason = "";
    context->avahi = zxavahi_library_load(&reason);
    if (context->avahi == NULL) {
        set_availability(context, ZXAvahiAvailabilityNoLibrary, 0, reason);
        retry_connecting(context);
    }
    return context->avahi != NULL;
}

// AVAHI_CLIENT_NO_FAIL covers a missing daemon only: without a bus there is no client, and "daemon not running" is the
// error.
static void tell_no_client(zxavahi_context *context, int error) {
    bool is_bus = error == AVAHI_ERR_NO_DAEMON || error == AVAHI_ERR_DBUS_ERROR || error == AVAHI_ERR_DISCONNECTED;
    set_availability(context, is_bus ? ZXAvahiAvailabilityNoBus : ZXAvahiAvailabilityRefused, error, "");
}

static void connect_client(zxavahi_context *context) {
    if (context->avahi == NULL && !load_library(context)) {
        return;
    }
    int error = AVAHI_OK;
    context->lost_error = AVAHI_OK;
    context->next_connect = ZXAVAHI_NEVER;
    context->connect_began = zxavahi_now();
    AvahiClient *client = context->avahi->client_new(
        &context->loop.api, AVAHI_CLIENT_NO_FAIL, client_changed, context, &error);
    // The callback inside may have noted a client that was then freed.
    context->client = client;
    if (client == NULL) {
        tell_no_client(context, error);
        retry_connecting(context);
    }
}

void zxavahi_drop_client(zxavahi_context *context, int error) {
    if (context->client == NULL) {
        return;
    }
    for (zxavahi_operation *operation = context->operations; operation != NULL; operation = operation->next) {
        operation->told_error = AVAHI_OK;
        operation->told_availability = ZXAvahiAvailabilityUnknown;
        operation->behaviour->forget(operation, error);
    }
    context->avahi->client_free(context->client);
    context->client = NULL;
    context->lost_error = AVAHI_OK;
    context->next_start = ZXAVAHI_NEVER;
}

// ---- what is due

int64_t zxavahi_client_deadline(const zxavahi_context *context) {
    if (context->lost_error != AVAHI_OK) {
        return 0;
    }
    bool starts = is_connected(context) && context->next_start < context->next_connect;
    return starts ? context->next_start : context->next_connect;
}

static void replace_lost_client(zxavahi_context *context) {
    zxavahi_drop_client(context, context->lost_error);
    context->availability = ZXAvahiAvailabilityUnknown;
    retry_connecting(context);
}

void zxavahi_client_step(zxavahi_context *context) {
    if (context->lost_error != AVAHI_OK) {
        replace_lost_client(context);
    }
    if (zxavahi_now() >= context->next_connect) {
        zxavahi_drop_client(context, AVAHI_ERR_NO_DAEMON);
        connect_client(context);
    }
    if (is_connected(context) && zxavahi_now() >= context->next_start) {
        start_operations(context);
    }
}
