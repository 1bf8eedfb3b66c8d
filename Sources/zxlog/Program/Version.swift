/// The program's version.
enum Version {
    /// Semantic version of the whole package.
    static let current = "0.1.0"
}
