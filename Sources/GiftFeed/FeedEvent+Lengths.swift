import TerminalText

/// The length limits for the texts of events, in Unicode scalars.
///
/// The limits keep everything that a person reads, but prevent a sender from making a frame or a line expensive. A text
/// that is cut ends in an ellipsis. Ids are never cut, because the program compares them and nobody reads them.
package enum TextLengths {
    /// The longest viewer name; platforms allow at most 100.
    package static let name = 200
    /// The longest display name of a gift kind.
    package static let gift = 200
    /// The longest chat message; platforms allow at most 500.
    package static let message = 2_000
    /// The longest room title.
    package static let title = 400
}

extension FeedEvent.Kind {
    /// A copy of the event with its texts cut to ``TextLengths``.
    package var withBoundedTexts: FeedEvent.Kind {
        switch self {
        case .chat(var message):
            message.from = message.from.withBoundedName
            message.text = message.text.cut(to: TextLengths.message)
            return .chat(message)
        case .join(let viewer): return .join(viewer.withBoundedName)
        case .leave(let viewer): return .leave(viewer.withBoundedName)
        case .like(let viewer, let count): return .like(from: viewer.withBoundedName, count: count)
        case .seen(let viewer, let message): return .seen(by: viewer.withBoundedName, message: message)
        case .gift(let gift): return .gift(gift.withBoundedTexts)
        case .streakEnd, .batch, .retract: return self
        }
    }
}

extension GiftArrival {
    /// A copy of the gift with its names cut to ``TextLengths``.
    package var withBoundedTexts: GiftArrival {
        var gift = self
        gift.from = from.withBoundedName
        gift.name = name.cut(to: TextLengths.gift)
        return gift
    }
}

extension Viewer {
    fileprivate var withBoundedName: Viewer { Viewer(id: id, name: name.cut(to: TextLengths.name)) }
}
