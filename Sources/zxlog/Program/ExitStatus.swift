/// What the program tells the one who called it.
struct ExitStatus: Equatable, Sendable {
    let code: Int32

    /// What was asked for was done.
    static let success = ExitStatus(code: 0)
    /// It was not done, or did not happen in time.
    static let failure = ExitStatus(code: 1)
    /// The command line can't be understood.
    static let usage = ExitStatus(code: 2)

    /// Ended by a signal before the work was done, as shells tell it.
    static func signal(_ number: Int32) -> ExitStatus {
        ExitStatus(code: 128 + number)
    }
}
