/// What bytes from a stranger are given to, and what must hold whatever they are. A trap, or a broken property, ends the
/// process, and the input is kept.
enum FuzzTarget: String, CaseIterable {
    /// A viewer's first line.
    case hello
    /// A viewer's further lines.
    case command
    /// What an app sends, cut into reads.
    case frames
    /// One frame's bytes.
    case cbor
    /// Lines that are made of a stranger's records.
    case lines
    /// The words of an advertisement.
    case service
    /// What an app of the protocol's ancestors sends.
    case ancestor

    /// Tries one input.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .hello: HelloFuzz.run(bytes)
        case .command: CommandFuzz.run(bytes)
        case .frames: FramesFuzz.run(bytes)
        case .cbor: CBORFuzz.run(bytes)
        case .lines: LinesFuzz.run(bytes)
        case .service: ServiceFuzz.run(bytes)
        case .ancestor: AncestorFuzz.run(bytes)
        }
    }
}
