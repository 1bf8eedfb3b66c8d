#include "checks.h"

#include <avahi-common/error.h>

const int32_t zxavahi_error_invalid_name = AVAHI_ERR_INVALID_SERVICE_NAME;
const int32_t zxavahi_error_invalid_text = AVAHI_ERR_INVALID_RDATA;
const int32_t zxavahi_error_timeout = AVAHI_ERR_TIMEOUT;
const int32_t zxavahi_error_no_memory = AVAHI_ERR_NO_MEMORY;
const int32_t zxavahi_error_not_permitted = AVAHI_ERR_NOT_PERMITTED;

// How many bytes follow the first one of a scalar; -1 for a byte that can't be first. 0xc0, 0xc1 and above 0xf4 would
// only write what has a shorter form, or what is beyond Unicode.
static int continuation_count(uint8_t first) {
    if (first < 0x80) {
        return 0;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return 1;
    }
    if (first >= 0xe0 && first <= 0xef) {
        return 2;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        return 3;
    }
    return -1;
}

// The second byte's range rules out longer forms than needed, surrogates and what is beyond U+10FFFF (RFC 3629
// section 4).
static bool is_second_byte(uint8_t first, uint8_t second) {
    uint8_t lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    uint8_t highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= lowest && second <= highest;
}

// The length of the scalar at the start, 0 if there is none.
static size_t scalar_length(const uint8_t *bytes, size_t available) {
    int following = continuation_count(bytes[0]);
    if (following < 0 || (size_t)following >= available) {
        return 0;
    }
    if (following > 0 && !is_second_byte(bytes[0], bytes[1])) {
        return 0;
    }
    for (int index = 2; index <= following; index++) {
        if ((bytes[index] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return (size_t)following + 1;
}

bool zxavahi_is_utf8(ZXAvahiText text) {
    const uint8_t *bytes = (const uint8_t *)text.bytes;
    for (size_t offset = 0; offset < text.length;) {
        size_t length = scalar_length(bytes + offset, text.length - offset);
        if (length == 0 || bytes[offset] == 0) {
            return false;
        }
        offset += length;
    }
    return true;
}

bool zxavahi_is_instance_name(ZXAvahiText text) {
    return text.length >= 1 && text.length <= ZXAVAHI_LONGEST_NAME && zxavahi_is_utf8(text);
}

// RFC 6763 section 6.2 asks for at most 1,300 bytes. Avahi reports a record that fits no packet as established and
// never sends it, so the limit has to be kept here.
bool zxavahi_is_text_record(ZXAvahiTextRecord text) {
    size_t total = 0;
    for (size_t index = 0; index < text.count; index++) {
        if (text.lengths[index] > ZXAVAHI_LONGEST_TEXT_STRING) {
            return false;
        }
        total += 1 + text.lengths[index];
        if (total > ZXAVAHI_LONGEST_TEXT_RECORD) {
            return false;
        }
    }
    return true;
}
