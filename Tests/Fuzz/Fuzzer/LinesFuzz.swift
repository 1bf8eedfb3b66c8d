import Foundation
import ZXKitLogCore

/// Whatever a record holds, a line of it is one line, inert, and the same whether it was decoded or rendered from its frame;
/// and a line of JSON is JSON.
enum LinesFuzz {
    static func run(_ bytes: [UInt8]) {
        let length = UInt32(truncatingIfNeeded: bytes.count)
        let frame = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) } + bytes
        guard let item = FrameReader.logItem(inFrame: frame.span) else { return }
        let json = rendered(item, frame, as: JSONLinesFormat())
        precondition((try? JSONSerialization.jsonObject(with: Data(json))) != nil, "a line of JSON isn't JSON")
        _ = rendered(item, frame, as: TextFormat(zone: .utc))
    }

    private static func rendered(_ item: LogItem, _ frame: [UInt8], as format: some FrameFormat) -> [UInt8] {
        var line: [UInt8] = []
        format.append(item, to: &line)
        precondition(
            line.last == UInt8(ascii: "\n") && !line.dropLast().contains { $0 < 0x20 || $0 == 0x7F }, "not inert")
        var renderer = format.makeRenderer()
        var buffer = LineBuffer()
        precondition(renderer.append(frame: frame.span, to: &buffer), "a frame could not be rendered")
        let same = buffer.withBytes(in: 0..<buffer.count) { bytes in
            bytes.withUnsafeBytes { $0.elementsEqual(line) }
        }
        precondition(same, "a frame is rendered in another way than its item")
        return line
    }
}
