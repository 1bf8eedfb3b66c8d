// What may be handed on to libavahi.

#ifndef ZXAVAHI_CHECKS_H
#define ZXAVAHI_CHECKS_H

#include "include/CZXKitAvahi.h"

/// Whether the text is UTF-8 (RFC 3629) and has no NUL in it.
bool zxavahi_is_utf8(ZXAvahiText text);

/// Whether the text can name a service instance: 1 to 63 bytes of UTF-8.
bool zxavahi_is_instance_name(ZXAvahiText text);

/// Whether the strings fit a TXT record that also fits a packet.
bool zxavahi_is_text_record(ZXAvahiTextRecord text);

#endif
