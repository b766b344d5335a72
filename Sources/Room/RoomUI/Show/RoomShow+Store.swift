import ExactNumbers
import Playback
import PlayerSettings
import StoreProtocol

// News of a store. Like all inputs of the controller, they go through `apply`: as a change of an animation's state, or
// as settings of the store's layer.
extension RoomShow {
    /// Polls the store if a poll is due, and applies its news.
    mutating func pollStore(at time: Nanoseconds) {
        let news = store.consumeUpdates(at: time)
        guard !news.isEmpty else { return }
        let before = kinds.sendable(including: store.kindsOnDisk)
        for item in news { apply(item, at: time) }
        let sendable = kinds.sendable(including: store.kindsOnDisk)
        if sendable != before { store.onKindsChanged(sendable) }
    }

    private mutating func apply(_ news: StoreUpdate, at time: Nanoseconds) {
        hasChanged = true
        switch news {
        case .listed(let gift): kinds.addListing(gift)
        case .ready(let gift):
            let isNew = kinds.playable(gift.id) == nil
            kinds.markReady(gift)
            removeStaleAnimations(of: gift.id)
            if isNew { apply(.asset(kind: gift.id, .ready, duration: gift.duration), at: time) }
        case .failed(let id, let reason):
            kinds.recordDownloadFailure(of: id, reason: reason)
            store.show(failureOf: id, reason, at: time)
            if kinds.playable(id) == nil { apply(.asset(kind: id, .failed), at: time) }
        case .withdrawn(let id):
            // The store may report a withdrawal again.
            guard !kinds.isWithdrawn(id) else { return }
            kinds.withdraw(id)
            apply(.asset(kind: id, .withdrawn), at: time)
            removeStaleAnimations(of: id)
        case .settings(let published): apply(published, at: time)
        case .statusLine(let line): store.line = line
        }
    }

    private mutating func apply(_ published: RoomSettings, at time: Nanoseconds) {
        var assignments = published.assignments
        if let arm = published.arm { assignments.append(Assignment(.arm, .text(arm), origin: .store)) }
        var changed = settings
        changed.replace(.store, with: assignments)
        // After a reconnection, the store may send the same settings again.
        guard changed.assignments(of: .store) != settings.assignments(of: .store) else { return }
        apply(.settings(.store, changed.assignments(of: .store)), at: time)
    }

    private mutating func removeStaleAnimations(of kind: String) {
        let isRunning = controller.running?.gift.number == onStage?.number
        animations.removeStale(
            of: kind, except: kinds.playable(kind)?.animation, and: isRunning ? onStage?.gift?.animation : nil)
    }

    /// Returns the duration and state of a kind's animation, and starts its download if it cannot play.
    mutating func animation(of kind: String) -> (duration: Nanoseconds, asset: AssetState) {
        if let gift = kinds.playable(kind), gift.published != nil, animations.composition(of: gift) == nil {
            // If the published version is broken, the built-in kind of the same id plays instead.
            kinds.markUnplayable(kind, reason: animations.failureReason(of: gift.animation) ?? "no animation")
            if kinds.playable(kind) != nil { store.fetch(kind) }
        }
        if let gift = kinds.playable(kind) {
            return (gift.duration, animations.composition(of: gift) == nil ? .failed : .ready)
        }
        if !kinds.isWithdrawn(kind) { store.fetch(kind) }
        return (kinds.duration(of: kind), kinds.failureReason(of: kind) == nil ? .missing : .failed)
    }

    /// Returns the reason why a kind cannot play, if one is known.
    func failureReason(of kind: String) -> String? {
        kinds.failureReason(of: kind) ?? kinds.playable(kind).flatMap { animations.failureReason(of: $0.animation) }
    }
}
