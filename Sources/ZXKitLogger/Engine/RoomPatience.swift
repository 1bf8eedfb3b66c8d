/// How long a call waits for room in its thread's buffer.
enum RoomPatience {
    /// As the system's overflow policy says.
    case asSystem
    /// Not at all, whatever the policy says.
    case none
    /// Until this moment, and longer only if the policy says so.
    case until(Moment)

    /// Whether a call that found no room may wait on.
    ///
    /// - Parameter blocks: Whether the system's policy is to wait.
    /// - Returns: Whether to wait on.
    func isLeft(blocks: Bool) -> Bool {
        switch self {
        case .asSystem: blocks
        case .none: false
        case .until(let end): blocks || !end.hasPassed
        }
    }
}
