import TerminalText

/// The length limits for the texts of events, in Unicode scalars.
///
/// The limits keep everything that a person reads, but prevent a sender from making a frame or a line expensive. A text
/// that is cut ends in an ellipsis. In an id that is cut, the hash of the whole id follows the ellipsis, so that
/// different ids stay different.
package enum TextLimits {
    /// The longest viewer name; platforms allow at most 100.
    package static let name = 200
    /// The longest display name of a gift kind.
    package static let gift = 200
    /// The longest chat message; platforms allow at most 500.
    package static let message = 2_000
    /// The longest room title.
    package static let title = 400
    /// The longest id; platforms send at most 100.
    package static let id = 200
}

extension String {
    /// The id, or its beginning and its hash if it is longer than ``TextLimits/id``.
    ///
    /// The result depends only on the id, so that an event and the events that refer to it still agree.
    package var boundedID: String {
        guard utf8.count > TextLimits.id, unicodeScalars.count > TextLimits.id else { return self }
        // FNV-1a: the hash must be the same in every run, because it gets into files.
        let hash = utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        let ending = "…" + String(repeating: "0", count: 16 - digits.count) + digits
        return String(String.UnicodeScalarView(unicodeScalars.prefix(TextLimits.id - ending.count))) + ending
    }
}

extension FeedEvent.Kind {
    /// A copy of the event with its ids cut to ``TextLimits/id``.
    package var withBoundedIDs: FeedEvent.Kind {
        if case .gift(let gift) = self { return .gift(gift.withBoundedIDs) }
        return mappingIDs { $0.boundedID }
    }

    /// A copy of the event with its texts and ids cut to ``TextLimits``.
    package var withBoundedTexts: FeedEvent.Kind {
        switch withBoundedIDs {
        case .chat(var message):
            message.from = message.from.withBoundedName
            message.text = message.text.truncated(to: TextLimits.message)
            return .chat(message)
        case .join(let viewer): return .join(viewer.withBoundedName)
        case .leave(let viewer): return .leave(viewer.withBoundedName)
        case .like(let viewer, let count): return .like(from: viewer.withBoundedName, count: count)
        case .seen(let viewer, let message): return .seen(by: viewer.withBoundedName, message: message)
        case .gift(let gift): return .gift(gift.withBoundedTexts)
        case let kind: return kind
        }
    }
}

extension GiftArrival {
    /// A copy of the gift with its ids cut to ``TextLimits/id``.
    package var withBoundedIDs: GiftArrival {
        var gift = self
        gift.id = id.boundedID
        gift.gift = self.gift.boundedID
        gift.from = from.withBoundedID
        if let streak { gift.streak?.id = streak.id.boundedID }
        gift.batch = batch?.boundedID
        return gift
    }

    /// A copy of the gift with its names and ids cut to ``TextLimits``.
    package var withBoundedTexts: GiftArrival {
        var gift = withBoundedIDs
        gift.from = gift.from.withBoundedName
        gift.name = name.truncated(to: TextLimits.gift)
        return gift
    }
}

extension Viewer {
    fileprivate var withBoundedName: Viewer { Viewer(id: id, name: name.truncated(to: TextLimits.name)) }
    fileprivate var withBoundedID: Viewer { Viewer(id: id.boundedID, name: name) }
}
