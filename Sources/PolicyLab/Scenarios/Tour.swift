public import ExactNumbers
public import Playback
public import PlayerSettings

/// A guided tour of a policy: steps that each set up a situation, say what will happen, let it happen, and say why.
///
///     let tour = try Tour(text, path: "tour.yaml", catalogue: catalogue)
public struct Tour: Sendable {
    /// A step: a situation, what happens in it, and why.
    public struct Step: Sendable {
        /// The name of the situation.
        public var title: String
        /// What will happen, in one sentence.
        public var say: String
        /// Why it happened.
        public var why: String
        /// The settings that differ from the defaults of the policy.
        public var settings: [Setting]
        /// The events, in order of time; times are relative to the beginning of the step.
        public var events: [Event]
        /// The time from the first moment until the explanation.
        public var length: Nanoseconds

        /// Creates a step.
        public init(
            title: String, say: String, why: String, settings: [Setting], events: [Event], length: Nanoseconds
        ) {
            self.title = title
            self.say = say
            self.why = why
            self.settings = settings
            self.events = events
            self.length = length
        }
    }

    /// An event of a step.
    public struct Event: Sendable {
        /// The time since the beginning of the step.
        public var at: Nanoseconds
        /// The input.
        public var input: Input
        /// The layer that changes, for changes of settings.
        public var layer: LayeredSettings.Layer
    }

    /// The steps, at least one.
    public let steps: [Step]

    /// The time after the last event of a step that has no `until`.
    fileprivate static let defaultRest: Nanoseconds = 3 * .second

    /// Creates a tour of at least one step.
    public init(steps: [Step]) { self.steps = steps }

    /// Reads a tour file. Events are written as in scenarios; a change of settings may say `by` whom it is made.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - path: The file's name in errors.
    ///   - catalogue: The kinds that the file can use without listing them.
    /// - Throws: `ConfigurationError` for the first error in the file.
    public init(
        _ text: String, path: String, catalogue: ScenarioCatalogue = ScenarioCatalogue()
    ) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(text, file: path), !document.isEmpty else {
            throw ConfigurationError(.wholeFile(path: path), "expected a tour with steps, found nothing")
        }
        let fields = try YAMLFields(document, name: "tour", known: ["gifts", "steps"])
        let kinds = try KnownKinds(fields["gifts"], catalogue: catalogue)
        var steps: [Step] = []
        for value in try list(try fields.required("steps"), "steps") { steps.append(try Step(value, kinds: kinds)) }
        guard !steps.isEmpty else {
            throw try fields.required("steps").mismatch("steps", expected: "at least one step")
        }
        self.steps = steps
    }
}

extension Tour.Step {
    fileprivate init(_ value: YAMLValue, kinds: KnownKinds) throws(ConfigurationError) {
        let fields = try YAMLFields(
            value, name: "step", known: ["title", "say", "why", "settings", "events", "until"])
        var events: [Tour.Event] = []
        for value in try list(fields["events"], "events") { events.append(try Tour.Event(value, kinds: kinds)) }
        // Equal times stay as written.
        let sorted = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        self.init(
            title: try fields.text("title"), say: try fields.text("say"), why: try fields.text("why"),
            settings: try settingsList(fields["settings"], "settings"), events: sorted.map(\.element),
            length: try fields["until"]?.duration("until") ?? (sorted.last?.element.at ?? 0) + Tour.defaultRest)
    }
}

extension Tour.Event {
    private enum Source: String, CaseIterable {
        case key, file, store

        var layer: LayeredSettings.Layer {
            switch self {
            case .key: .key
            case .file: .file
            case .store: .store
            }
        }
    }

    fileprivate init(_ value: YAMLValue, kinds: KnownKinds) throws(ConfigurationError) {
        let event = try Scenario.Event(value, kinds: kinds, setMembers: ["by"])
        let by = value.members?.first { $0.key.text == "by" }?.value
        self.init(
            at: event.at, input: event.input, layer: try by?.choice("by", Source.self).layer ?? .key)
    }
}
