public import Recordings
public import Scenarios

extension Tour {
    /// The steps as a recording keeps them: what the panel shows, without the events.
    public var recordedSteps: [RecordedTourStep] {
        steps.map { RecordedTourStep(title: $0.title, say: $0.say, why: $0.why, length: $0.length) }
    }

    /// Creates the tour whose panel a recorded session shows; its events are lines of the recording.
    public init(recorded steps: [RecordedTourStep]) {
        self.init(
            steps: steps.map {
                Step(title: $0.title, say: $0.say, why: $0.why, settings: [], events: [], length: $0.length)
            })
    }
}
