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

    /// Says where this thread keeps what it needs to write records.
    @inlinable
    package static var producer: UInt {
        get { zxkit_producer() }
        set { zxkit_set_producer(newValue) }
    }

    /// Has a function called with the thread's `producer` when the calling thread ends. It is called again if the thread
    /// asks again while it ends, a few times at most (pthread_key_create(3)).
    ///
    /// - Parameter ended: Always the same function.
    /// - Returns: Whether that could be arranged.
    package static func tellEndOfProducer(_ ended: @convention(c) (UnsafeMutableRawPointer?) -> Void) -> Bool {
        unsafe zxkit_tell_end_of_producer(UnsafeMutableRawPointer(bitPattern: producer), ended) == 0
    }
}
