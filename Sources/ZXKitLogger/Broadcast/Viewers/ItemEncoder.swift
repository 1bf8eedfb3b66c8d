internal import ZXKitLogCore

/// Writes items that are no records in the form that a viewer gets.
struct ItemEncoder {
    let form: StreamForm

    private static let text = TextFormat(zone: .utc)

    /// Appends one item; nothing where the encoding has no form for it.
    func append(_ item: WireItem, to output: inout [UInt8]) {
        switch form {
        case .items(.cbor): FrameWriter.append(item, to: &output)
        case .items(.json):
            JSONLine.append(item, to: &output)
            output.append(UInt8(ascii: "\n"))
        case .items(.text): Self.appendText(item, to: &output)
        case .ancestorLines: Self.appendLine(item, to: &output)
        }
    }

    private static func appendText(_ item: WireItem, to output: inout [UInt8]) {
        switch item {
        case .record(let record): text.append(.record(record), to: &output)
        case .gap(let gap): text.append(.gap(gap), to: &output)
        case .bye(let reason): TextFormat.appendNotice("the app ends the stream: \(reason)", to: &output)
        case .error(let refusal):
            TextFormat.appendNotice("\(refusal.code.rawValue): \(refusal.explanation)", to: &output)
        case .hello, .heartbeat, .unknown: break
        }
    }

    private static func appendLine(_ item: WireItem, to output: inout [UInt8]) {
        guard case .gap(let gap) = item else { return }
        AncestorLineRenderer().append(.gap(gap), to: &output)
    }
}
