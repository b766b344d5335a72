import ExactNumbers
import JSON
import Playback
package import RoomControl
import RoomSession
import SystemIO
package import TerminalCells

/// How other programs steer a room: their connections, and how the screen is drawn for them.
public struct RoomControlSetup {
    /// The connections.
    let channel: any ControlChannel
    /// Returns the screen as an SVG document, or throws if it cannot be drawn.
    let drawPicture: (CellGrid) throws -> [UInt8]

    /// Creates the configuration.
    ///
    /// - Parameters:
    ///   - channel: The connections.
    ///   - drawPicture: Returns the screen as an SVG document.
    package init(_ channel: any ControlChannel, drawPicture: @escaping (CellGrid) throws -> [UInt8]) {
        self.channel = channel
        self.drawPicture = drawPicture
    }
}

/// The connection of a room to the programs that steer it: it gives the answers, and sends what they subscribed to.
///
/// It is no value: a copy would answer the same programs.
final class ControlLink {
    private let setup: RoomControlSetup
    /// The number of requests that changed the session.
    private var changeCount = 0
    /// The lines of feeds among the requests.
    private var feed = ControlFeed()
    /// The screen that was painted last; `nil` in lines of text.
    private var picture: CellGrid?
    /// The statistics of the frames as JSON, and the session time of that; `nil` in lines of text.
    private var frames: (json: [UInt8], at: Nanoseconds)?
    /// The state, without its time, that was compared last, and the session time of that.
    private var lastState: (json: [UInt8], at: Nanoseconds)?
    /// The settings as JSON, until they change; `nil` if no program has asked since.
    private var settings: [UInt8]?
    /// The session time of the statistics that the subscribers got last.
    private var publishedFrames: Nanoseconds?

    /// The shortest time between two states that the subscribers get.
    private static let stateInterval: Nanoseconds = .second / 10
    /// The time between two statistics.
    private static let statisticsInterval: Nanoseconds = .second

    init(_ setup: RoomControlSetup) { self.setup = setup }

    /// What to wait for: requests, or room for answers.
    var awaited: [AwaitedDescriptor] { setup.channel.prepareWait() }

    /// Whether requests wait that were read.
    var hasRequests: Bool { setup.channel.hasRequests }

    /// Keeps what was painted, and once a second its cost.
    func keep(_ grid: CellGrid, _ statistics: FrameStatistics, at time: Nanoseconds) {
        picture = grid
        // The statistics themselves are not kept: they have the times of all frames, which would be copied for each one.
        if frames.map({ time >= $0.at + Self.statisticsInterval }) ?? true { frames = (statistics.json, time) }
    }

    /// Returns the requests whose turn has come.
    ///
    /// - Parameter ready: The descriptors of the last ``awaited`` after the wait; `nil` if there was none.
    func consumeRequests(ready: ArraySlice<AwaitedDescriptor>? = nil) -> [ControlMessage] {
        setup.channel.consumeRequests(ready: ready)
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - message: The request.
    ///   - session: The session, advanced to `time`.
    ///   - time: The session time.
    /// - Returns: What happened in the session.
    func answer(
        _ message: ControlMessage, _ session: inout RoomSession, at time: Nanoseconds
    ) -> [SessionEvent] {
        var events: [SessionEvent] = []
        let line: [UInt8]
        do throws(ControlRefusal) {
            let request = try message.request.get()
            switch request.action {
            case .get(let document):
                line = ControlAnswer.document(
                    request.id, document, try self.document(document, of: session, request.id))
            case .subscribe(let topic):
                setup.channel.setSubscribed(true, to: topic, client: message.client)
                line = ControlAnswer.done(request.id, trace: [])
            case .unsubscribe(let topic):
                setup.channel.setSubscribed(false, to: topic, client: message.client)
                line = ControlAnswer.done(request.id, trace: [])
            default:
                changeCount += 1
                do throws(ControlRefusal) {
                    if case .line(let line) = request.action, case .event = line.content {
                        events = try feed.apply(line, to: &session, at: time)
                    } else {
                        events = try session.perform(request.action, number: changeCount, at: time)
                    }
                } catch {
                    throw ControlRefusal(error.description, id: request.id)
                }
                line = ControlAnswer.done(request.id, trace: events.compactMap(\.decision))
            }
        } catch {
            line = ControlAnswer.refused(error, id: nil)
        }
        setup.channel.send(line, to: message.client)
        return events
    }

    private func document(
        _ document: ControlRequest.Document, of session: RoomSession, _ id: ControlID?
    ) throws(ControlRefusal) -> [UInt8] {
        switch document {
        case .state: return state(of: session)
        case .gifts: return session.controlGifts
        case .frames:
            guard let frames else { throw ControlRefusal("get: there are no frames, only lines of text", id: id) }
            return frames.json
        case .screenshot:
            guard let picture else { throw ControlRefusal("get: there is no screen, only lines of text", id: id) }
            guard let svg = try? setup.drawPicture(picture) else {
                throw ControlRefusal("get: the screen cannot be drawn", id: id)
            }
            var json: [UInt8] = []
            json.append(jsonString: String(decoding: svg, as: UTF8.self))
            return json
        }
    }

    private func state(of session: RoomSession, isTimed: Bool = true) -> [UInt8] {
        let known = settings ?? session.controlSettings
        settings = known
        return session.controlState(isTimed: isTimed, settings: known)
    }

    // MARK: - Subscriptions

    /// Follows all that happens in the session, and sends the decisions to the subscribers of the trace.
    func publish(_ events: [SessionEvent]) {
        guard !events.isEmpty else { return }
        if events.contains(where: { $0.changesSettings }) { settings = nil }
        guard setup.channel.hasSubscribers(to: .trace) else { return }
        for decision in events.compactMap(\.decision) {
            var json: [UInt8] = []
            decision.appendJSON(to: &json)
            setup.channel.publish(ControlAnswer.event(.trace, json), to: .trace)
        }
    }

    /// Sends the state and the statistics to their subscribers, if they are due, with all that was to be sent before.
    func publish(_ session: RoomSession, at time: Nanoseconds) {
        defer { setup.channel.flush() }
        publishState(of: session, at: time)
        guard let frames, setup.channel.hasSubscribers(to: .frames) else { return publishedFrames = nil }
        guard publishedFrames != frames.at else { return }
        publishedFrames = frames.at
        setup.channel.publish(ControlAnswer.event(.frames, frames.json), to: .frames)
    }

    private func publishState(of session: RoomSession, at time: Nanoseconds) {
        guard setup.channel.hasSubscribers(to: .state) else { return lastState = nil }
        guard lastState.map({ time >= $0.at + Self.stateInterval }) ?? true else { return }
        let state = state(of: session, isTimed: false)
        if lastState?.json != state {
            setup.channel.publish(ControlAnswer.event(.state, self.state(of: session)), to: .state)
        }
        lastState = (state, time)
    }

    /// The session time at which a subscriber of the state gets it next, or 0 if a request waits; `nil` if there is neither.
    var nextDue: Nanoseconds? { hasRequests ? 0 : nextState }

    /// The session time at which a subscriber of the state gets it next; `nil` if there is none.
    var nextState: Nanoseconds? { lastState.map { $0.at + Self.stateInterval } }
}

extension SessionEvent {
    /// The decision of the controller; `nil` for another event.
    fileprivate var decision: TraceEvent? { if case .decided(let decision) = kind { decision } else { nil } }

    /// Whether the event is a change of settings.
    fileprivate var changesSettings: Bool { if case .applied(.settings) = kind { true } else { false } }
}

extension FrameStatistics {
    /// The statistics as JSON, with times in milliseconds of processor time.
    var json: [UInt8] {
        var json: [UInt8] = []
        json.appendObject { json in
            json.add("shown", number: shown)
            json.add("dropped", number: dropped)
            json.add("changedCells", number: changedCells)
            json.add("bytes", number: bytes)
            for part in Part.allCases {
                json.begin(member: "\(part)")
                json.append(number: (mean(part) * 1_000).rounded() / 1_000)
            }
        }
        return json
    }
}
