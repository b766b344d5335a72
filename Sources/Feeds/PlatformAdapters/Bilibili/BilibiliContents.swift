import JSON
import RoomEvents
import TextEncodings

/// The contents of a Bilibili command in the older form, whichever form it arrived in.
///
/// The newer commands pack the JSON data of the older ones into a Protocol Buffers message, and one of them can contain
/// several gifts.
///
/// - SeeAlso: `bilibili.live.gift.v1.SendGiftBroadcast` and `bilibili.live.xuserreward.v1.InteractWord`, as the website
///   itself decodes them.
struct BilibiliContents {
    /// The name of the command in the older form, without the version that some names have after a colon.
    let command: String
    /// The data of the command, with the member names of the older form.
    private(set) var contents: [JSONValue]
    /// The error if the data after ``contents`` is damaged.
    private(set) var contentError: FeedLineError?

    init(_ message: JSONValue) throws(FeedLineError) {
        guard let command = message["cmd"]?.looseText else { throw FeedLineError(problem: "cmd: expected a text") }
        let name = String(command.prefix { $0 != ":" })
        let content = message["data"] ?? message
        switch name {
        case "SEND_GIFT_V2":
            self.command = "SEND_GIFT"
            contents = []
            try parseGifts(content)
        case "INTERACT_WORD_V2":
            self.command = "INTERACT_WORD"
            let packed = try Self.packedMessage(content)
            contents = [packed.map { Self.arrival($0) } ?? content]
            if packed?.errorOffset != nil { contentError = Self.damagedMessageError }
        case "SUPER_CHAT_MESSAGE_JPN":
            // This command repeats a super chat with a translation.
            self.command = "SUPER_CHAT_MESSAGE"
            contents = [content]
        default:
            self.command = name
            contents = [content]
        }
    }

    private mutating func parseGifts(_ content: JSONValue) throws(FeedLineError) {
        guard let packed = try Self.packedMessage(content) else {
            let sender = ["uid", "uname"].compactMap { name in content[name].map { (name, $0) } }
            contents = content["gift_list"]?.array?.map { $0.adding(sender) } ?? [content]
            return
        }
        let user = packed.messages(15).first
        let id = [packed.number(1), user?.number(1)].compactMap { $0 == 0 ? nil : $0 }.first
        let name = [packed.text(2), user?.messages(2).first?.text(1)].compactMap { $0 == "" ? nil : $0 }.first
        let gifts = packed.messages(10)
        contents = gifts.compactMap { gift in
            // Ignores a gift that is damaged before its name; `contentError` reports it below.
            guard gift.errorOffset == nil || gift.number(1) != nil && gift.text(2) != nil && gift.number(3) != nil
            else {
                return nil
            }
            return Self.gift(gift, id: id, name: name)
        }
        if packed.errorOffset != nil || gifts.contains(where: { $0.errorOffset != nil }) {
            contentError = Self.damagedMessageError
        }
        guard !contents.isEmpty else {
            throw contentError ?? FeedLineError(problem: "data.pb: expected gifts, found none")
        }
    }

    private static let damagedMessageError = FeedLineError(
        problem: "data.pb: expected a whole message, found a damaged one")

    private static func gift(_ gift: ProtobufMessage, id: UInt64?, name: String?) -> JSONValue {
        tree([
            ("uid", text(id)), ("uname", name), ("giftId", text(gift.number(1))), ("giftName", gift.text(2)),
            ("num", text(gift.number(3))), ("price", text(gift.number(5))), ("total_coin", text(gift.number(7))),
            ("coin_type", gift.text(8)), ("tid", gift.text(9)), ("timestamp", text(gift.number(10))),
            ("super_batch_gift_num", text(gift.number(11))), ("batch_combo_id", gift.text(12)),
            ("combo_stay_time", text(gift.number(15))),
        ])
    }

    /// Converts a message about a viewer who enters, follows or shares.
    private static func arrival(_ packed: ProtobufMessage) -> JSONValue {
        let user = packed.messages(22).first
        let name = [packed.text(2), user?.messages(2).first?.text(1)].compactMap { $0 == "" ? nil : $0 }.first
        return tree([
            ("uid", text(packed.number(1) ?? user?.number(1))), ("uname", name),
            ("msg_type", text(packed.number(5))), ("timestamp", text(packed.number(7))),
        ])
    }

    /// Returns the message in `pb`; nil if a relay has already unpacked it.
    private static func packedMessage(_ content: JSONValue) throws(FeedLineError) -> ProtobufMessage? {
        guard let pb = content["pb"] else { return nil }
        guard let text = pb.looseText, let bytes = bytes(ofBase64: text) else {
            throw FeedLineError(problem: "data.pb: expected base64")
        }
        let message = ProtobufMessage(bytes[...])
        guard message.errorOffset == nil || !message.fields.isEmpty else {
            throw FeedLineError(problem: "data.pb: expected a message of Protocol Buffers")
        }
        return message
    }

    /// Decodes base64 in either alphabet of RFC 4648, with or without padding.
    private static func bytes(ofBase64 text: String) -> [UInt8]? {
        var characters = text.utf8.map { character in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
        return Base64Text.looseBytes(of: String(decoding: characters, as: UTF8.self))
    }

    /// Protocol Buffers encodes a negative integer as an unsigned one with the same bits.
    private static func text(_ number: UInt64?) -> String? { number.map { String(Int64(bitPattern: $0)) } }

    private static func tree(_ members: [(String, String?)]) -> JSONValue {
        .object(members.compactMap { key, value in value.map { (key, .string($0)) } })
    }
}

extension JSONValue {
    /// Returns the object with these members added, except for names that it already has.
    fileprivate func adding(_ members: [(String, JSONValue)]) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(members.map { (key: $0, value: $1) } + own)
    }
}
