internal import ZXKitLogCore

/// The lowest level that is wanted, or that nothing is: as one number, which a log call compares its level with.
struct LevelThreshold: Hashable, Sendable {
    /// A level's raw value, or above every level.
    let rawValue: UInt8

    /// No level is wanted.
    static let nothing = LevelThreshold(nil)

    /// - Parameter level: The lowest that is wanted; `nil` where none is.
    init(_ level: LogLevel?) {
        rawValue = level?.rawValue ?? .max
    }

    /// The lowest that is wanted; `nil` where none is.
    var level: LogLevel? { LogLevel(rawValue: rawValue) }
}

extension LevelThreshold: Comparable {
    /// Whether `left` wants more than `right`.
    static func < (left: LevelThreshold, right: LevelThreshold) -> Bool {
        left.rawValue < right.rawValue
    }
}
