public import Configuration
public import GiftFeed
public import Playback

/// One line of a recorded session: something that went in, or a decision that came of it.
public struct RecordedLine: Equatable, Sendable {
    /// What a line says.
    public enum Kind: Equatable, Sendable {
        /// Something other than a gift happened in the room.
        case room(FeedEvent.Kind)
        /// A gift came in, with the length of its animation, whether that could be played, and the settings it brings along.
        case gift(GiftArrival, duration: Nanoseconds, asset: AssetState, policy: [Assignment] = [])
        /// A gift came in that has a banner only: the controller never hears of it.
        case banner(GiftArrival)
        /// Somebody at the controls did this.
        case control(Control)
        /// Stage time passes at this multiple of session time.
        case speed(Millionths)
        /// What plays was taken to this elapsed stage time.
        case seek(to: Nanoseconds)
        /// This is all that a layer of the settings says from now on.
        case settings(LayeredSettings.Layer, [Assignment])
        /// Whether the animation of a kind can be played has changed.
        case asset(kind: String, AssetState, duration: Nanoseconds? = nil)
        /// Whoever looks on has gone into another room; what was left there ended before.
        case enter(RecordedRoom)
        /// The terminal was used; what came of it stands in lines of its own.
        case heard(Heard)
        /// A line of the trace.
        case decision(RecordedDecision)
        /// The session ended.
        case end
    }

    /// What can be done at the controls without a value.
    public enum Control: String, CaseIterable, Sendable {
        /// The input of the controller with the same name.
        case close, clear, pause, resume
    }

    /// What a person or the terminal told the program.
    public enum Heard: Equatable, Sendable {
        /// A key: the character it types, or its name of several letters, such as `Up` or `Ctrl-a`.
        case key(String)
        /// The mouse was used at a cell, counted from 0; `button` and `action` are names such as `left` and `press`.
        case mouse(button: String, action: String, column: Int, row: Int)
        /// The terminal has this size now.
        case resize(columns: Int, rows: Int)
    }

    /// When, in session time.
    public var at: Nanoseconds
    /// What.
    public var kind: Kind
    /// The number of the line in the file that it was read from, from 1; 0 for one that was made.
    public var number: Int

    /// A line.
    public init(at: Nanoseconds, _ kind: Kind, number: Int = 0) {
        self.at = at
        self.kind = kind
        self.number = number
    }

    /// A line of the trace.
    public init(_ event: TraceEvent) {
        self.init(at: event.at, .decision(RecordedDecision(text: event.json, ending: nil)))
    }
}

/// A room as it was when somebody went into it.
public struct RecordedRoom: Equatable, Sendable {
    /// Its id in the lobby; empty for the room in which the session began.
    public var id: String
    /// Whose room it is.
    public var host: String
    /// What it is about.
    public var title: String
    /// People who were there.
    public var viewers: Int
    /// Likes so far.
    public var likes: Int

    /// A room.
    public init(id: String, host: String, title: String, viewers: Int, likes: Int) {
        self.id = id
        self.host = host
        self.title = title
        self.viewers = viewers
        self.likes = likes
    }
}

/// A line of the trace as it was recorded.
public struct RecordedDecision: Equatable, Sendable {
    /// How a gift ended, as far as the line says it.
    public struct Ending: Equatable, Sendable {
        /// The gift's number.
        public var gift: Int
        /// In which way.
        public var outcome: Outcome.Name
        /// For which reason.
        public var reason: String?
        /// At which progress.
        public var progress: Millionths?
        /// Which gift replaced it.
        public var by: Int?
        /// Which gift it was merged into.
        public var into: Int?

        /// The end of a gift.
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
    /// The end that it tells of, in a line that was read; nil for other lines.
    public var ending: Ending?

    /// A decision.
    public init(text: String, ending: Ending?) {
        self.text = text
        self.ending = ending
    }
}

extension Arrival {
    /// A gift of a feed as the controller takes it.
    public init(_ gift: GiftArrival, duration: Nanoseconds, asset: AssetState, policy: [Assignment] = []) {
        self.init(
            kind: gift.gift, sender: gift.from.name, count: gift.count, value: Int64(gift.value), duration: duration,
            eventID: gift.id, asset: asset,
            policy: policy.isEmpty ? .none : GiftPolicy(policy.compactMap(\.playbackSetting)))
    }
}

extension RecordedLine.Control {
    /// What it is for the controller.
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
    /// What the line is for the controller; nil where it is nothing to it.
    ///
    /// `settings` are those in force, which a line may change. Of them only those that became others are in the input, so
    /// that what somebody else set meanwhile stays.
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
        case .room, .banner, .enter, .heard, .decision: return nil
        }
    }
}
