#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static zxavahi_library library;
static bool is_loaded;

static const char *loader_words(void) {
    const char *words = dlerror();
    return words != NULL ? words : "unknown reason";
}

// dlsym() on the handle searches what the library depends on as well: libavahi-common.so.3 comes with the client.
static bool bind_functions(void *handle) {
#define ZXAVAHI_BIND(name) \
    *(void **)&library.name = dlsym(handle, "avahi_" #name); \
    if (library.name == NULL) { \
        return false; \
    }
    ZXAVAHI_FUNCTIONS(ZXAVAHI_BIND)
#undef ZXAVAHI_BIND
    return true;
}

static bool load(const char **reason) {
    void *handle = dlopen("libavahi-client.so.3", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        *reason = loader_words();
        return false;
    }
    if (!bind_functions(handle)) {
        *reason = loader_words();
        return false;
    }
    return true;
}

const zxavahi_library *zxavahi_library_load(const char **reason) {
    pthread_mutex_lock(&loading);
    if (!is_loaded) {
        is_loaded = load(reason);
    }
    const zxavahi_library *result = is_loaded ? &library : NULL;
    pthread_mutex_unlock(&loading);
    return result;
}
