// What the files of this module share. But for the fields that say otherwise, everything here belongs to the context's
// thread.

#ifndef ZXAVAHI_CONTEXT_H
#define ZXAVAHI_CONTEXT_H

#include "event_loop.h"
#include "include/CZXKitAvahi.h"
#include "library.h"

#include <pthread.h>

/// What an operation does when its client's life goes on. Called by client.c and context.c.
typedef struct {
    /// Whether it has to wait until the daemon has settled the name of its host.
    bool needs_host_name;
    /// Whether the daemon has taken it on.
    bool (*is_started)(const zxavahi_operation *operation);
    /// Makes true what isn't yet; the client is connected. Called again after an error, and whenever there may be
    /// something to do. 0, or Avahi's error.
    int (*start)(zxavahi_operation *operation);
    /// The host settles its name. Only for what needs it: services have to be taken back (Avahi's rule for
    /// S_REGISTERING and S_COLLISION).
    void (*pause)(zxavahi_operation *operation);
    /// The client is about to be freed, and every Avahi object with it.
    void (*forget)(zxavahi_operation *operation, int error);
    /// Frees the operation's Avahi objects, of a client that lives.
    void (*stop)(zxavahi_operation *operation);
} zxavahi_behaviour;

typedef struct {
    AvahiEntryGroup *group;
    /// The TXT record as on the wire.
    uint8_t *text;
    size_t text_length;
    uint16_t port;
    /// How many names were taken since the last one that was won.
    unsigned renames;
    bool is_committed;
    bool is_established;
    /// Another host owns the name: take another before the next commit.
    bool has_lost_name;
} zxavahi_publication;

typedef struct {
    AvahiServiceBrowser *browser;
    /// The browser reported its own end.
    bool is_broken;
} zxavahi_browsing;

typedef enum {
    zxavahi_answer_pending,
    zxavahi_answer_found,
    zxavahi_answer_failed,
} zxavahi_answer;

/// One address family of a resolve operation.
typedef struct {
    AvahiServiceResolver *resolver;
    zxavahi_operation *operation;
    zxavahi_answer answer;
} zxavahi_family;

typedef struct {
    /// IPv4, IPv6.
    zxavahi_family families[2];
    AvahiProtocol heard_over;
} zxavahi_resolving;

struct zxavahi_operation {
    zxavahi_context *context;
    const zxavahi_behaviour *behaviour;
    ZXAvahiListener listener;
    char *name;
    char *type;
    char *domain;
    AvahiIfIndex interface;
    /// An argument was refused, with this error. Such an operation never starts.
    int32_t refusal;
    /// The last error that was told, so that one that stays is told once.
    int32_t told_error;
    /// The last availability that was told, for the same reason.
    ZXAvahiAvailability told_availability;
    int32_t told_availability_error;
    union {
        zxavahi_publication publication;
        zxavahi_browsing browsing;
        zxavahi_resolving resolving;
    };
    /// The list of running operations.
    zxavahi_operation *next;
    /// The lists of operations to add and to cancel, guarded by the context's lock. The links are part of the operation
    /// so that a request never has to allocate, and so never fails.
    zxavahi_operation *next_added;
    zxavahi_operation *next_cancelled;
};

struct zxavahi_context {
    /// Guards the requests of other threads: the next three.
    pthread_mutex_t lock;
    zxavahi_operation *added;
    zxavahi_operation *cancelled;
    bool is_stopping;

    zxavahi_loop loop;
    const zxavahi_library *avahi;
    zxavahi_operation *operations;

    AvahiClient *client;
    /// The client reported its end, for this reason. It can't be freed in that callback.
    int lost_error;
    /// When a client is to be made (again).
    int64_t next_connect;
    int64_t connect_began;
    unsigned failed_connects;
    /// When operations are to be started (again).
    int64_t next_start;

    ZXAvahiAvailability availability;
    int32_t availability_error;
    char availability_reason[200];
};

// ---- context.c: telling

/// Calls the operation's listener.
void zxavahi_tell(zxavahi_operation *operation, const ZXAvahiEvent *event);

/// Tells an event that has no more to it than an error, which may be 0.
void zxavahi_tell_error(zxavahi_operation *operation, ZXAvahiEventKind kind, int32_t error);

/// Tells an operation what is known about the availability, unless it has been told.
void zxavahi_tell_availability(zxavahi_operation *operation);

// ---- client.c: the client's life

/// When zxavahi_client_step has something to do.
int64_t zxavahi_client_deadline(const zxavahi_context *context);

/// Does what is due: drops a lost client, connects, starts operations.
void zxavahi_client_step(zxavahi_context *context);

/// Has the operations started soon, from the thread's own loop: never inside a callback.
void zxavahi_start_soon(zxavahi_context *context);

/// An operation that had started broke: tells the error once and has it started again later.
void zxavahi_restart_later(zxavahi_operation *operation, int error);

/// Frees the client. The operations forget their Avahi objects; `error` is why.
void zxavahi_drop_client(zxavahi_context *context, int error);

// ---- publish.c, browse.c, resolve.c

extern const zxavahi_behaviour zxavahi_publishing_behaviour;
extern const zxavahi_behaviour zxavahi_browsing_behaviour;
extern const zxavahi_behaviour zxavahi_resolving_behaviour;

// ---- operation.c

/// An operation with its behaviour and listener. NULL: no memory.
zxavahi_operation *zxavahi_operation_new(const zxavahi_behaviour *behaviour, ZXAvahiListener listener);

/// Copies the texts, and notes a refusal where one is not UTF-8. False: no memory.
bool zxavahi_operation_name(zxavahi_operation *operation, ZXAvahiServiceName service);

/// Hands a new operation to the context's thread. NULL in, NULL out.
zxavahi_operation *zxavahi_operation_post(zxavahi_context *context, zxavahi_operation *operation);

/// Frees the operation without calling `release`.
void zxavahi_operation_free(zxavahi_operation *operation);

#endif
