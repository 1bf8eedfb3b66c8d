/// The structured part of a record: text keys with values that are text, arrays or further maps, in the order written.
///
/// A repeated key keeps its last value and its first place; keys are the same when their UTF-8 bytes are. Two values
/// are equal when they hold the same pairs in the same order.
///
/// ```swift
/// let metadata: LogMetadata = ["user": "ada", "cart": ["a", "b"], "origin": ["ip": "192.0.2.7"]]
/// metadata["user"]  // .text("ada")
/// ```
public struct LogMetadata: Hashable, Sendable {
    /// One value of the metadata.
    public enum Value: Hashable, Sendable {
        /// A text.
        case text(String)
        /// An ordered list of values.
        case array([Value])
        /// A nested map.
        case map(LogMetadata)
    }

    private struct Pair: Hashable, Sendable {
        var key: String
        var value: Value
    }

    private var pairs: [Pair] = []

    /// Makes metadata without any pair.
    public init() {}

    /// Makes metadata from any number of pairs, in time that grows with their number alone: a peer may send many.
    package init(_ elements: [(String, Value)]) {
        var indices: [BytewiseText: Int] = [:]
        for (key, value) in elements {
            if let index = indices[BytewiseText(key)] {
                pairs[index].value = value
            } else {
                indices[BytewiseText(key)] = pairs.count
                pairs.append(Pair(key: key, value: value))
            }
        }
    }

    /// The value of a key, or `nil` where there is none. Assigning `nil` removes the key.
    ///
    /// Looking up is linear: metadata is small, and its order matters more.
    public subscript(key: String) -> Value? {
        get { pairs.first { $0.key.hasSameBytes(as: key) }?.value }
        set {
            let index = pairs.firstIndex { $0.key.hasSameBytes(as: key) }
            switch (index, newValue) {
            case (let index?, let value?): pairs[index].value = value
            case (let index?, nil): pairs.remove(at: index)
            case (nil, let value?): pairs.append(Pair(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension LogMetadata: RandomAccessCollection {
    /// The position of the first pair.
    public var startIndex: Int { pairs.startIndex }

    /// The position after the last pair.
    public var endIndex: Int { pairs.endIndex }

    /// The pair at a position, which must be in the range of `indices`.
    public subscript(position: Int) -> (key: String, value: Value) {
        (pairs[position].key, pairs[position].value)
    }
}

extension LogMetadata: ExpressibleByDictionaryLiteral {
    /// Makes metadata from pairs in their order; a repeated key keeps its last value.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (key, value) in elements {
            self[key] = value
        }
    }
}

extension LogMetadata.Value: ExpressibleByStringInterpolation {
    /// Makes a text value.
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension LogMetadata.Value: ExpressibleByArrayLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: LogMetadata.Value...) {
        self = .array(elements)
    }
}

extension LogMetadata.Value: ExpressibleByDictionaryLiteral {
    /// Makes a nested map; a repeated key keeps its last value.
    public init(dictionaryLiteral elements: (String, LogMetadata.Value)...) {
        var map = LogMetadata()
        for (key, value) in elements {
            map[key] = value
        }
        self = .map(map)
    }
}
