#include "library.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

// No lock: a forked child could find it taken by a thread that it doesn't have.
static _Atomic(zxavahi_library *) loaded;

static const char *loader_words(void) {
    const char *words = dlerror();
    return words != NULL ? words : "unknown reason";
}

// dlsym() on the handle searches what the library depends on as well: libavahi-common.so.3 comes with the client.
static bool bind_functions(zxavahi_library *library, void *handle) {
#define ZXAVAHI_BIND(name) \
    *(void **)&library->name = dlsym(handle, "avahi_" #name); \
    if (library->name == NULL) { \
        return false; \
    }
    ZXAVAHI_FUNCTIONS(ZXAVAHI_BIND)
#undef ZXAVAHI_BIND
    return true;
}

static bool load(zxavahi_library *library, const char **reason) {
    void *handle = dlopen("libavahi-client.so.3", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        *reason = loader_words();
        return false;
    }
    if (!bind_functions(library, handle)) {
        *reason = loader_words();
        return false;
    }
    return true;
}

// Of two threads that load at the same time, the first to be done makes the library known, and the other throws away what
// it has: the loader gave both the same.
const zxavahi_library *zxavahi_library_load(const char **reason) {
    zxavahi_library *known = atomic_load(&loaded);
    if (known != NULL) {
        return known;
    }
    zxavahi_library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        *reason = "out of memory";
        return NULL;
    }
    if (!load(library, reason)) {
        free(library);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&loaded, &known, library)) {
        return library;
    }
    free(library);
    return known;
}
