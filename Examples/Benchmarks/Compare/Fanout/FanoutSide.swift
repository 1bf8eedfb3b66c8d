internal import BenchmarkSupport
internal import Glibc

/// One side of a fan-out: something that sends, and viewers in a process of their own that read and count.
struct FanoutSide {
    /// What a run found.
    struct Outcome {
        /// Records that reached viewers, in a second.
        let rate: Double
        /// How long a record is in a viewer's stream, about, in bytes.
        let recordLength: Double
        /// What the sender reported before the viewers came.
        let before: Figures
        /// What it reported from then on.
        let after: Figures
    }

    let viewers: Int
    let records: Int
    let crowd: Crowd
    let place: Workplace

    // MARK: Sides

    /// Our logger.
    func runOurs() throws(BenchmarkError) -> Outcome {
        let sender = try MeasuringProcess(
            place.path(of: .ours), [crowd.producer, "\(records)", "-"], title: "our sender")
        let before = try sender.wait(until: "rss_before")
        let port = Int(try before.value("port"))
        let crowd = try drain(crowd.form, port, viewers, crowd.share(of: records), crowd.greeting)
        let other = try self.crowd.fullGreeting.map { greeting throws(BenchmarkError) in
            try drain("cbor", port, 1, records, greeting)
        }
        return try run(sender, [crowd] + (other.map { [$0] } ?? []), before)
    }

    /// A NATS server, and one that publishes to it.
    func runNATS() throws(BenchmarkError) -> Outcome {
        let server = try NATSServer(in: place)
        defer { server.stop() }
        let half = crowd == .half
        var drains = [
            try drain("nats", server.port, viewers, crowd.share(of: records), Self.subscription(to: "info"))
        ]
        if half {
            drains.append(try drain("nats", server.port, 1, records, Self.subscription(to: "*")))
        }
        let sender = try MeasuringProcess(
            place.path(ofPeer: "publish"), ["\(server.port)", "\(records)", half ? "1" : "0"], title: "publisher")
        return try run(sender, drains, Figures(parsing: ""))
    }

    /// A prepared block, written to each socket.
    func runRaw(recordLength: Int) throws(BenchmarkError) -> Outcome {
        let sender = try MeasuringProcess(
            place.path(ofPeer: "raw"), ["\(viewers)", "\(records)", "\(recordLength)"], title: "raw sender")
        let before = try sender.wait(until: "port")
        return try run(sender, [try drain("cbor", Int(before.value("port")), viewers, records, "")], before)
    }

    private static func subscription(to subject: String) -> String {
        #"CONNECT {"verbose":false,"pedantic":false}\nSUB \#(subject) 1\nPING\n"#
    }

    /// Our logger, with one more viewer that is stopped.
    func runBesideStopped() throws(BenchmarkError) -> Outcome {
        let sender = try MeasuringProcess(
            place.path(of: .ours), [crowd.producer, "\(records)", "-"], title: "our sender")
        let before = try sender.wait(until: "rss_before")
        let port = Int(try before.value("port"))
        let stopped = try drain(crowd.form, port, 1, records, "ZXLOG/1 cbor from=now name=stopped\\n")
        try stopped.process.signal(SIGSTOP)
        try stopped.process.waitUntilStopped()
        defer {
            try? stopped.process.signal(SIGKILL)
            _ = try? stopped.process.waitUntilEnded()
        }
        return try run(sender, [try drain(crowd.form, port, viewers, records, crowd.greeting)], before)
    }

    // MARK: Running

    private func drain(
        _ form: String, _ port: Int, _ viewers: Int, _ records: Int, _ greeting: String
    ) throws(BenchmarkError) -> MeasuringProcess {
        let drain = try MeasuringProcess(
            place.path(ofPeer: "drain"), [form, "\(port)", "\(viewers)", "\(records)", greeting], title: "drain")
        _ = try drain.wait(until: "ready")
        return drain
    }

    /// Lets the sender begin, and waits until all viewers have everything.
    private func run(
        _ sender: MeasuringProcess, _ drains: [MeasuringProcess], _ before: Figures
    ) throws(BenchmarkError) -> Outcome {
        try sender.begin()
        var (end, recordLength) = (0.0, 0.0)
        for (index, drain) in drains.enumerated() {
            let counted = try drain.finish()
            let expected = index == 0 ? crowd.share(of: records) : records
            let (records, gaps) = (try counted.value("records"), try counted.value("gaps"))
            guard gaps == 0, records == Double(expected) else {
                throw BenchmarkError("a viewer got \(records) records instead of \(expected), and all \(gaps) gaps")
            }
            end = max(end, try counted.value("end"))
            recordLength = try counted.value("bytes_per_record")
        }
        let after = try sender.finish()
        let deliveries = Double(viewers * crowd.share(of: records))
        return Outcome(
            rate: deliveries * 1e9 / (end - (try after.value("start"))), recordLength: recordLength, before: before,
            after: after)
    }
}
