package import AnimationPlayback

/// What a gift or the options of a command make of an animation, to be reported.
package struct InspectedPresentation {
    /// What is played of the animation; nil for the whole of it.
    let course: PlaybackCourse?
    /// What is put inside layers.
    let insertions: [InspectedInsertion]
    /// What has no effect in the gift's manifest, each with its place.
    let ineffectiveEntries: [String]

    /// Creates the description of a presentation.
    ///
    /// - Parameters:
    ///   - course: What is played of the animation; nil for the whole of it.
    ///   - insertions: What is put inside layers.
    ///   - ineffectiveEntries: What has no effect in the gift's manifest, each with its place.
    package init(
        course: PlaybackCourse? = nil, insertions: [InspectedInsertion] = [], ineffectiveEntries: [String] = []
    ) {
        self.course = course
        self.insertions = insertions
        self.ineffectiveEntries = ineffectiveEntries
    }
}
