package import AnimationPlayback

/// What a gift or the options of a command make of an animation, to be reported.
package struct InspectedPresentation {
    /// What is played of the animation; nil for the whole of it.
    let course: PlaybackCourse?
    /// What is put inside layers.
    let insertions: [InspectedInsertion]

    /// Creates the description of a presentation.
    ///
    /// - Parameters:
    ///   - course: What is played of the animation; nil for the whole of it.
    ///   - insertions: What is put inside layers.
    package init(course: PlaybackCourse? = nil, insertions: [InspectedInsertion] = []) {
        self.course = course
        self.insertions = insertions
    }
}
