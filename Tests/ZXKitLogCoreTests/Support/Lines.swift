import Foundation
import Testing
import ZXKitLogCore

/// JSON lines read back by a parser that is not ours.
enum Lines {
    static func json(_ item: WireItem, source: String? = nil) -> String {
        var bytes: [UInt8] = []
        JSONLine.append(item, source: source, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func object(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// The keys of the outermost object, in the order in which they stand.
    static func keys(_ line: String) -> [String] {
        var keys: [String] = []
        var (depth, text, isInText, isEscaped) = (0, "", false, false)
        for scalar in line.unicodeScalars {
            if isInText {
                if isEscaped {
                    isEscaped = false
                } else if scalar == "\\" {
                    isEscaped = true
                } else if scalar == "\"" {
                    isInText = false
                    continue
                }
                text.unicodeScalars.append(scalar)
                continue
            }
            switch scalar {
            case "\"": (isInText, text) = (true, "")
            case "{", "[": depth += 1
            case "}", "]": depth -= 1
            case ":" where depth == 1: keys.append(text)
            default: break
            }
        }
        return keys
    }
}
