internal import ZXKitLogCore

/// What a sink's thread knows of the system it belongs to.
struct SinkContext: Sendable {
    let journal: Journal
    let boot: String
    /// The system's records about itself.
    let report: OwnRecords
    /// When the system is to have ended, once its shutdown has begun.
    let ending: Ending
    let origin: SinkOrigin
    /// What the sink wants.
    let levels: SinkLevels
    /// For a sink whose wishes come and go.
    let capture: CaptureControl
}
