#include "CZXKitFork.h"
#include "CZXKitSupport.h"
#include "fork_gate.h"

#include <pthread.h>
#include <unistd.h>

enum { word_bits = 64, word_count = 16384 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t generation;
// One bit for each descriptor, guarded by the lock. Pages that are never written to cost nothing.
static uint64_t withheld[word_count];
// No bit is set in this word or behind it.
static size_t words_in_use;
static void (*producer_forked)(void *);

uint32_t zxkit_fork_generation(void) { return __atomic_load_n(&generation, __ATOMIC_RELAXED); }

void zxkit_fork_lock(void) { pthread_mutex_lock(&lock); }

void zxkit_fork_unlock(void) { pthread_mutex_unlock(&lock); }

void zxkit_fork_withhold(int descriptor) {
    size_t word = (size_t)descriptor / word_bits;
    if (word >= word_count) return;
    withheld[word] |= UINT64_C(1) << (descriptor % word_bits);
    if (word >= words_in_use) words_in_use = word + 1;
}

void zxkit_fork_forget(int descriptor) {
    size_t word = (size_t)descriptor / word_bits;
    if (word >= word_count) return;
    withheld[word] &= ~(UINT64_C(1) << (descriptor % word_bits));
}

void zxkit_fork_tell_producer(void (*forked)(void *producer)) {
    __atomic_store_n(&producer_forked, forked, __ATOMIC_RELEASE);
}

static void close_withheld(void) {
    for (size_t word = 0; word < words_in_use; word++) {
        for (; withheld[word] != 0; withheld[word] &= withheld[word] - 1) {
            close((int)(word * word_bits) + __builtin_ctzll(withheld[word]));
        }
    }
    words_in_use = 0;
}

// Of all threads the child has this one alone, so nothing here can be seen half-done.
static void in_child(void) {
    __atomic_store_n(&generation, generation + 1, __ATOMIC_RELAXED);
    close_withheld();
    zxkit_fork_unlock();
    zxkit_fork_gate_in_child();
    void (*forked)(void *) = __atomic_load_n(&producer_forked, __ATOMIC_ACQUIRE);
    // 0 and 1 are words of threads without a producer.
    if (forked != NULL && zxkit_producer() > 1) forked((void *)zxkit_producer());
}

// Those who work may need the lock to come to an end, so it is taken after them.
static void before_fork(void) {
    zxkit_fork_gate_close();
    zxkit_fork_lock();
}

static void in_parent(void) {
    zxkit_fork_unlock();
    zxkit_fork_gate_open();
}

// When the library is loaded, so before there is anything to guard, and before the app's own handlers: those for the child
// run in the order in which they were registered, and the app's may log.
__attribute__((constructor)) static void watch_forks(void) {
    zxkit_fork_gate_make();
    pthread_atfork(before_fork, in_parent, in_child);
}
