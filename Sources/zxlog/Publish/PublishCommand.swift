import ZXKitLogPOSIX

/// `zxlog publish` at work.
struct PublishCommand: Command {
    init(_ options: PublishOptions) {}
    var livesByItsOutput: Bool { false }
    func start(_ completion: Completion) throws(SystemCallError) { completion.finish(.failure) }
    func stop(_ reason: StopReason) {}
}
