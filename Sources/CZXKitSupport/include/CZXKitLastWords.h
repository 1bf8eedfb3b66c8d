// A line for crash handlers: what is needed to write it lies ready, so that a signal handler finds it without a lock.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Has last words written to a file's descriptor too. Beyond 64 descriptors it does nothing.
///
/// `file` is the same for the same file: in a forked child, which inherited the parent's descriptor of it, that one is
/// replaced and closed.
void zxkit_last_words_add(int descriptor, uint64_t file);

/// Takes that back, before the descriptor is closed: its number may then be another's.
void zxkit_last_words_remove(int descriptor);

/// Writes a text and a line feed to each of the files and then to standard error: async-signal-safe, `errno` kept. A pipe
/// that nobody reads is waited for, for a second.
void zxkit_last_words_write(const char *text, size_t length);
