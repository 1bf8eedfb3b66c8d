/// What a log call does when its thread logs faster than records can be taken over, so that its buffer is full.
public enum LogOverflowPolicy: Sendable, Hashable {
    /// The record is dropped and counted. The stream says so in its place, as a gap that has numbers.
    case dropNewest
    /// The call waits until there is room: for a program whose only purpose is to hand on what it reads. Never on a
    /// library thread, where a sink would wait for itself.
    case block
}
