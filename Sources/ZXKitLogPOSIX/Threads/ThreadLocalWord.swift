import CZXKitSupport

/// Two machine words that each thread has for itself; 0 in a new thread. Reading one costs about a nanosecond.
///
/// A word is not a reference: whoever keeps a pointer in it ends what it points to before the thread ends.
package enum ThreadLocalWord {
    /// Says on whose behalf this thread runs, so that a sink is not given the records it makes itself.
    @inlinable
    package static var sinkOrigin: UInt {
        get { zxkit_sink_origin() }
        set { zxkit_set_sink_origin(newValue) }
    }

    /// Says whether, and where, this thread is in the middle of writing a record.
    @inlinable
    package static var openRecord: UInt {
        get { zxkit_open_record() }
        set { zxkit_set_open_record(newValue) }
    }
}
