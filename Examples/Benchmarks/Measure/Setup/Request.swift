internal import CBenchmarkSupport

/// What the logged requests have in them.
enum Request {
    /// Texts whose content the optimiser doesn't know.
    static let status = String(cString: benchmark_hidden("accepted"))
    static let user = String(cString: benchmark_hidden("ada.lovelace"))
    static let session = String(cString: benchmark_hidden("7468c2a9459dc45a"))
}
