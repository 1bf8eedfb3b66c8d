import ZXKitLogCore

/// However a stream is cut into reads, the same items come out, and the same error ends them.
enum FramesFuzz {
    private struct Outcome: Equatable {
        var items: [WireItem] = []
        var error: WireError?
    }

    static func run(_ bytes: [UInt8]) {
        guard let reads = Reads(bytes) else { return }
        precondition(outcome(of: reads.pieces) == outcome(of: [reads.stream]), "reads change what is decoded")
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
