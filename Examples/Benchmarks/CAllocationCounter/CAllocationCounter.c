// Takes the place of glibc's allocating functions in the program that links it, counts, and forwards to the names under
// which glibc keeps its own ("Replacing malloc" in glibc's manual says which functions may be replaced). What they
// return is glibc's, so `free` needs no replacement.

#include "CAllocationCounter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// The initial-exec model reaches the counter without a call; another one may allocate in the middle of an allocation.
static _Thread_local uint64_t of_this_thread __attribute__((tls_model("initial-exec")));
static _Atomic uint64_t of_all_threads;

static void count(void) {
    of_this_thread += 1;
    atomic_fetch_add_explicit(&of_all_threads, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    count();
    void *made = __libc_memalign(alignment, size);
    if (made == NULL) {
        return ENOMEM;
    }
    *block = made;
    return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

uint64_t allocations_of_this_thread(void) {
    return of_this_thread;
}

uint64_t allocations_of_all_threads(void) {
    return atomic_load_explicit(&of_all_threads, memory_order_relaxed);
}
