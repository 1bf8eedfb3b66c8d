// Publishing: an entry group per service.

#include "checks.h"
#include "context.h"

#include <stdlib.h>
#include <string.h>

// Two hosts that keep taking each other's names would go on for ever.
static const unsigned most_renames = 64;

static void tell_name(zxavahi_operation *operation, ZXAvahiEventKind kind) {
    ZXAvahiEvent event = {.kind = kind, .name = operation->name};
    zxavahi_tell(operation, &event);
}

static void withdrawn(zxavahi_operation *operation, int error) {
    zxavahi_publication *publication = &operation->publication;
    publication->is_committed = false;
    if (!publication->is_established) {
        return;
    }
    publication->is_established = false;
    zxavahi_tell_error(operation, ZXAvahiEventKindWithdrawn, error);
}

// The first call comes from inside avahi_entry_group_new. A state that arrives after the group was reset is about what
// was in it before.
static void group_changed(AvahiEntryGroup *group, AvahiEntryGroupState state, void *user_data) {
    zxavahi_operation *operation = user_data;
    zxavahi_publication *publication = &operation->publication;
    if (!publication->is_committed) {
        return;
    }
    switch (state) {
    case AVAHI_ENTRY_GROUP_ESTABLISHED:
        publication->is_established = true;
        publication->renames = 0;
        operation->told_error = AVAHI_OK;
        tell_name(operation, ZXAvahiEventKindPublished);
        break;
    case AVAHI_ENTRY_GROUP_COLLISION:
        publication->is_committed = false;
        publication->is_established = false;
        publication->has_lost_name = true;
        zxavahi_start_soon(operation->context);
        break;
    case AVAHI_ENTRY_GROUP_FAILURE: {
        const zxavahi_library *avahi = operation->context->avahi;
        int error = avahi->client_errno(avahi->entry_group_get_client(group));
        withdrawn(operation, error);
        zxavahi_restart_later(operation, error);
        break;
    }
    case AVAHI_ENTRY_GROUP_UNCOMMITED:
    case AVAHI_ENTRY_GROUP_REGISTERING:
        break;
    }
}

// "x" becomes "x #2", and stays so: a name that comes and goes is worse than one that isn't the first choice.
static int take_other_name(zxavahi_operation *operation) {
    const zxavahi_library *avahi = operation->context->avahi;
    zxavahi_publication *publication = &operation->publication;
    if (publication->renames >= most_renames) {
        publication->renames = 0;
        return AVAHI_ERR_COLLISION;
    }
    char *alternative = avahi->alternative_service_name(operation->name);
    char *name = alternative != NULL ? strdup(alternative) : NULL;
    avahi->free(alternative);
    if (name == NULL) {
        return AVAHI_ERR_NO_MEMORY;
    }
    free(operation->name);
    operation->name = name;
    publication->renames++;
    publication->has_lost_name = false;
    tell_name(operation, ZXAvahiEventKindRenamed);
    return AVAHI_OK;
}

static int add_service(zxavahi_operation *operation) {
    const zxavahi_library *avahi = operation->context->avahi;
    zxavahi_publication *publication = &operation->publication;
    AvahiStringList *text = NULL;
    if (publication->text_length > 0 &&
        avahi->string_list_parse(publication->text, publication->text_length, &text) < 0) {
        return AVAHI_ERR_INVALID_RDATA;
    }
    int error = avahi->entry_group_add_service_strlst(
        publication->group, operation->interface, AVAHI_PROTO_UNSPEC, (AvahiPublishFlags)0, operation->name,
        operation->type, NULL, NULL, publication->port, text);
    avahi->string_list_free(text);
    return error;
}

// The reset also makes room for another try in a group that was filled before, as Avahi asks for after a collision.
static int commit(zxavahi_operation *operation) {
    const zxavahi_library *avahi = operation->context->avahi;
    zxavahi_publication *publication = &operation->publication;
    int error = avahi->entry_group_reset(publication->group);
    if (error >= 0) {
        error = add_service(operation);
    }
    if (error >= 0) {
        error = avahi->entry_group_commit(publication->group);
    }
    publication->is_committed = error >= 0;
    return error < 0 ? error : AVAHI_OK;
}

static int open_group(zxavahi_operation *operation) {
    zxavahi_context *context = operation->context;
    if (operation->publication.group != NULL) {
        return AVAHI_OK;
    }
    operation->publication.group = context->avahi->entry_group_new(context->client, group_changed, operation);
    return operation->publication.group != NULL ? AVAHI_OK : context->avahi->client_errno(context->client);
}

static bool is_started(const zxavahi_operation *operation) {
    return operation->publication.is_committed;
}

// A name that is taken on this host is refused at once, one that is taken on another host by a later state.
static int start(zxavahi_operation *operation) {
    zxavahi_publication *publication = &operation->publication;
    if (publication->is_committed) {
        return AVAHI_OK;
    }
    int error = open_group(operation);
    while (error == AVAHI_OK) {
        error = publication->has_lost_name ? take_other_name(operation) : AVAHI_OK;
        if (error != AVAHI_OK) {
            return error;
        }
        error = commit(operation);
        if (error != AVAHI_ERR_COLLISION) {
            return error;
        }
        publication->has_lost_name = true;
        error = AVAHI_OK;
    }
    return error;
}

static void pause_publishing(zxavahi_operation *operation) {
    if (operation->publication.group == NULL) {
        return;
    }
    operation->context->avahi->entry_group_reset(operation->publication.group);
    withdrawn(operation, AVAHI_OK);
}

static void forget(zxavahi_operation *operation, int error) {
    operation->publication.group = NULL;
    withdrawn(operation, error);
}

static void stop(zxavahi_operation *operation) {
    if (operation->publication.group != NULL) {
        operation->context->avahi->entry_group_free(operation->publication.group);
    }
}

const zxavahi_behaviour zxavahi_publishing_behaviour = {
    .needs_host_name = true,
    .is_started = is_started,
    .start = start,
    .pause = pause_publishing,
    .forget = forget,
    .stop = stop,
};

// Avahi takes the record in its form on the wire, first string first.
static bool set_text(zxavahi_publication *publication, ZXAvahiTextRecord text) {
    publication->text = malloc(ZXAVAHI_LONGEST_TEXT_RECORD);
    if (publication->text == NULL) {
        return false;
    }
    const uint8_t *from = text.bytes;
    uint8_t *to = publication->text;
    for (size_t index = 0; index < text.count; index++) {
        size_t length = text.lengths[index];
        *to++ = (uint8_t)length;
        if (length > 0) {
            memcpy(to, from, length);
        }
        to += length;
        from += length;
    }
    publication->text_length = (size_t)(to - publication->text);
    return true;
}

zxavahi_operation *zxavahi_publish(
    zxavahi_context *context, ZXAvahiServiceName service, uint16_t port, ZXAvahiTextRecord text, int32_t interface,
    ZXAvahiListener listener
) {
    zxavahi_operation *operation = zxavahi_operation_new(&zxavahi_publishing_behaviour, listener);
    if (operation == NULL) {
        return NULL;
    }
    operation->interface = interface;
    operation->publication.port = port;
    bool has_memory = zxavahi_operation_name(operation, service);
    if (!zxavahi_is_instance_name(service.name)) {
        operation->refusal = AVAHI_ERR_INVALID_SERVICE_NAME;
    }
    if (!zxavahi_is_text_record(text)) {
        operation->refusal = AVAHI_ERR_INVALID_RDATA;
    } else {
        has_memory = set_text(&operation->publication, text) && has_memory;
    }
    if (!has_memory) {
        zxavahi_operation_free(operation);
        return NULL;
    }
    return zxavahi_operation_post(context, operation);
}
