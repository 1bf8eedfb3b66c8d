// For pipe2 and memmem.
#define _GNU_SOURCE

#include "CBenchmarkSupport.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

extern char **environ;

pid_t benchmark_spawn(const char *path, char *const *arguments, int input, int output) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return -error;
    }
    error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    }
    pid_t process = 0;
    if (error == 0) {
        error = posix_spawn(&process, path, &actions, NULL, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? process : -error;
}

int benchmark_pipe(int *ends) {
    return pipe2(ends, O_CLOEXEC);
}

bool benchmark_contains(const void *bytes, size_t count, const void *word, size_t length) {
    return count >= length && memmem(bytes, count, word, length) != NULL;
}

void benchmark_bound_lifetime(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(15 * 60);
}
