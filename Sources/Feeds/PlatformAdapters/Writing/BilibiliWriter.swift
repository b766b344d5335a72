import JSON
import RoomEvents

/// A writer of events as commands of Bilibili live, or of its open platform where those fit better.
struct BilibiliWriter: PlatformWriter {
    /// The last gifts of open combos, by the id of the streak.
    private var openCombos: [String: GiftArrival] = [:]

    var openingLine: String { line("LIVE", FeedWriter.start) { _ in } }

    mutating func lines(for kind: FeedEvent.Kind, at time: Int64) -> [String]? {
        switch kind {
        case .gift(let gift):
            var lines = [line(for: gift, time)]
            if let streak = gift.streak {
                openCombos[streak.id] = streak.isFinal ? nil : gift
                if streak.isFinal { lines.append(end(of: streak.id, gift, total: streak.total, time)) }
            }
            return lines
        case .streakEnd(let id, let total):
            return openCombos.removeValue(forKey: id).map { [end(of: id, $0, total: total, time)] }
        case .chat(let message):
            return [
                line("LIVE_OPEN_PLATFORM_DM", time) { content in
                    content.add("msg_id", message.id)
                    content.add("msg", message.text)
                    content.add(open: message.from)
                }
            ]
        case .join(let viewer):
            return [
                line("INTERACT_WORD", time) { content in
                    content.add("msg_type", number: 1)
                    content.add("uid", viewer.id)
                    content.add("uname", viewer.name)
                }
            ]
        case .like(let viewer, let count):
            return [
                line("LIVE_OPEN_PLATFORM_LIKE", time) { content in
                    content.add("like_count", number: count)
                    content.add(open: viewer)
                }
            ]
        case .retract(let id):
            return [
                line("SUPER_CHAT_MESSAGE_DELETE", time) { content in
                    content.add("ids", [id])
                }
            ]
        default: return nil
        }
    }

    private func line(for gift: GiftArrival, _ time: Int64) -> String {
        line("SEND_GIFT", time) { content in
            content.add("tid", gift.id)
            content.add("giftId", gift.gift)
            content.add("giftName", gift.name)
            content.add("num", number: gift.count)
            content.add("coin_type", "gold")
            content.add("price", number: gift.value.multipliedReportingOverflow(by: 100).partialValue)
            content.add("uid", gift.from.id)
            content.add("uname", gift.from.name)
            guard let streak = gift.streak else { return }
            content.add("batch_combo_id", streak.id)
            content.add("super_batch_gift_num", number: streak.total)
            // The longest possible time, so that the combo does not end before `COMBO_SEND`.
            content.add("combo_stay_time", number: 600)
        }
    }

    private func end(of combo: String, _ gift: GiftArrival, total: Int, _ time: Int64) -> String {
        line("COMBO_SEND", time) { content in
            content.add("batch_combo_id", combo)
            content.add("gift_id", gift.gift)
            content.add("gift_name", gift.name)
            content.add("total_num", number: total)
            content.add("uid", gift.from.id)
            content.add("uname", gift.from.name)
        }
    }

    private func line(_ command: String, _ time: Int64, _ fill: (inout [UInt8]) -> Void) -> String {
        jsonObject {
            $0.add("cmd", command)
            $0.add("send_time", number: Int(time))
            $0.add("data", fill)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func add(open viewer: Viewer) {
        add("open_id", viewer.id)
        add("uname", viewer.name)
    }
}
