internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// The levels of one sink, which may change while it reads: each part of the journal is judged by what held when it was
/// written, however far behind the sink is.
final class SinkLevels: Sendable {
    /// The lowest level that the sink may ever want.
    private let mostVerbose: LogLevel
    private let state: Lock<[Piece]>

    /// Levels and the first number that they hold for; they end where the next piece begins.
    private struct Piece {
        let first: UInt64
        let levels: LogLevels
    }

    /// So many changes are kept for a sink that hasn't come to them; beyond that, older ones count as part of the next.
    private static let mostPieces = 64

    init(_ attached: AttachedSink) {
        mostVerbose = attached.sink.mostVerboseLevel
        state = Lock([Piece(first: 1, levels: attached.levels.limited(to: mostVerbose))])
    }

    /// What holds for records to come.
    var current: LogLevels {
        state.withLock { $0[$0.count - 1].levels }
    }

    /// Changes the levels, for records from a number on.
    func set(_ levels: LogLevels, from first: UInt64) {
        let levels = levels.limited(to: mostVerbose)
        state.withLock { pieces in
            // Levels that no record came under need no place.
            if pieces[pieces.count - 1].first >= first {
                pieces.removeLast()
            } else if pieces.count == Self.mostPieces {
                pieces[1] = Piece(first: pieces[0].first, levels: pieces[1].levels)
                pieces.removeFirst()
            }
            pieces.append(Piece(first: first, levels: levels))
        }
    }

    /// What holds at a number, and the number from which on it doesn't any more, or `nil`. What is before is forgotten.
    func levels(at sequence: UInt64) -> (levels: LogLevels, end: UInt64?) {
        state.withLock { pieces in
            while pieces.count > 1, pieces[1].first <= sequence {
                pieces.removeFirst()
            }
            return (pieces[0].levels, pieces.count > 1 ? pieces[1].first : nil)
        }
    }
}
