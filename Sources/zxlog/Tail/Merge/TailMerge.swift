import ZXKitLogPOSIX

/// Puts the lines of a tail's sources in order. With one source nothing waits.
actor TailMerge {
    /// Records of apps on one network come within a few milliseconds, and a person doesn't notice so much.
    static let window = Duration.milliseconds(100)
    /// As much as may wait to be printed.
    private static let limit = 1 << 20

    private var merge = RecordMerge<SourceDirectory.ID, MergedLine>(
        window: TailMerge.window.saturatedNanoseconds, limit: TailMerge.limit)
    private var sources: Set<SourceDirectory.ID> = []
    private var timer: Task<Void, Never>?
    private let session: TailSession

    init(_ session: TailSession) {
        self.session = session
    }

    /// Waits for lines of a source from now on.
    func open(_ source: SourceDirectory.ID) {
        sources.insert(source)
        merge.open(source)
    }

    /// Waits no longer for lines of a source, as it isn't connected.
    func close(_ source: SourceDirectory.ID) {
        sources.remove(source)
        merge.close(source)
        writeWhatMayGo()
    }

    /// Takes a line of a source, which goes out in its turn.
    func add(_ line: MergedLine, time: Int64?, from source: SourceDirectory.ID) {
        merge.add(line, size: line.bytes.count, time: time, from: source, now: SystemClock.monotonic())
        writeWhatMayGo()
    }

    /// Writes everything that waits.
    func flush() {
        timer?.cancel()
        while let line = merge.nextAtOnce() {
            session.write(line)
        }
    }

    private func writeWhatMayGo() {
        let isAlone = sources.count <= 1
        let now = SystemClock.monotonic()
        while let line = isAlone ? merge.nextAtOnce() : merge.next(now: now) {
            session.write(line)
        }
        startTimer()
    }

    private func startTimer() {
        guard timer == nil, let due = merge.nextDue else { return }
        timer = Task {
            let now = SystemClock.monotonic()
            try? await Task.sleep(for: .nanoseconds(Int64(clamping: due > now ? due - now : 0)))
            timer = nil
            guard !Task.isCancelled else { return }
            writeWhatMayGo()
        }
    }
}
