extension FeedEvent.Kind {
    /// Returns a copy with other ids; an empty id stays empty.
    ///
    /// - Parameters:
    ///   - includesViewers: Whether the ids of viewers change too; otherwise only those of gifts, messages, streaks and
    ///     batches do.
    ///   - transform: Returns the new id.
    package func mappingIDs(includesViewers: Bool = true, _ transform: (String) -> String) -> FeedEvent.Kind {
        func id(_ id: String) -> String { id.isEmpty ? id : transform(id) }
        func viewer(_ viewer: Viewer) -> Viewer {
            includesViewers ? Viewer(id: id(viewer.id), name: viewer.name) : viewer
        }
        switch self {
        case .gift(var gift):
            gift.id = id(gift.id)
            gift.from = viewer(gift.from)
            if let streak = gift.streak { gift.streak?.id = id(streak.id) }
            gift.batch = gift.batch.map(id)
            return .gift(gift)
        case .chat(var message):
            message.id = id(message.id)
            message.from = viewer(message.from)
            return .chat(message)
        case .join(let member): return .join(viewer(member))
        case .leave(let member): return .leave(viewer(member))
        case .like(let member, let count): return .like(from: viewer(member), count: count)
        case .seen(let reader, let message): return .seen(by: viewer(reader), message: id(message))
        case .streakEnd(let streak, let total): return .streakEnd(id: id(streak), total: total)
        case .batch(let batch, let total): return .batch(id: id(batch), total: total)
        case .retract(let retracted): return .retract(id: id(retracted))
        }
    }
}
