// What a forked child must not share with its parent, and how it learns that it is one.
//
// The handlers of pthread_atfork (3) stand behind it. They are run by fork (2), but neither by vfork and posix_spawn, whose
// children go on to another program at once, nor by _Fork, which says so.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// How often this process and those before it were forked while this library was in them: differs between a child and its
/// parent. What was made under another number belongs to another process.
uint32_t zxkit_fork_generation(void);

/// Takes the one lock that no fork finds taken: who forks has to wait for it, and gets a child in which it is free. So what
/// it guards is whole in the child too.
///
/// Hold it for moments, and only around calls that don't block: never twice, and never around code of others.
void zxkit_fork_lock(void);
void zxkit_fork_unlock(void);

/// The calling thread works from now on, until it leaves: no fork comes meanwhile, and while one is under way this waits.
/// Does nothing in a thread that works already.
///
/// For threads of ours, which the app may not know of. What a thread is in the middle of, the child has for ever, and not
/// all of it is ours: the Swift runtime, the C library's time zones and others have locks that no fork looks after. A fork
/// waits for those who work for a second at most, so leave before anything that blocks, and before code of others.
///
/// Returns whether the thread worked before; keeps `errno`.
bool zxkit_fork_begin_work(void);

/// Lets forks come. Returns whether the thread worked before.
bool zxkit_fork_end_work(void);

/// Has the descriptor closed in every child forked from now on. With the lock held since before it was made, no child
/// can have it otherwise. Descriptors above a million are not closed, for which nobody should need so many.
void zxkit_fork_withhold(int descriptor);

/// Takes that back, before the descriptor is closed: its number may then be another's. With the lock held.
void zxkit_fork_forget(int descriptor);

/// Says what is called in a child with the forking thread's producer (see CZXKitSupport.h), if it has one. It may neither
/// allocate nor take a lock.
void zxkit_fork_tell_producer(void (*forked)(void *producer));
