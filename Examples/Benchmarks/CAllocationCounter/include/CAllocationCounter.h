#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many blocks the calling thread has allocated so far.
uint64_t allocations_of_this_thread(void);

/// How many blocks all threads have allocated so far.
uint64_t allocations_of_all_threads(void);

#endif
