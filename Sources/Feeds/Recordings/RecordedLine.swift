public import ExactNumbers
public import Playback
public import PlayerSettings
public import RoomEvents

/// One line of a recorded session: an input or a resulting decision.
public struct RecordedLine: Equatable, Sendable {
    /// The content of a line.
    public enum Kind: Equatable, Sendable {
        /// An event of the room other than a gift.
        case room(FeedEvent.Kind)
        /// A gift with the duration of its animation, the state of that animation and the gift's own policy.
        case gift(GiftArrival, duration: Nanoseconds, asset: AssetState, policy: [Assignment] = [])
        /// A gift that has a banner only, of which the controller is not notified.
        case banner(GiftArrival)
        /// An action without a value.
        case control(Control)
        /// A change of the ratio of stage time to session time.
        case speed(Millionths)
        /// A jump of the running presentation to this elapsed stage time.
        case seek(to: Nanoseconds)
        /// All assignments of a settings layer from now on.
        case settings(LayeredSettings.Layer, [Assignment])
        /// A change in the availability of a kind's animation.
        case asset(kind: String, AssetState, duration: Nanoseconds? = nil)
        /// The viewer entered another room; the presentations of the previous room have already ended.
        case enter(RecordedRoom)
        /// An input from the terminal; its effects have their own lines.
        case terminalInput(TerminalInput)
        /// A line of the trace.
        case decision(RecordedDecision)
        /// The end of the session.
        case end
    }

    /// The viewer's actions without a value.
    public enum Control: String, CaseIterable, Sendable {
        /// The controller's input of the same name.
        case close, clear, pause, resume
    }

    /// An input from the terminal.
    public enum TerminalInput: Equatable, Sendable {
        /// A key: the character that it types, or a name of several letters, such as `Up` or `Ctrl-a`.
        case key(String)
        /// A mouse event at a cell, counted from 0; `button` and `action` are names such as `left` and `press`.
        case mouse(button: String, action: String, column: Int, row: Int)
        /// The new size of the terminal.
        case resize(columns: Int, rows: Int)
    }

    /// The session time.
    public var at: Nanoseconds
    /// The content.
    public var kind: Kind
    /// The line number in the file, from 1; 0 for a line made in code.
    public var number: Int

    /// Creates a line.
    public init(at: Nanoseconds, _ kind: Kind, number: Int = 0) {
        self.at = at
        self.kind = kind
        self.number = number
    }

    /// Creates a line of the trace.
    public init(_ event: TraceEvent) {
        self.init(at: event.at, .decision(RecordedDecision(text: event.json, ending: nil)))
    }
}

/// A room at the time when the viewer entered it.
public struct RecordedRoom: Equatable, Sendable {
    /// The room's id in the lobby; empty for the room in which the session began.
    public var id: String
    /// The host of the room.
    public var host: String
    /// The title of the room.
    public var title: String
    /// The number of viewers.
    public var viewers: Int
    /// The number of likes so far.
    public var likes: Int

    /// Creates a room.
    public init(id: String, host: String, title: String, viewers: Int, likes: Int) {
        self.id = id
        self.host = host
        self.title = title
        self.viewers = viewers
        self.likes = likes
    }
}

/// A recorded trace line.
public struct RecordedDecision: Equatable, Sendable {
    /// The end of a gift, with the members that the line has.
    public struct Ending: Equatable, Sendable {
        /// The gift's number.
        public var gift: Int
        /// The outcome.
        public var outcome: Outcome.Name
        /// The reason.
        public var reason: String?
        /// The progress.
        public var progress: Millionths?
        /// The number of the gift that replaced it.
        public var by: Int?
        /// The number of the gift into which it was merged.
        public var into: Int?

        /// Creates the end of a gift.
        public init(
            gift: Int, outcome: Outcome.Name, reason: String? = nil, progress: Millionths? = nil, by: Int? = nil,
            into: Int? = nil
        ) {
            self.gift = gift
            self.outcome = outcome
            self.reason = reason
            self.progress = progress
            self.by = by
            self.into = into
        }
    }

    /// The line, a JSON object as ``TraceEvent/json`` writes it.
    public var text: String
    /// The end of a gift, in a line that was read; `nil` for other lines.
    public var ending: Ending?

    /// Creates a decision.
    public init(text: String, ending: Ending?) {
        self.text = text
        self.ending = ending
    }
}

extension Arrival {
    /// Creates the controller's arrival for a gift of a feed.
    public init(_ gift: GiftArrival, duration: Nanoseconds, asset: AssetState, policy: [Assignment] = []) {
        self.init(
            kind: gift.gift, sender: gift.from.name, count: gift.count, value: Int64(gift.value), duration: duration,
            eventID: gift.id, asset: asset,
            policy: policy.isEmpty ? .none : GiftPolicy(policy.compactMap(\.playbackSetting)))
    }
}

extension RecordedLine.Control {
    /// The controller's input for the action.
    public var input: Input {
        switch self {
        case .close: .close
        case .clear: .clear
        case .pause: .pause
        case .resume: .resume
        }
    }
}

extension RecordedLine.Kind {
    /// Returns the controller's input for the line; `nil` if it has none.
    ///
    /// The input contains only the settings whose values change, so that concurrent changes by others are kept.
    ///
    /// - Parameter settings: The current settings, which the line may change.
    public func input(changing settings: inout LayeredSettings) -> Input? {
        switch self {
        case .gift(let gift, let duration, let asset, let policy):
            return .arrival(Arrival(gift, duration: duration, asset: asset, policy: policy))
        case .control(let control): return control.input
        case .speed(let speed): return .speed(speed)
        case .seek(let elapsed): return .scrub(to: elapsed)
        case .settings(let layer, let assignments):
            let before = settings.playback
            settings.replace(layer, with: assignments)
            let changes = settings.playback.differences(from: before)
            return changes.isEmpty ? nil : .set(changes)
        case .asset(let kind, let state, let duration): return .asset(kind: kind, state, duration: duration)
        case .end: return .end
        case .room, .banner, .enter, .terminalInput, .decision: return nil
        }
    }
}
