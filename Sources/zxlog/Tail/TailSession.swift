import ZXKitLogPOSIX

/// What all sources of a tail share: where lines go, how many records are still wanted, and the end.
final class TailSession: Sendable {
    private struct State {
        var outcome: TailOutcome
        var namesSources: Bool
        var mergesSources = false
        var hasEnded = false
        var hasTimedOut = false
    }

    let options: TailOptions
    private let isColored: Bool
    private let output: OutputQueue
    private let ending = OneShot<TailEnd>()
    private let state: Lock<State>

    init(_ options: TailOptions) {
        self.options = options
        isColored = options.color.isColored()
        output = OutputQueue { [ending] trouble in
            ending.resolve(.stopped(StopReason(trouble)))
        }
        state = Lock(
            State(
                outcome: TailOutcome(wanted: options.count, hasTimeout: options.timeout != nil),
                // What is one source now may be several later, but for the apps that one word names.
                namesSources: options.targets.count != 1))
    }

    /// Starts to write what is handed over.
    func startOutput() throws(SystemCallError) -> SystemThread {
        try output.start()
    }

    /// Takes no more lines; those handed over are still written.
    func endOutput() {
        output.end()
    }

    /// A format for one source.
    func makeFormat() -> any TailFormat {
        switch options.format {
        case .json: JSONTailFormat()
        case .text: TextTailFormat(usesUTC: options.usesUTC, isColored: isColored)
        }
    }

    /// Whether lines must say where they come from.
    var namesSources: Bool {
        state.withLock { $0.namesSources }
    }

    /// Whether lines come from several sources, so that they have to be put in order. One source's are never held up.
    var mergesSources: Bool {
        state.withLock { $0.mergesSources }
    }

    /// Puts all further lines in order.
    func mergeSources() {
        state.withLock { $0.mergesSources = true }
    }

    /// Lets all further lines say where they come from.
    func nameSources() {
        state.withLock { $0.namesSources = true }
    }

    /// Writes a source's line.
    func write(_ line: MergedLine) {
        switch line {
        case .record(let bytes): writeRecord(bytes)
        case .notice(let bytes, let stream): write(bytes, to: stream)
        }
    }

    /// Writes the line of a record if it is still wanted, and ends when it was the last one.
    private func writeRecord(_ line: [UInt8]) {
        let isComplete = state.withLock { state in
            guard !state.hasEnded, state.outcome.take() else { return false }
            output.write(line, to: .output)
            return state.outcome.isComplete
        }
        if isComplete {
            end(.counted)
        }
    }

    /// Waits while there is much to be written.
    func waitForRoom() async {
        await output.waitForRoom()
    }

    /// Writes a line that is no record.
    func write(_ line: [UInt8], to stream: StandardStream) {
        state.withLock { state in
            guard !state.hasEnded, !state.outcome.isComplete, !line.isEmpty else { return }
            output.write(line, to: stream)
        }
    }

    /// Ends the tail. The first reason counts.
    func end(_ reason: TailEnd) {
        ending.resolve(reason)
    }

    /// Whether the tail ended because its time was over.
    var hasTimedOut: Bool {
        state.withLock { $0.hasTimedOut }
    }

    /// Waits for the end; nothing is written after it.
    ///
    /// - Parameter merge: What may still hold lines.
    /// - Returns: What the program returns.
    func waitForEnd(of merge: TailMerge) async -> ExitStatus {
        let end = await ending.value()
        await merge.flush()
        if case .stopped(.outputFailed(let error)) = end {
            StandardStream.error.say("zxlog tail: can't write to standard output: \(error.reason)\n")
        }
        return state.withLock { state in
            state.hasEnded = true
            if case .timedOut = end { state.hasTimedOut = true }
            return state.outcome.status(of: end)
        }
    }
}

extension StopReason {
    init(_ trouble: OutputQueue.Trouble) {
        switch trouble {
        case .closed: self = .outputClosed
        case .failed(let error): self = .outputFailed(error)
        }
    }
}
