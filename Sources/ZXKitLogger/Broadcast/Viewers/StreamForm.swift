internal import ZXKitLogCore

/// How what is sent to a viewer looks.
enum StreamForm: Hashable {
    /// The protocol's items.
    case items(WireEncoding)
    /// Lines as the protocol's ancestors write them, and nothing but records and gaps.
    case ancestorLines

    /// Whether frames of the journal can be sent as they are.
    var isFrames: Bool { self == .items(.cbor) }

    /// What renders records and gaps.
    func makeRenderer() -> any FrameRenderer {
        switch self {
        case .items(.cbor): FrameCopier()
        case .items(.json): JSONLinesFormat().makeRenderer()
        case .items(.text): TextFormat(zone: .utc).makeRenderer()
        case .ancestorLines: AncestorLineRenderer()
        }
    }
}
