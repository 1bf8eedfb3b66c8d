import ZXKitLogCore

/// One JSON object (RFC 8259) on one line, written field by field, for what is no item of the wire.
struct JSONObject {
    private var bytes: [UInt8] = []

    /// The finished line, with its end.
    var line: [UInt8] {
        [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}"), UInt8(ascii: "\n")]
    }

    mutating func add(_ name: String, _ text: String?) {
        addName(name)
        guard let text else { return bytes.append("null") }
        TextEscaping.json.appendBetweenQuotes(text, to: &bytes)
    }

    mutating func add(_ name: String, _ number: Int?) {
        addName(name)
        bytes.append(number.map(String.init) ?? "null")
    }

    mutating func add(_ name: String, _ texts: [String]) {
        addName(name)
        bytes.append(list: texts, between: "[", and: "]", separator: ",") { text, output in
            TextEscaping.json.appendBetweenQuotes(text, to: &output)
        }
    }

    /// A length of time as a number of seconds.
    mutating func add(_ name: String, seconds duration: Duration) {
        addName(name)
        bytes.append(String(SecondsText.text(duration).dropLast(2)))
    }

    private mutating func addName(_ name: String) {
        if !bytes.isEmpty {
            bytes.append(UInt8(ascii: ","))
        }
        TextEscaping.json.appendBetweenQuotes(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }
}
