extension LogConnection {
    /// The app's wall clock beside that of this machine, measured by questions that the app answered.
    public struct Clock: Hashable, Sendable {
        /// How long the best of the last few questions and its answer took together.
        public var roundTrip: Duration
        /// How far the app's clock is ahead of this machine's; less than zero where it is behind. That is right to half of
        /// `roundTrip`, as nobody knows which of the two ways took longer.
        public var offset: Duration

        /// Makes a measurement; connections make their own.
        public init(roundTrip: Duration, offset: Duration) {
            self.roundTrip = roundTrip
            self.offset = offset
        }
    }
}
