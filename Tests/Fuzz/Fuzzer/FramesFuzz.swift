import ZXKitLogCore

/// However a stream is cut into reads, the same items come out, and the same error ends them.
enum FramesFuzz {
    private struct Outcome: Equatable {
        var items: [WireItem] = []
        var error: WireError?
    }

    /// The first byte says how large the pieces are.
    static func run(_ bytes: [UInt8]) {
        guard let size = bytes.first.map({ Int($0) % 64 + 1 }) else { return }
        let stream = bytes.dropFirst()
        let whole = outcome(of: [stream])
        let pieces = stride(from: stream.startIndex, to: stream.endIndex, by: size).map {
            stream[$0..<min($0 + size, stream.endIndex)]
        }
        precondition(outcome(of: pieces) == whole, "pieces of \(size) bytes decode to something else")
    }

    private static func outcome(of pieces: [ArraySlice<UInt8>]) -> Outcome {
        var decoder = FrameDecoder()
        var outcome = Outcome()
        do throws(WireError) {
            for piece in pieces {
                decoder.append(piece)
                while let item = try decoder.next() {
                    outcome.items.append(item)
                }
            }
        } catch {
            outcome.error = error
        }
        return outcome
    }
}
