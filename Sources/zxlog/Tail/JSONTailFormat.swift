import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// Items for programs: the protocol's JSON lines with `source` added, and items of kind `state` for what happens to
/// sources and to the search for them. All on standard output.
struct JSONTailFormat: TailFormat {
    /// The wall clock in nanoseconds since 1970 UTC.
    var clock: @Sendable () -> Int64 = SystemClock.wall
    private var address: String?

    init() {}

    init(clock: @escaping @Sendable () -> Int64) {
        self.clock = clock
    }

    mutating func append(
        _ item: TailItem, from source: TailSource?, namesSource: Bool, to output: inout [UInt8]
    ) -> StandardStream {
        switch item {
        case .event(let event): append(event, from: source, to: &output)
        case .gone: append("gone", from: source, to: &output)
        case .unavailable(let error): append("unavailable", from: source, error: error, to: &output)
        case .available: append("available", from: source, to: &output)
        case .notFound: append("not-found", from: source, to: &output)
        }
        return .output
    }

    private mutating func append(_ event: LogConnection.Event, from source: TailSource?, to output: inout [UInt8]) {
        switch event {
        case .state(let state): append(state, from: source, to: &output)
        case .hello(let hello): appendItem(.hello(hello), from: source, to: &output)
        case .record(let record): appendItem(.record(record), from: source, to: &output)
        case .gap(let gap): appendItem(.gap(gap), from: source, to: &output)
        case .heartbeat(let heartbeat): appendItem(.heartbeat(heartbeat), from: source, to: &output)
        case .clock(let clock): append(clock, from: source, to: &output)
        }
    }

    private func append(_ clock: LogConnection.Clock, from source: TailSource?, to output: inout [UInt8]) {
        var object = JSONObject()
        object.add("kind", "clock")
        object.add("offsetNanoseconds", Int(clock.offset.nanoseconds))
        object.add("roundTripNanoseconds", Int(clock.roundTrip.nanoseconds))
        object.add("source", source?.instance)
        output += object.line
    }

    private func appendItem(_ item: WireItem, from source: TailSource?, to output: inout [UInt8]) {
        JSONLine.append(item, source: source?.instance, to: &output)
        output.append(UInt8(ascii: "\n"))
    }

    /// The first hello of a connection comes with its state, and is an item of its own.
    private mutating func append(_ state: LogConnection.State, from source: TailSource?, to output: inout [UInt8]) {
        switch state {
        case .connecting(let address):
            self.address = address
            append("connecting", from: source, address: address, to: &output)
        case .connected(let hello):
            append("connected", from: source, address: address, to: &output)
            // An ancestor's app says none.
            if hello.version > 0 {
                appendItem(.hello(hello), from: source, to: &output)
            }
        case .waiting(let reason, let delay):
            append("waiting", from: source, error: reason, retryIn: delay, to: &output)
        case .ended(let reason):
            append("ended", from: source, error: reason, to: &output)
        }
    }

    private func append(
        _ state: String, from source: TailSource?, address: String? = nil, error: ReceiverError? = nil,
        retryIn: Duration? = nil, to output: inout [UInt8]
    ) {
        var object = JSONObject()
        object.add("kind", "state")
        object.add("state", state)
        object.add("time", LogTime(nanosecondsSince1970: clock()).description)
        if let address {
            object.add("address", address)
        }
        if let error {
            object.add("code", error.refusalCode ?? error.code.description)
            object.add("reason", error.description)
            object.add("remedy", error.remedy)
        }
        if let retryIn {
            object.add("retryIn", seconds: retryIn)
        }
        object.add("source", source?.instance)
        output += object.line
    }
}
