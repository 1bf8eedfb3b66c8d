import CZXKitSupport

/// What a descriptor is watched for.
package struct PollInterest: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A read would bring something: bytes, the end of the stream, or an error.
    package static let readable = PollInterest(rawValue: 1)
    /// A write would be taken, at least in part.
    package static let writable = PollInterest(rawValue: 2)

    var systemEvents: UInt32 {
        var events: UInt32 = 0
        if contains(.readable) { events |= EPOLLIN.rawValue }
        if contains(.writable) { events |= EPOLLOUT.rawValue }
        return events
    }
}

/// Something that happened to a watched descriptor.
package struct PollEvent: Equatable, Sendable {
    /// What the descriptor was added with.
    package let token: UInt64
    package let isReadable: Bool
    package let isWritable: Bool
    /// Both directions are closed, or the reading end of a pipe is gone. Bytes may still be there to be read.
    package let isHangUp: Bool
    /// An error is waiting: on a socket, `connectionResult()` says which.
    package let isError: Bool

    init(_ event: epoll_event) {
        // Every event was made by `Poller.control`, which stores the union's u64.
        token = unsafe event.data.u64
        isReadable = unsafe event.events & EPOLLIN.rawValue != 0
        isWritable = unsafe event.events & EPOLLOUT.rawValue != 0
        isHangUp = unsafe event.events & EPOLLHUP.rawValue != 0
        isError = unsafe event.events & EPOLLERR.rawValue != 0
    }
}
