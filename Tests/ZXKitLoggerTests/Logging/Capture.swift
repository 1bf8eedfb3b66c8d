import ZXKitLogger

/// What a sink got of everything that was logged in a closure.
func captured(
    showsPrivate: Bool = false, _ body: (ZXLogger) throws -> Void
) async throws -> [LogRecord] {
    var options = LogSystemOptions()
    options.showsPrivate = showsPrivate
    let memory = MemorySink()
    let system = try LogSystem(sinks: [memory], options: options)
    try body(system.logger("test"))
    await system.shutdown(deadline: .seconds(30))
    return memory.records
}
