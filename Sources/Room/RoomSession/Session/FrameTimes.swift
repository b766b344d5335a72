package import ExactNumbers

/// The times of an animation's frames over its duration.
package struct FrameTimes {
    /// The number of frames, at least 1.
    package let count: Int
    /// The duration, in stage time.
    package let duration: Nanoseconds

    /// The time between two frames of the stage, in nanoseconds.
    package static let stageFrame: Nanoseconds = .second / 30

    /// Creates the times of `count` frames.
    package init(count: Int, duration: Nanoseconds) {
        self.count = count
        self.duration = duration
    }

    /// Returns the frame at an elapsed time, counted from 0.
    package func frame(at elapsed: Nanoseconds) -> Int {
        guard duration > 0 else { return 0 }
        return min(count - 1, Int(Int128(max(0, elapsed)) * Int128(count) / Int128(duration)))
    }

    /// Returns the first nanosecond of a frame.
    ///
    /// The result is rounded up, so that it does not belong to the previous frame.
    package func start(of frame: Int) -> Nanoseconds {
        let frame = Int128(max(0, min(frame, count)))
        return Nanoseconds((frame * Int128(duration) + Int128(count) - 1) / Int128(count))
    }
}
