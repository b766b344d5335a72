import Configuration
import Playback
import StoreDocuments

// News of a store. Like all inputs of the controller, they go through `take`: as a change of an animation's state, or
// as settings of the store's layer.
extension RoomShow {
    /// Polls the store if a poll is due, and applies its news.
    mutating func takeNews(at time: Nanoseconds) {
        let news = store.takeNews(at: time)
        guard !news.isEmpty else { return }
        let before = kinds.sendable(besides: store.kindsOnDisk)
        for item in news { take(item, at: time) }
        let sendable = kinds.sendable(besides: store.kindsOnDisk)
        if sendable != before { store.kindsChanged(sendable) }
    }

    private mutating func take(_ news: StoreNews, at time: Nanoseconds) {
        hasChanged = true
        switch news {
        case .listed(let gift): kinds.list(gift)
        case .ready(let gift):
            let isNew = kinds.playable(gift.id) == nil
            kinds.makeReady(gift)
            forgetOldPictures(of: gift.id)
            if isNew { take(.asset(kind: gift.id, .ready, duration: gift.duration), at: time) }
        case .failed(let id, let reason):
            kinds.fail(id, reason: reason)
            store.show(failureOf: id, reason, at: time)
            if kinds.playable(id) == nil { take(.asset(kind: id, .failed), at: time) }
        case .withdrawn(let id):
            // The store may report a withdrawal again.
            guard !kinds.isWithdrawn(id) else { return }
            kinds.withdraw(id)
            take(.asset(kind: id, .withdrawn), at: time)
            forgetOldPictures(of: id)
        case .settings(let published): take(published, at: time)
        case .line(let line): store.line = line
        }
    }

    private mutating func take(_ published: RoomSettings, at time: Nanoseconds) {
        var assignments = published.assignments
        if let arm = published.arm { assignments.append(Assignment(.arm, .text(arm), origin: .store)) }
        var changed = settings
        changed.replace(.store, with: assignments)
        // After a reconnection, the store may send the same settings again.
        guard changed.assignments(of: .store) != settings.assignments(of: .store) else { return }
        take(.settings(.store, changed.assignments(of: .store)), at: time)
    }

    private mutating func forgetOldPictures(of kind: String) {
        let isRunning = controller.running?.gift.number == onStage?.number
        animations.forget(
            kind, but: kinds.playable(kind)?.animation, and: isRunning ? onStage?.gift?.animation : nil)
    }

    /// Returns the duration and state of a kind's animation, and starts its download if it cannot play.
    mutating func animation(of kind: String) -> (duration: Nanoseconds, asset: AssetState) {
        if let gift = kinds.playable(kind), gift.published != nil, animations.composition(of: gift) == nil {
            // If the published version is broken, the built-in kind of the same id plays instead.
            kinds.lose(kind, reason: animations.problem(with: gift.animation) ?? "no animation")
            if kinds.playable(kind) != nil { store.fetch(kind) }
        }
        if let gift = kinds.playable(kind) {
            return (gift.duration, animations.composition(of: gift) == nil ? .failed : .ready)
        }
        if !kinds.isWithdrawn(kind) { store.fetch(kind) }
        return (kinds.duration(of: kind), kinds.problem(with: kind) == nil ? .missing : .failed)
    }

    /// Returns the reason why a kind cannot play, if one is known.
    func problem(with kind: String) -> String? {
        kinds.problem(with: kind) ?? kinds.playable(kind).flatMap { animations.problem(with: $0.animation) }
    }
}
