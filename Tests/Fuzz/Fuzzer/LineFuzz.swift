import ZXKitLogCore

/// A hello line that is accepted means the same when it is written again.
enum HelloFuzz {
    static func run(_ bytes: [UInt8]) {
        guard let hello = try? HelloLine(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
        let again = try? HelloLine(parsing: String(hello.line.dropLast()))
        precondition(again == hello, "a hello line changed its meaning")
        precondition(hello.name.map { $0.utf8.count <= HelloLine.maximumName } ?? true, "a name is too long")
        precondition(hello.heartbeat.map { (1...60).contains($0) } ?? true, "a heartbeat is out of range")
    }
}

/// A command is known, or refused with an answer that fits into a line.
enum CommandFuzz {
    static func run(_ bytes: [UInt8]) {
        do throws(WireRefusal) {
            if case .ping(let token) = try ViewerCommand(parsing: String(decoding: bytes, as: UTF8.self)) {
                precondition(token.utf8.count <= ViewerCommand.maximumToken, "a token is too long")
            }
        } catch {
            let line = String(error.line.dropLast())
            precondition(!line.utf8.contains { $0 < 0x20 }, "a refusal is more than a line")
            precondition(WireRefusal(line: line) == error, "a refusal can't be read back")
        }
    }
}

/// What is read of an advertisement is what would be advertised.
enum ServiceFuzz {
    static func run(_ bytes: [UInt8]) {
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
        let strings = ServiceText(strings: words).strings
        precondition(ServiceText(strings: strings).strings == strings, "an advertisement changed its meaning")
    }
}
