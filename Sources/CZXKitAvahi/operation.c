#include "checks.h"
#include "context.h"

#include <stdlib.h>
#include <string.h>

zxavahi_operation *zxavahi_operation_new(const zxavahi_behaviour *behaviour, ZXAvahiListener listener) {
    zxavahi_operation *operation = calloc(1, sizeof *operation);
    if (operation == NULL) {
        return NULL;
    }
    operation->behaviour = behaviour;
    operation->listener = listener;
    operation->interface = AVAHI_IF_UNSPEC;
    return operation;
}

static char *copy(ZXAvahiText text) {
    return strndup(text.bytes != NULL ? text.bytes : "", text.length);
}

bool zxavahi_operation_name(zxavahi_operation *operation, ZXAvahiServiceName service) {
    if (!zxavahi_is_utf8(service.name) || !zxavahi_is_utf8(service.type) || !zxavahi_is_utf8(service.domain)) {
        operation->refusal = AVAHI_ERR_INVALID_SERVICE_NAME;
        return true;
    }
    operation->name = copy(service.name);
    operation->type = copy(service.type);
    operation->domain = copy(service.domain);
    return operation->name != NULL && operation->type != NULL && operation->domain != NULL;
}

zxavahi_operation *zxavahi_operation_post(zxavahi_context *context, zxavahi_operation *operation) {
    if (operation == NULL) {
        return NULL;
    }
    operation->context = context;
    pthread_mutex_lock(&context->lock);
    operation->next_added = context->added;
    context->added = operation;
    pthread_mutex_unlock(&context->lock);
    zxavahi_loop_wake(&context->loop);
    return operation;
}

void zxavahi_cancel(zxavahi_operation *operation) {
    zxavahi_context *context = operation->context;
    pthread_mutex_lock(&context->lock);
    operation->next_cancelled = context->cancelled;
    context->cancelled = operation;
    pthread_mutex_unlock(&context->lock);
    zxavahi_loop_wake(&context->loop);
}

void zxavahi_operation_free(zxavahi_operation *operation) {
    if (operation == NULL) {
        return;
    }
    if (operation->behaviour == &zxavahi_publishing_behaviour) {
        free(operation->publication.text);
    }
    free(operation->name);
    free(operation->type);
    free(operation->domain);
    free(operation);
}
