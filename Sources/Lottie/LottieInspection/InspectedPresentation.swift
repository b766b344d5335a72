package import AnimationPlayback
package import ExactNumbers

/// What a gift or the options of a command make of an animation, to be reported.
package struct InspectedPresentation {
    /// What is played of the animation; nil for the whole of it.
    private let course: PlaybackCourse?
    /// How long a gift plays, in nanoseconds, if its state machine says that; nil if it does not.
    let machineDuration: Nanoseconds?
    /// What is put inside layers.
    let insertions: [InspectedInsertion]
    /// What has no effect in the manifest of the gift or of the archive, each with its place.
    let ineffectiveEntries: [String]

    /// Creates the description of a presentation.
    ///
    /// - Parameters:
    ///   - course: What is played of the animation; nil for the whole of it.
    ///   - machineDuration: How long a gift plays, in nanoseconds, if its state machine says that; nil if it does not.
    ///   - insertions: What is put inside layers.
    ///   - ineffectiveEntries: What has no effect in the manifest of the gift or of the archive, each with its place.
    package init(
        course: PlaybackCourse? = nil, machineDuration: Nanoseconds? = nil, insertions: [InspectedInsertion] = [],
        ineffectiveEntries: [String] = []
    ) {
        self.course = course
        self.machineDuration = machineDuration
        self.insertions = insertions
        self.ineffectiveEntries = ineffectiveEntries
    }

    /// How long it plays with one round of the loop, in nanoseconds; nil for as long as the animation.
    var duration: Nanoseconds? { machineDuration ?? course?.duration }

    /// How its parts are played, if not once from the beginning to the end, in a few words each.
    var manners: [String] {
        guard machineDuration == nil, let course else { return [] }
        var manners: [String] = []
        let plans = course.plans
        if plans.count == 1, let normal = plans[0].duration {
            let speed = Inspection.text(Double(normal) / Double(max(1, course.holdStart)))
            if speed != "1" { manners.append("speed \(speed)") }
        }
        if plans.contains(where: \.isReversed) { manners.append("backwards") }
        if plans.contains(where: \.autoReverses) { manners.append("to the end and back") }
        if plans.count == 1, let rounds = plans[0].iterationCount, rounds > 1 { manners.append("\(rounds) rounds") }
        let hold = course.duration - course.holdStart
        if hold > 0 { manners.append("the last frame held for \(hold.durationText)") }
        return manners
    }

    /// The times from the beginning of the loop to its end; nil if nothing is repeated.
    var loop: Range<Nanoseconds>? { machineDuration == nil ? course?.loop : nil }
}
