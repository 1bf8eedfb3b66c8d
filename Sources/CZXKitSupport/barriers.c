#define _GNU_SOURCE
#include "CZXKitSupport.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

bool zxkit_light_barrier_is_fence = true;

static bool membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0) == 0; }

static void prepare(void) {
    zxkit_light_barrier_is_fence = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

void zxkit_prepare_barriers(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

void zxkit_heavy_barrier(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (zxkit_light_barrier_is_fence) return;
    // A process that was registered can't be refused; a forked child registers anew.
    if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) return;
    if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}
