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

    /// The times from the beginning of the loop to its end; nil if nothing is repeated.
    var loop: Range<Nanoseconds>? { machineDuration == nil ? course?.loop : nil }
}
