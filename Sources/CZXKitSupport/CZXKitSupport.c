#define _GNU_SOURCE
#include "CZXKitSupport.h"

#include <linux/sockios.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

ZXKIT_THREAD_LOCAL uintptr_t zxkit_sink_origin_word = 0;
ZXKIT_THREAD_LOCAL uintptr_t zxkit_producer_word = 0;

int zxkit_accept4(int listener, struct sockaddr *address, socklen_t *size, int flags) {
    return accept4(listener, address, size, flags);
}

pid_t zxkit_thread_id(void) { return gettid(); }

void zxkit_name_this_thread(const char *name) {
    char cut[16] = {0};
    strncpy(cut, name, sizeof cut - 1);
    pthread_setname_np(pthread_self(), cut);
}

void zxkit_run_as_batch(void) {
    const struct sched_param priority = {.sched_priority = 0};
    sched_setscheduler(0, SCHED_BATCH, &priority);
}

const char *zxkit_error_name(int number) { return strerrorname_np(number); }

const char *zxkit_error_text(int number) { return strerrordesc_np(number); }

static pthread_once_t producer_key_once = PTHREAD_ONCE_INIT;
static pthread_key_t producer_key;
static int producer_key_error;
static void (*producer_ended)(void *);

static void make_producer_key(void) {
    producer_key_error = pthread_key_create(&producer_key, __atomic_load_n(&producer_ended, __ATOMIC_RELAXED));
}

int zxkit_tell_end_of_producer(void *producer, void (*ended)(void *)) {
    // Several threads may store the same at once.
    __atomic_store_n(&producer_ended, ended, __ATOMIC_RELAXED);
    int error = pthread_once(&producer_key_once, make_producer_key);
    if (error == 0) error = producer_key_error;
    return error != 0 ? error : pthread_setspecific(producer_key, producer);
}

int zxkit_peer_process(int socket, int32_t *process, uint32_t *user) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) {
        return -1;
    }
    *process = peer.pid;
    *user = peer.uid;
    return 0;
}

int zxkit_unacknowledged_bytes(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) < 0 ? -1 : bytes;
}
