// The functions of libavahi-client and libavahi-common, bound at run time.
//
// A hard link would keep a program from starting on a machine without the library (a slim container), where it should
// start and say that it can't advertise. The types come from Avahi's own headers, so nothing of its ABI is copied.

#ifndef ZXAVAHI_LIBRARY_H
#define ZXAVAHI_LIBRARY_H

#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/strlst.h>
#include <avahi-common/watch.h>

#define ZXAVAHI_FUNCTIONS(FUNCTION) \
    FUNCTION(client_new) \
    FUNCTION(client_free) \
    FUNCTION(client_get_state) \
    FUNCTION(client_errno) \
    FUNCTION(entry_group_new) \
    FUNCTION(entry_group_free) \
    FUNCTION(entry_group_commit) \
    FUNCTION(entry_group_reset) \
    FUNCTION(entry_group_get_client) \
    FUNCTION(entry_group_add_service_strlst) \
    FUNCTION(service_browser_new) \
    FUNCTION(service_browser_free) \
    FUNCTION(service_browser_get_client) \
    FUNCTION(service_resolver_new) \
    FUNCTION(service_resolver_free) \
    FUNCTION(service_resolver_get_client) \
    FUNCTION(strerror) \
    FUNCTION(alternative_service_name) \
    FUNCTION(free) \
    FUNCTION(string_list_parse) \
    FUNCTION(string_list_free) \
    FUNCTION(string_list_get_next) \
    FUNCTION(string_list_get_text) \
    FUNCTION(string_list_get_size)

typedef struct {
#define ZXAVAHI_MEMBER(name) __typeof__(avahi_##name) *name;
    ZXAVAHI_FUNCTIONS(ZXAVAHI_MEMBER)
#undef ZXAVAHI_MEMBER
} zxavahi_library;

/// Loads the library, once for the process. NULL: it can't be, and `reason` has the loader's words, good until this
/// thread's next call of dlopen's family. A failure is not remembered, so that a library installed later is found.
const zxavahi_library *zxavahi_library_load(const char **reason);

#endif
