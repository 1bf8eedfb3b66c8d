internal import ZXKitLogCore

/// The content of a text outside of a log call: something that can be kept.
final class KeptValue: @unchecked Sendable {
    // Sendable: it changes only while `RecordText` knows that nobody else has it.

    fileprivate(set) var value: LogMetadata.Value
    /// The bytes that weren't kept.
    fileprivate(set) var excess: Int

    init(_ value: LogMetadata.Value, excess: Int = 0) {
        self.value = value
        self.excess = excess
    }

    /// The value as a text; empty where it is none.
    var text: String {
        if case .text(let text) = value { text } else { "" }
    }
}

extension RecordText {
    /// Appends to a kept text, within the bound of a message.
    mutating func appendKept(_ text: String) {
        let kept = takeKept()
        if kept.excess == 0 {
            let begin = text.prefix(utf8Bytes: RecordBounds.message - kept.text.utf8.count)
            kept.append(begin)
            kept.excess = text.utf8.count - begin.utf8.count
        } else {
            kept.excess += text.utf8.count
        }
        self = RecordText(kept)
    }
}

extension KeptValue {
    fileprivate func append(_ addition: Substring) {
        var text = text
        // Given up first, so that the string's memory has one owner and grows in place.
        value = .text("")
        text += addition
        value = .text(text)
    }
}
