import Glibc

/// The time zone of this process: `TZ`, or `/etc/localtime`.
package enum LocalTime {
    /// Seconds to add to UTC to get local time at a moment; 0 when the C library can't tell.
    ///
    /// The zone is read once per process by the C library, under a lock of its own: not for signal handlers.
    package static func utcOffsetSeconds(atUnixSeconds seconds: Int64) -> Int {
        var moment = time_t(seconds)
        var parts = unsafe tm()
        // Both are this frame's own; localtime_r, unlike localtime, keeps nothing.
        guard unsafe localtime_r(&moment, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }
}
