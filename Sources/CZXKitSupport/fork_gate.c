#include "fork_gate.h"
#include "CZXKitFork.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

enum { patience_s = 1 };

static pthread_mutex_t mutex;
// Told when the last fork is over, and when a thread ends its work while one waits.
static pthread_cond_t opened, idle;
static unsigned forks, workers;
static __thread bool works;

void zxkit_fork_gate_make(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&opened, NULL);
    pthread_cond_init(&idle, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool zxkit_fork_begin_work(void) {
    if (works) return true;
    // The callers stand between a system call and a look at what it said.
    int kept_errno = errno;
    pthread_mutex_lock(&mutex);
    while (forks > 0) pthread_cond_wait(&opened, &mutex);
    workers++;
    works = true;
    pthread_mutex_unlock(&mutex);
    errno = kept_errno;
    return false;
}

bool zxkit_fork_end_work(void) {
    if (!works) return false;
    pthread_mutex_lock(&mutex);
    workers--;
    works = false;
    if (forks > 0) pthread_cond_broadcast(&idle);
    pthread_mutex_unlock(&mutex);
    return true;
}

void zxkit_fork_gate_close(void) {
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    deadline.tv_sec += patience_s;
    pthread_mutex_lock(&mutex);
    forks++;
    // Who forks in the middle of its own work doesn't wait for itself.
    while (workers > (works ? 1 : 0)) {
        if (pthread_cond_timedwait(&idle, &mutex, &deadline) == ETIMEDOUT) break;
    }
    pthread_mutex_unlock(&mutex);
}

void zxkit_fork_gate_open(void) {
    pthread_mutex_lock(&mutex);
    forks--;
    if (forks == 0) pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
}

// Others may have held the mutex, or waited: nothing of that is left.
void zxkit_fork_gate_in_child(void) {
    zxkit_fork_gate_make();
    forks = 0;
    workers = works ? 1 : 0;
}
