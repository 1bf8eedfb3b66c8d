// Where forks wait for our threads, and our threads for forks. What the threads call is in CZXKitFork.h.
#pragma once

/// Before everything else.
void zxkit_fork_gate_make(void);

/// Lets nobody begin to work, and waits until nobody works, for a second at most.
void zxkit_fork_gate_close(void);

void zxkit_fork_gate_open(void);

/// Open, with this one thread.
void zxkit_fork_gate_in_child(void);
