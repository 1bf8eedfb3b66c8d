import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// Something a tail has to say, before it is known how it looks.
enum TailItem: Sendable {
    /// What a source's connection told.
    case event(LogConnection.Event)
    /// A source is no longer advertised.
    case gone
    /// Apps can't be looked for now.
    case unavailable(ReceiverError)
    /// Apps can be looked for again.
    case available
    /// Nothing of the source's name was found so far.
    case notFound
}

/// Where an item comes from.
struct TailSource: Sendable, Equatable {
    /// The instance name; of what was given as HOST:PORT, that.
    let instance: String
    /// The plain name of the app, for sentences.
    var name: String
}

/// How a tail's items look. Each source has one of its own, which may remember what it said before.
protocol TailFormat: Sendable {
    /// Appends an item as one line, or as nothing.
    ///
    /// - Parameters:
    ///   - item: What to say.
    ///   - source: Where it comes from; nil for what is about no source.
    ///   - namesSource: Whether a reader needs to be told the source.
    ///   - output: Where the line goes.
    /// - Returns: The stream that the line is for.
    mutating func append(
        _ item: TailItem, from source: TailSource?, namesSource: Bool, to output: inout [UInt8]
    ) -> StandardStream
}
