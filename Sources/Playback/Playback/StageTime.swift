import ExactNumbers

/// A stage time in femtoseconds: session time multiplied by the speed in millionths, which keeps every speed exact.
typealias StageTime = Int128

extension Nanoseconds {
    /// The stage time of this duration at normal speed.
    var stageTime: StageTime { StageTime(self) * StageTime(Millionths.one.count) }
}
