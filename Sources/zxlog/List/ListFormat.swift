import ZXKitLogCore
import ZXKitLoggerReceiver

/// How apps look in a list.
enum ListFormat {
    /// What happened to an app.
    enum Change: String {
        case found, changed, removed
    }

    /// One JSON object and its line end.
    static func json(_ service: LogService, _ change: Change? = nil) -> [UInt8] {
        var object = JSONObject()
        if let change {
            object.add("event", change.rawValue)
        }
        object.add("name", service.name)
        object.add("instance", service.instanceName)
        object.add("host", service.hostName)
        object.add("addresses", service.addresses.map(\.host))
        object.add("port", Int(service.port))
        object.add("pid", service.processID)
        object.add("id", service.applicationID)
        object.add("boot", service.boot)
        object.add("version", service.protocolVersion)
        object.add("access", service.access)
        object.add("encodings", service.encodings)
        return object.line
    }

    /// A table of all apps with a line that names its columns.
    static func table(_ services: [LogService]) -> [UInt8] {
        let rows = [header] + services.map(cells)
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.flatMap { line($0, widths) }
    }

    /// One app on a line, with what happened to it first.
    static func line(_ service: LogService, _ change: Change) -> [UInt8] {
        let word = change.rawValue
        return line([word] + cells(service), ["changed".count])
    }

    private static let header = ["NAME", "HOST", "PID", "ID", "VERSION", "ADDRESSES"]

    private static func cells(_ service: LogService) -> [String] {
        [
            service.name.escaped,
            service.hostName.escaped,
            service.processID.map(String.init) ?? "-",
            service.applicationID?.escaped ?? "-",
            service.protocolVersion.map(String.init) ?? "ancestor",
            // Last, as there may be many.
            service.addresses.map(\.description).joined(separator: " "),
        ]
    }

    /// Columns stand two spaces apart, each padded to its width, where it has one, but for the last.
    private static func line(_ cells: [String], _ widths: [Int]) -> [UInt8] {
        var line = ""
        for (index, cell) in cells.enumerated() {
            line += cell
            guard index < cells.count - 1 else { break }
            let width = index < widths.count ? widths[index] : 0
            line += String(repeating: " ", count: max(0, width - cell.count) + 2)
        }
        return Array((line + "\n").utf8)
    }
}
