#include "CZXKitSupport.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

bool zxkit_reads_counter = false;

#if defined(__x86_64__)

// The kernel uses the time-stamp counter as its clock only while it runs at one rate in all processors and states, which
// it has checked and goes on checking (Linux, arch/x86/kernel/tsc.c).
static bool can_read_counter(void) {
    char name[16] = {0};
    FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (file == NULL) return false;
    bool is_read = fgets(name, sizeof name, file) != NULL;
    fclose(file);
    return is_read && strcmp(name, "tsc\n") == 0;
}

#elif defined(__aarch64__)

// The generic timer has one rate in all processors (Arm Architecture Reference Manual, D11), and Linux has no other clock.
static bool can_read_counter(void) { return true; }

#else

static bool can_read_counter(void) { return false; }

#endif

static void prepare(void) { zxkit_reads_counter = can_read_counter(); }

void zxkit_prepare_ticks(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}
