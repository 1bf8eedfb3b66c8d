// Publish, browse and resolve services through the Avahi daemon, without ever waiting for it.
//
// A context is one thread with one connection to the D-Bus system bus. Every Avahi object lives on that thread and none
// is visible here. The functions below may be called from any thread, and from inside a callback. They never block on
// D-Bus, where each call may take 25 seconds when the daemon hangs.
//
// An operation is a wish that holds until it is cancelled: the context makes it true again, by itself, after a library
// that is missing, a bus or daemon that is missing, restarts or hangs, a host that is renamed, a name that is taken.

#ifndef CZXKIT_AVAHI_H
#define CZXKIT_AVAHI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define ZXAVAHI_OPEN_ENUM __attribute__((enum_extensibility(open)))
#else
#define ZXAVAHI_OPEN_ENUM
#define _Nullable
#endif

typedef struct zxavahi_context zxavahi_context;
typedef struct zxavahi_operation zxavahi_operation;

/// How far the way to the network is open.
typedef enum ZXAVAHI_OPEN_ENUM ZXAvahiAvailability {
    /// Not known yet, or between two connections. Never in an event.
    ZXAvahiAvailabilityUnknown = 0,
    /// libavahi-client.so.3 can't be loaded; `reason` has the loader's words.
    ZXAvahiAvailabilityNoLibrary = 1,
    /// The D-Bus system bus can't be reached.
    ZXAvahiAvailabilityNoBus = 2,
    /// The bus is there and the daemon is not.
    ZXAvahiAvailabilityNoDaemon = 3,
    /// The daemon is there and settles its host name. It takes no services meanwhile.
    ZXAvahiAvailabilityNotReady = 4,
    /// The daemon is there and does not answer.
    ZXAvahiAvailabilityNotResponding = 5,
    /// The library refused to connect, for the reason in `error`.
    ZXAvahiAvailabilityRefused = 6,
    /// All is well.
    ZXAvahiAvailabilityRunning = 7,
} ZXAvahiAvailability;

/// What an event says. The comment names the fields that count.
typedef enum ZXAVAHI_OPEN_ENUM ZXAvahiEventKind {
    /// `availability`, `error`, `reason`. For every operation, at its start if known, and on each change.
    ZXAvahiEventKindAvailability = 1,
    /// `error`, `reason`: Avahi refused the operation. It is tried again; but where the error is that of an argument
    /// refused by this shim, it stays refused.
    ZXAvahiEventKindRefused = 2,

    /// `name`: the service is on the network.
    ZXAvahiEventKindPublished = 10,
    /// `name`: the name before was taken, this one is tried.
    ZXAvahiEventKindRenamed = 11,
    /// `error` (0: the host settles its name): the service is off the network until the next `Published`.
    ZXAvahiEventKindWithdrawn = 12,

    /// `name`, `type`, `domain`, `interface`, `is_ipv6`.
    ZXAvahiEventKindAdded = 20,
    /// `name`, `type`, `domain`, `interface`, `is_ipv6`.
    ZXAvahiEventKindRemoved = 21,
    /// What the daemon knows has been reported.
    ZXAvahiEventKindAllForNow = 22,
    /// `error`, `reason`: all that was added is void.
    ZXAvahiEventKindFlushed = 23,

    /// All fields of `Added`, `host_name`, `address`, `port`, `text`, `is_local`.
    ZXAvahiEventKindResolved = 30,
    /// `error`, `reason`: no address of either family is known.
    ZXAvahiEventKindUnresolved = 31,
} ZXAvahiEventKind;

/// Something that happened. Every pointer is good during the callback only.
typedef struct ZXAvahiEvent {
    ZXAvahiEventKind kind;
    ZXAvahiAvailability availability;
    /// Avahi's error number (negative), or 0.
    int32_t error;
    /// The error in words.
    const char *_Nullable reason;
    const char *_Nullable name;
    const char *_Nullable type;
    const char *_Nullable domain;
    const char *_Nullable host_name;
    /// The kernel's index of the interface the service was heard on.
    int32_t interface;
    /// Whether it was heard over IPv6.
    bool is_ipv6;
    /// Whether the service is one of this host.
    bool is_local;
    uint16_t port;
    /// 4 or 16 bytes, in network order.
    uint8_t address_length;
    uint8_t address[16];
    /// The TXT record as on the wire: each string after a byte with its length (RFC 6763 section 6.1).
    const uint8_t *_Nullable text;
    size_t text_length;
} ZXAvahiEvent;

/// Who is told. `callback` runs on the context's thread and must not block. `release` runs once, after the last
/// callback, when the operation has been cancelled or its context stopped.
typedef struct ZXAvahiListener {
    void (*callback)(const ZXAvahiEvent *event, void *_Nullable user_data);
    void (*_Nullable release)(void *_Nullable user_data);
    void *_Nullable user_data;
} ZXAvahiListener;

/// Bytes that should be UTF-8 without a NUL. Whether they are is checked: libdbus aborts the process on other bytes.
typedef struct ZXAvahiText {
    const char *_Nullable bytes;
    size_t length;
} ZXAvahiText;

/// Names a service, to publish or resolve it.
typedef struct ZXAvahiServiceName {
    ZXAvahiText name;
    ZXAvahiText type;
    /// Empty when publishing: the daemon's own domain.
    ZXAvahiText domain;
} ZXAvahiServiceName;

/// The strings of a TXT record: `bytes` holds them one after another, `lengths` how long each is.
typedef struct ZXAvahiTextRecord {
    const uint8_t *_Nullable bytes;
    const size_t *_Nullable lengths;
    size_t count;
} ZXAvahiTextRecord;

/// "Any interface", where an interface index is asked for.
#define ZXAVAHI_ANY_INTERFACE (-1)

/// Starts a context. NULL: `errno` says what was lacking. The library, the bus and the daemon may all be missing.
zxavahi_context *_Nullable zxavahi_context_start(void);

/// Ends a context and cancels what it still runs. Returns at once; its thread finishes and frees everything by itself.
/// The last call for this context and its operations.
void zxavahi_context_stop(zxavahi_context *context);

/// Each of these returns NULL only when memory is out, and then has kept nothing and never calls `release`. A bad
/// argument is told by a `Refused` event.
zxavahi_operation *_Nullable zxavahi_publish(
    zxavahi_context *context, ZXAvahiServiceName service, uint16_t port, ZXAvahiTextRecord text, int32_t interface,
    ZXAvahiListener listener);

zxavahi_operation *_Nullable zxavahi_browse(zxavahi_context *context, ZXAvahiText type, ZXAvahiListener listener);

zxavahi_operation *_Nullable zxavahi_resolve(
    zxavahi_context *context, ZXAvahiServiceName service, int32_t interface, bool is_ipv6, ZXAvahiListener listener);

/// Ends an operation; call it once. Returns at once; a callback may be running, and one more may come, before `release`.
void zxavahi_cancel(zxavahi_operation *operation);

/// What the checks allow.
#define ZXAVAHI_LONGEST_NAME 63
#define ZXAVAHI_LONGEST_TEXT_STRING 255
#define ZXAVAHI_LONGEST_TEXT_RECORD 1300

/// The errors by which this shim itself refuses arguments, with Avahi's numbers.
extern const int32_t zxavahi_error_invalid_name;
extern const int32_t zxavahi_error_invalid_text;

/// Some of Avahi's errors that callers tell apart.
extern const int32_t zxavahi_error_timeout;
extern const int32_t zxavahi_error_no_memory;
extern const int32_t zxavahi_error_not_permitted;

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
