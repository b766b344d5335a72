import ExactNumbers

/// Conversion between time and the frames of the stage, 30 per second from the start of a presentation.
enum FrameStep {
    private static let perSecond: Nanoseconds = .second / StageLoop.frameDuration

    /// Returns the step nearest to a time; it is at most half a step away.
    static func nearest(to time: Nanoseconds) -> Int {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: .second)
        return Int(clamping: seconds * perSecond + (rest * perSecond + .second / 2) / .second)
    }

    /// Returns the step nearest to a time that is in the same part of an animation; `nil` if the part has no step.
    ///
    /// A step of another part could be any other frame, such as the beginning of the outro at the end of a loop.
    static func nearest(to time: Nanoseconds, within part: Range<Nanoseconds>?) -> Int? {
        let step = nearest(to: time)
        guard let part, part.contains(time) else { return step }
        return [step, step + 1, step - 1].first { part.contains(self.time(of: $0)) }
    }

    /// Returns the time of a step.
    static func time(of step: Int) -> Nanoseconds {
        let (seconds, rest) = Nanoseconds(step).quotientAndRemainder(dividingBy: perSecond)
        return seconds * .second + rest * .second / perSecond
    }
}
