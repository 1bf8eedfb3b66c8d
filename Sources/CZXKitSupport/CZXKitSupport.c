#define _GNU_SOURCE
#include "CZXKitSupport.h"

#include <linux/sockios.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

ZXKIT_THREAD_LOCAL uintptr_t zxkit_sink_origin_word = 0;
ZXKIT_THREAD_LOCAL uintptr_t zxkit_open_record_word = 0;

int zxkit_accept4(int listener, struct sockaddr *address, socklen_t *size, int flags) {
    return accept4(listener, address, size, flags);
}

pid_t zxkit_thread_id(void) { return gettid(); }

void zxkit_name_this_thread(const char *name) {
    char cut[16] = {0};
    strncpy(cut, name, sizeof cut - 1);
    pthread_setname_np(pthread_self(), cut);
}

const char *zxkit_error_name(int number) { return strerrorname_np(number); }

const char *zxkit_error_text(int number) { return strerrordesc_np(number); }

int zxkit_unacknowledged_bytes(int socket) {
    int bytes = 0;
    return ioctl(socket, SIOCOUTQ, &bytes) < 0 ? -1 : bytes;
}
