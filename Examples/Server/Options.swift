/// What the command line says.
struct Options {
    private(set) var endpoint: Endpoint
    private(set) var name = "example-server"
    private(set) var logFile: String?

    static let usage = "usage: Server [--address IPV4] [--port N] [--name NAME] [--log-file PATH]"

    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var address = "127.0.0.1"
        var port: UInt16 = 0
        var words = arguments.makeIterator()
        while let option = words.next() {
            guard ["--address", "--port", "--name", "--log-file"].contains(option) else {
                throw UsageError("unknown argument \(option); \(Self.usage)")
            }
            guard let value = words.next() else { throw UsageError("\(option) needs a value") }
            switch option {
            case "--address": address = value
            case "--name": name = value
            case "--log-file": logFile = value
            default:
                guard let number = UInt16(value) else { throw UsageError("--port \(value): not from 0 to 65535") }
                port = number
            }
        }
        guard let endpoint = Endpoint(address: address, port: port) else {
            throw UsageError("--address \(address): not an IPv4 address")
        }
        self.endpoint = endpoint
    }
}

/// What is wrong with the command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
