public import ExactNumbers
public import Playback
public import PlayerSettings
public import RoomEvents

/// An input of a session: everything that its decisions and its picture depend on.
///
/// A session records each of its inputs. A session that gets the recorded inputs again makes the same decisions.
public enum SessionInput: Equatable, Sendable {
    /// An event of the room other than a gift.
    case room(FeedEvent.Kind)
    /// A gift with the duration of its animation, the state of that animation, the gift's own policy, and the loop of its
    /// animation.
    case gift(
        GiftArrival, duration: Nanoseconds, asset: AssetState, policy: [Assignment] = [], loop: GiftLoop? = nil)
    /// A gift that has a banner only, of which the controller is not notified.
    case banner(GiftArrival)
    /// An action without a value.
    case control(Control)
    /// A change of the ratio of stage time to session time.
    case speed(Millionths)
    /// A jump of the running presentation to this elapsed stage time.
    case seek(to: Nanoseconds)
    /// Something that the viewer does to the gift on the stage.
    case touch(StageTouch)
    /// All assignments of a settings layer from now on.
    case settings(LayeredSettings.Layer, [Assignment])
    /// A change in the availability of a kind's animation.
    case asset(kind: String, AssetState, duration: Nanoseconds? = nil, loop: GiftLoop? = nil)
    /// The viewer entered another room; the presentations of the previous room have already ended.
    case enter(RecordedRoom)
    /// The end of the session.
    case end

    /// The viewer's actions without a value.
    public enum Control: String, CaseIterable, Sendable {
        /// The controller's input of the same name.
        case close, clear, pause, resume
    }
}

extension SessionInput.Control {
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

extension SessionInput {
    /// Returns the controller's input for the session's input; `nil` if it has none.
    ///
    /// The controller's input contains only the settings whose values change, so that concurrent changes by others are
    /// kept.
    ///
    /// - Parameter settings: The current settings, which the input may change.
    public func controllerInput(changing settings: inout LayeredSettings) -> Input? {
        switch self {
        case .gift(let gift, let duration, let asset, let policy, let loop):
            return .arrival(Arrival(gift, duration: duration, asset: asset, policy: policy, loop: loop))
        case .control(let control): return control.input
        case .speed(let speed): return .speed(speed)
        case .seek(let elapsed): return .scrub(to: elapsed)
        case .settings(let layer, let assignments):
            let before = settings.playback
            settings.replace(layer, with: assignments)
            let changes = settings.playback.differences(from: before)
            return changes.isEmpty ? nil : .set(changes)
        case .asset(let kind, let state, let duration, let loop):
            return .asset(kind: kind, state, duration: duration, loop: loop)
        case .end: return .end
        case .room, .banner, .touch, .enter: return nil
        }
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

extension Arrival {
    /// Creates the controller's arrival for a gift of a feed.
    public init(
        _ gift: GiftArrival, duration: Nanoseconds, asset: AssetState, policy: [Assignment] = [],
        loop: GiftLoop? = nil
    ) {
        self.init(
            kind: gift.gift, sender: gift.from.name, count: gift.count, value: Int64(gift.value), duration: duration,
            eventID: gift.id, asset: asset,
            policy: policy.isEmpty ? .none : GiftPolicy(policy.compactMap(\.playbackSetting)), loop: loop)
    }
}
