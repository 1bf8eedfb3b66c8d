internal import ZXKitLogCore

/// What a viewer asked for, by a hello or otherwise.
enum ViewerRequest {
    /// The protocol's stream.
    case stream(HelloLine)
    /// Records one by one, for an ancestor's viewer.
    case ancestorRecords
    /// Lines as the ancestors write them, as it hasn't said what it wants.
    case ancestorLines

    /// Who asks, as it calls itself.
    var name: String? {
        if case .stream(let hello) = self { hello.name } else { nil }
    }
}
