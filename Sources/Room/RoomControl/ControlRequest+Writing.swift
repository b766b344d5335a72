import ExactNumbers
import JSON
import Playback
import RoomEvents

extension ControlRequest {
    /// The request as a line of JSON, with its line break.
    package var line: [UInt8] {
        if case .line(let line) = action { return line.bytes + [UInt8(ascii: "\n")] }
        var line: [UInt8] = []
        line.appendObject { line in
            switch id {
            case .text(let text): line.add("id", text)
            case .number(let number): line.add("id", number: Int(clamping: number))
            case nil: break
            }
            line.append(action)
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ sender: Viewer) {
        guard sender.id != sender.name else { return add("from", sender.name) }
        add("from") { json in
            json.add("id", sender.id)
            json.add("name", sender.name)
        }
    }

    fileprivate mutating func append(_ action: ControlRequest.Action) {
        switch action {
        case .control(let control): add("do", control.rawValue)
        case .set(let assignments):
            add("set") { json in
                for assignment in assignments {
                    json.begin(member: assignment.key.name)
                    json.append(assignment.value)
                }
            }
        case .unset(let keys): add("unset", keys.map(\.name))
        case .send(let gift):
            add("send", gift.kind)
            if let sender = gift.sender { append(sender) }
            if gift.count != 1 { add("count", number: gift.count) }
            if let event = gift.event { add("event", event) }
        case .seek(.elapsed(let time)): add("seek", decimal: ExactDecimal(seconds: time))
        case .seek(.progress(let share)): add("seek", "\(ExactDecimal(share.count, digits: 4))%")
        case .speed(let speed): add("speed", decimal: ExactDecimal(speed))
        case .get(let document): add("get", document.rawValue)
        case .subscribe(let topic): add("subscribe", topic.rawValue)
        case .unsubscribe(let topic): add("unsubscribe", topic.rawValue)
        case .line: break
        }
    }
}
