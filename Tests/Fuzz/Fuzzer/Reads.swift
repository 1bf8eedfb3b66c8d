/// A stream as it comes in reads: the first byte of a fuzz input says how large they are.
struct Reads {
    let stream: ArraySlice<UInt8>
    let pieces: [ArraySlice<UInt8>]

    init?(_ bytes: [UInt8]) {
        guard let size = bytes.first.map({ Int($0) % 64 + 1 }) else { return nil }
        let stream = bytes.dropFirst()
        self.stream = stream
        pieces = stride(from: stream.startIndex, to: stream.endIndex, by: size).map {
            stream[$0..<min($0 + size, stream.endIndex)]
        }
    }
}
