// Resolving: two resolvers per operation. One that asks for any address gets one only, of either family.

#include "context.h"

#include <stdlib.h>
#include <string.h>

static const AvahiProtocol address_protocols[2] = {AVAHI_PROTO_INET, AVAHI_PROTO_INET6};

static void set_address(ZXAvahiEvent *event, const AvahiAddress *address) {
    if (address == NULL) {
        return;
    }
    event->address_length = address->proto == AVAHI_PROTO_INET6 ? 16 : 4;
    memcpy(event->address, address->data.data, event->address_length);
}

static size_t wire_length(const zxavahi_library *avahi, AvahiStringList *text) {
    size_t length = 0;
    for (AvahiStringList *item = text; item != NULL; item = avahi->string_list_get_next(item)) {
        length += 1 + avahi->string_list_get_size(item);
    }
    return length;
}

// A received list has the first string on the wire at its head; avahi_string_list_serialize would turn it round. A
// string above 255 bytes can't have been in a record. The result is freed by the caller; NULL for an empty record, or
// when memory is out, which is told as an empty one too: the next answer may have it.
static uint8_t *wire_text(const zxavahi_library *avahi, AvahiStringList *text, size_t *length) {
    *length = 0;
    uint8_t *wire = text != NULL ? malloc(wire_length(avahi, text)) : NULL;
    if (wire == NULL) {
        return NULL;
    }
    for (AvahiStringList *item = text; item != NULL; item = avahi->string_list_get_next(item)) {
        size_t size = avahi->string_list_get_size(item);
        if (size > ZXAVAHI_LONGEST_TEXT_STRING) {
            continue;
        }
        wire[*length] = (uint8_t)size;
        memcpy(wire + *length + 1, avahi->string_list_get_text(item), size);
        *length += 1 + size;
    }
    return wire;
}

// A family that the service does not have fails after 5 seconds, which is no failure while the other one is known.
static void failed(zxavahi_family *family, int error) {
    family->answer = zxavahi_answer_failed;
    zxavahi_resolving *resolving = &family->operation->resolving;
    for (size_t index = 0; index < 2; index++) {
        if (resolving->families[index].answer != zxavahi_answer_failed) {
            return;
        }
    }
    zxavahi_tell_error(family->operation, ZXAvahiEventKindUnresolved, error);
}

// A resolver that timed out lives on, and may still find the service.
static void resolver_event(
    AvahiServiceResolver *resolver, AvahiIfIndex interface, AvahiProtocol protocol, AvahiResolverEvent event,
    const char *name, const char *type, const char *domain, const char *host_name, const AvahiAddress *address,
    uint16_t port, AvahiStringList *text, AvahiLookupResultFlags flags, void *user_data
) {
    zxavahi_family *family = user_data;
    const zxavahi_library *avahi = family->operation->context->avahi;
    if (event == AVAHI_RESOLVER_FAILURE) {
        failed(family, avahi->client_errno(avahi->service_resolver_get_client(resolver)));
        return;
    }
    family->answer = zxavahi_answer_found;
    size_t text_length;
    uint8_t *wire = wire_text(avahi, text, &text_length);
    ZXAvahiEvent resolved = {
        .kind = ZXAvahiEventKindResolved,
        .name = name,
        .type = type,
        .domain = domain,
        .host_name = host_name,
        .interface = interface,
        .is_ipv6 = protocol == AVAHI_PROTO_INET6,
        .is_local = (flags & AVAHI_LOOKUP_RESULT_LOCAL) != 0,
        .port = port,
        .text = wire,
        .text_length = text_length,
    };
    set_address(&resolved, address);
    zxavahi_tell(family->operation, &resolved);
    free(wire);
}

static bool is_started(const zxavahi_operation *operation) {
    const zxavahi_family *families = operation->resolving.families;
    return families[0].resolver != NULL && families[1].resolver != NULL;
}

static int start_family(zxavahi_family *family, AvahiProtocol address_protocol) {
    zxavahi_operation *operation = family->operation;
    zxavahi_context *context = operation->context;
    if (family->resolver != NULL) {
        return AVAHI_OK;
    }
    family->answer = zxavahi_answer_pending;
    family->resolver = context->avahi->service_resolver_new(
        context->client, operation->interface, operation->resolving.heard_over, operation->name, operation->type,
        operation->domain, address_protocol, (AvahiLookupFlags)0, resolver_event, family);
    return family->resolver != NULL ? AVAHI_OK : context->avahi->client_errno(context->client);
}

static int start(zxavahi_operation *operation) {
    for (size_t index = 0; index < 2; index++) {
        int error = start_family(&operation->resolving.families[index], address_protocols[index]);
        if (error != AVAHI_OK) {
            return error;
        }
    }
    operation->told_error = AVAHI_OK;
    return AVAHI_OK;
}

// Nothing is told: the availability that follows says it, or the next answers do.
static void forget(zxavahi_operation *operation, int error) {
    (void)error;
    for (size_t index = 0; index < 2; index++) {
        operation->resolving.families[index].resolver = NULL;
    }
}

static void stop(zxavahi_operation *operation) {
    for (size_t index = 0; index < 2; index++) {
        zxavahi_family *family = &operation->resolving.families[index];
        if (family->resolver != NULL) {
            operation->context->avahi->service_resolver_free(family->resolver);
        }
        family->resolver = NULL;
    }
}

const zxavahi_behaviour zxavahi_resolving_behaviour = {
    .is_started = is_started,
    .start = start,
    .forget = forget,
    .stop = stop,
};

zxavahi_operation *zxavahi_resolve(
    zxavahi_context *context, ZXAvahiServiceName service, int32_t interface, bool is_ipv6, ZXAvahiListener listener
) {
    zxavahi_operation *operation = zxavahi_operation_new(&zxavahi_resolving_behaviour, listener);
    if (operation == NULL) {
        return NULL;
    }
    operation->interface = interface;
    operation->resolving.heard_over = is_ipv6 ? AVAHI_PROTO_INET6 : AVAHI_PROTO_INET;
    for (size_t index = 0; index < 2; index++) {
        operation->resolving.families[index].operation = operation;
    }
    if (!zxavahi_operation_name(operation, service)) {
        zxavahi_operation_free(operation);
        return NULL;
    }
    return zxavahi_operation_post(context, operation);
}
