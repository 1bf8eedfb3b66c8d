// Browsing: a service browser per operation.

#include "context.h"

static void tell_service(
    zxavahi_operation *operation, ZXAvahiEventKind kind, AvahiIfIndex interface, AvahiProtocol protocol,
    const char *name, const char *type, const char *domain
) {
    ZXAvahiEvent event = {
        .kind = kind,
        .name = name,
        .type = type,
        .domain = domain,
        .interface = interface,
        .is_ipv6 = protocol == AVAHI_PROTO_INET6,
    };
    zxavahi_tell(operation, &event);
}

// A browser that failed is dead. It is freed at the next start and not here, inside its own callback.
static void broke(zxavahi_operation *operation, int error) {
    operation->browsing.is_broken = true;
    zxavahi_tell_error(operation, ZXAvahiEventKindFlushed, error);
    zxavahi_restart_later(operation, error);
}

static void browser_event(
    AvahiServiceBrowser *browser, AvahiIfIndex interface, AvahiProtocol protocol, AvahiBrowserEvent event,
    const char *name, const char *type, const char *domain, AvahiLookupResultFlags flags, void *user_data
) {
    (void)flags;
    zxavahi_operation *operation = user_data;
    const zxavahi_library *avahi = operation->context->avahi;
    switch (event) {
    case AVAHI_BROWSER_NEW:
        tell_service(operation, ZXAvahiEventKindAdded, interface, protocol, name, type, domain);
        break;
    case AVAHI_BROWSER_REMOVE:
        tell_service(operation, ZXAvahiEventKindRemoved, interface, protocol, name, type, domain);
        break;
    case AVAHI_BROWSER_ALL_FOR_NOW:
        zxavahi_tell_error(operation, ZXAvahiEventKindAllForNow, AVAHI_OK);
        break;
    case AVAHI_BROWSER_CACHE_EXHAUSTED:
        // Comes within some 10 ms and says nothing about the network.
        break;
    case AVAHI_BROWSER_FAILURE:
        broke(operation, avahi->client_errno(avahi->service_browser_get_client(browser)));
        break;
    }
}

static bool is_started(const zxavahi_operation *operation) {
    return operation->browsing.browser != NULL && !operation->browsing.is_broken;
}

static void stop(zxavahi_operation *operation) {
    if (operation->browsing.browser != NULL) {
        operation->context->avahi->service_browser_free(operation->browsing.browser);
    }
    operation->browsing.browser = NULL;
    operation->browsing.is_broken = false;
}

static int start(zxavahi_operation *operation) {
    zxavahi_context *context = operation->context;
    if (operation->browsing.is_broken) {
        stop(operation);
    }
    if (is_started(operation)) {
        return AVAHI_OK;
    }
    operation->browsing.browser = context->avahi->service_browser_new(
        context->client, AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC, operation->type, NULL, (AvahiLookupFlags)0, browser_event,
        operation);
    if (operation->browsing.browser == NULL) {
        return context->avahi->client_errno(context->client);
    }
    operation->told_error = AVAHI_OK;
    return AVAHI_OK;
}

static void forget(zxavahi_operation *operation, int error) {
    bool had_reported = is_started(operation);
    operation->browsing.browser = NULL;
    operation->browsing.is_broken = false;
    if (had_reported) {
        zxavahi_tell_error(operation, ZXAvahiEventKindFlushed, error);
    }
}

const zxavahi_behaviour zxavahi_browsing_behaviour = {
    .is_started = is_started,
    .start = start,
    .forget = forget,
    .stop = stop,
};

zxavahi_operation *zxavahi_browse(zxavahi_context *context, ZXAvahiText type, ZXAvahiListener listener) {
    zxavahi_operation *operation = zxavahi_operation_new(&zxavahi_browsing_behaviour, listener);
    if (operation == NULL) {
        return NULL;
    }
    if (!zxavahi_operation_name(operation, (ZXAvahiServiceName){.type = type})) {
        zxavahi_operation_free(operation);
        return NULL;
    }
    return zxavahi_operation_post(context, operation);
}
