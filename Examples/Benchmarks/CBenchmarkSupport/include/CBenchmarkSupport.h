#ifndef C_BENCHMARK_SUPPORT_H
#define C_BENCHMARK_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Tells the optimiser that the value is used and that memory may have changed. Costs no instruction.
static inline void benchmark_keep(uint64_t value) {
    __asm__ volatile("" : : "r"(value) : "memory");
}

/// The same text, which the optimiser knows nothing about any more.
static inline const char *_Nonnull benchmark_hidden(const char *_Nonnull text) {
    __asm__ volatile("" : "+r"(text));
    return text;
}

/// Starts a program with these descriptors as standard input and output, and all its other descriptors but standard
/// error closed if they are close-on-exec. Returns its id, or a negated errno.
pid_t benchmark_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, int input, int output);

/// Makes a pipe whose ends are close-on-exec. Returns -1 and sets errno if it can't.
int benchmark_pipe(int *_Nonnull ends);

/// Whether the bytes have those of a word in them.
bool benchmark_contains(const void *_Nullable bytes, size_t count, const void *_Nonnull word, size_t length);

/// Ends this process with the one that started it, and in any case after 15 minutes.
void benchmark_bound_lifetime(void);

#endif
