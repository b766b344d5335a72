import ExactNumbers
import JSON
import Playback
import PlayerSettings
import PolicyOdds
package import RoomSession

// The documents that other programs get. Times are in seconds as exact decimals, names those of the trace.
extension RoomSession {
    /// The most gifts of the queue that ``controlState(isTimed:)`` lists.
    private static let maxListed = 100

    /// The state of the room as JSON: the stage, the queue, the settings with their origins, and the numbers of
    /// outcomes.
    ///
    /// - Parameters:
    ///   - isTimed: Whether the session time is part of it; without it, states of an unchanged room are equal.
    ///   - settings: The ``controlSettings``, if they are known; they seldom change and are the longest part.
    package func controlState(isTimed: Bool = true, settings: [UInt8]? = nil) -> [UInt8] {
        var state: [UInt8] = []
        state.appendObject { state in
            if isTimed { state.add("at", decimal: ExactDecimal(seconds: controller.now)) }
            state.add("mode", controller.settings.mode.rawValue)
            state.add("paused", flag: controller.isPaused)
            state.add("speed", decimal: ExactDecimal(controller.speed))
            state.begin("stage")
            if let running = controller.running { state.append(running) } else { state.append(JSONValue.null) }
            if let odds = stageOdds { state.add("odds") { $0.appendMembers(of: odds) } }
            state.begin("held")
            if let held = controller.held { state.append(held) } else { state.append(JSONValue.null) }
            state.add("waitingCount", number: controller.waitingCount)
            state.begin("waiting")
            state.appendArray(controller.waiting.prefix(Self.maxListed)) { $0.append($1) }
            state.add("parkedCount", number: controller.parkedCount)
            state.begin("settings")
            state += settings ?? controlSettings
            state.add("tallies") { $0.appendMembers(of: controller.counts) }
            state.add("room") { room in
                // The first room has the id of the setting; among the doors of the lobby it has none.
                let id = lobby.doors[lobby.current].id
                room.add("id", id.isEmpty ? self.settings.value(of: .room).description : id)
                room.add("host", lobby.doors[lobby.current].host)
                room.add("viewers", number: self.room.viewers)
            }
        }
        return state
    }

    /// The settings with their origins, as JSON.
    package var controlSettings: [UInt8] {
        var json: [UInt8] = []
        json.appendObject { $0.appendMembers(of: settings) }
        return json
    }

    /// The gift kinds that can be sent, as JSON.
    package var controlGifts: [UInt8] {
        var gifts: [UInt8] = []
        gifts.appendArray(kinds.known) { json, gift in
            json.appendObject {
                $0.add("name", gift.id)
                $0.add("label", gift.name)
                $0.add("value", number: Int(clamping: gift.value))
                $0.add("duration", decimal: ExactDecimal(seconds: gift.duration))
                $0.add("ready", flag: kinds.playable(gift.id) != nil)
            }
        }
        return gifts
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ presentation: Presentation) {
        appendObject { stage in
            stage.appendMembers(of: presentation.gift)
            stage.add("elapsed", decimal: ExactDecimal(seconds: presentation.elapsed))
            stage.add("duration", decimal: ExactDecimal(seconds: presentation.gift.duration))
            stage.add("progress", decimal: ExactDecimal(presentation.progress))
            stage.add("replaceAt", decimal: ExactDecimal(presentation.replaceAt))
            stage.add("mayBeReplaced", flag: presentation.mayBeReplaced)
        }
    }

    fileprivate mutating func appendMembers(of odds: Odds) {
        add("at", decimal: ExactDecimal(seconds: odds.at))
        add("futures", number: odds.futures)
        add("finished", decimal: ExactDecimal(odds.share(odds.finished)))
        add("replacedByCheaper", decimal: ExactDecimal(odds.share(odds.replacedByCheaper)))
        add("replacedByOthers", decimal: ExactDecimal(odds.share(odds.replacedByOthers)))
        guard let next = odds.next else { return }
        add("next", number: next)
        add("nextShown", decimal: ExactDecimal(odds.share(odds.nextShown)))
    }

    fileprivate mutating func append(_ gift: Gift) { appendObject { $0.appendMembers(of: gift) } }

    fileprivate mutating func appendMembers(of gift: Gift) {
        add("gift", number: gift.number)
        add("name", gift.kind)
        add("from", gift.sender)
        add("count", number: gift.count)
        add("value", number: Int(clamping: gift.value))
    }

    fileprivate mutating func appendMembers(of settings: LayeredSettings) {
        for key in SettingKey.configurable {
            begin(member: key.name)
            appendObject {
                $0.begin("value")
                let assignment = settings.assignment(of: key)
                $0.append(assignment.value.shown)
                $0.add("origin", assignment.origin.description)
            }
        }
    }

    fileprivate mutating func appendMembers(of counts: OutcomeCounts) {
        add("arrivals", number: counts.arrivals)
        add("started", number: counts.started)
        for outcome in Outcome.Name.allCases {
            begin(member: outcome.rawValue)
            append(integer: counts[outcome])
        }
        add("reasons") { reasons in
            for reason in Outcome.DropReason.allCases where counts[reason] > 0 {
                reasons.begin(member: reason.rawValue)
                reasons.append(integer: counts[reason])
            }
        }
    }
}
