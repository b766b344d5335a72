package import ExactNumbers
import Playback
import PlayerSettings
import Recordings
package import StoreProtocol

// Updates of a store. Like all inputs of the controller, they are applied as inputs: as a change of an animation's
// state, or as settings of the store's layer.
extension RoomSession {
    /// Applies an update of the store.
    package mutating func apply(_ update: StoreUpdate, at time: Nanoseconds) -> [SessionEvent] {
        hasChanged = true
        switch update {
        case .listed(let gift):
            let returns = kinds.isWithdrawn(gift.id)
            kinds.addListing(gift)
            if returns { handleReturn(of: gift.id, at: time) }
        case .ready(let gift):
            if let act = act(publishing: gift) { announce(act, of: gift.name, at: time) }
            let isNew = kinds.playable(gift.id) == nil
            kinds.markReady(gift)
            removeStaleAnimations(of: gift.id)
            if isNew { handle(.asset(kind: gift.id, .ready, duration: gift.duration, loop: gift.loop), at: time) }
        case .failed(let id, let reason):
            kinds.recordDownloadFailure(of: id, reason: reason)
            if kinds.playable(id) == nil { handle(.asset(kind: id, .failed), at: time) }
        case .withdrawn(let id):
            // The store may report a withdrawal again.
            guard !kinds.isWithdrawn(id) else { break }
            announce(.withdrew, of: kinds[id]?.name ?? id, at: time)
            kinds.withdraw(id)
            handle(.asset(kind: id, .withdrawn), at: time)
            removeStaleAnimations(of: id)
        case .returned(let id):
            guard kinds.isWithdrawn(id) else { break }
            kinds.endWithdrawal(of: id)
            handleReturn(of: id, at: time)
        case .settings(let published): apply(published, at: time)
        case .connection(let failure): announce(failure.map { .failed(reason: $0) } ?? .answered, of: nil, at: time)
        case .catalogue(let problem):
            announce(problem.map { .hasNoCatalogue(reason: $0) } ?? .hasCatalogue, of: nil, at: time)
        case .problem, .statusLine: break
        }
        return consumeEvents()
    }

    /// Tells the controller of a kind that is no longer withdrawn, if it can play at once: its gifts may wait for it.
    private mutating func handleReturn(of id: String, at time: Nanoseconds) {
        guard let gift = kinds.playable(id) else { return }
        handle(.asset(kind: id, .ready, duration: gift.duration, loop: gift.loop), at: time)
    }

    /// Returns what the store did to make a version ready; `nil` if the version was on disk before.
    private func act(publishing gift: StoreGift) -> DecisionSentence.StoreAct? {
        guard let old = kinds.playable(gift.id)?.published else {
            return kinds.listing(of: gift.id) == gift ? .published(version: gift.version) : nil
        }
        if old == gift { return nil }
        return gift.version < old.version ? .rolledBack(version: gift.version) : .published(version: gift.version)
    }

    private mutating func announce(_ act: DecisionSentence.StoreAct, of name: String?, at time: Nanoseconds) {
        let gift = name.map { DecisionSentence.GiftLabel(name: $0, sender: "", count: 1) }
        narration.announce(
            DecisionSentence(at: max(time, controller.now), subject: gift, .store(act, address: settings.storeAddress)))
    }

    private mutating func apply(_ published: RoomSettings, at time: Nanoseconds) {
        var assignments = published.assignments
        if let arm = published.arm { assignments.append(Assignment(.arm, .text(arm), origin: .store)) }
        var changed = settings
        changed.replace(.store, with: assignments)
        // After a reconnection, the store may send the same settings again.
        guard changed.assignments(of: .store) != settings.assignments(of: .store) else { return }
        handle(.settings(.store, changed.assignments(of: .store)), at: time)
    }

    private func removeStaleAnimations(of kind: String) {
        let isRunning = controller.running?.gift.number == scene.onStage?.number
        animations.removeStale(
            of: kind, except: kinds.playable(kind)?.animation, and: isRunning ? scene.onStage?.gift?.animation : nil)
    }

    /// Returns the duration, the loop and the state of a kind's animation.
    mutating func animation(of kind: String) -> (duration: Nanoseconds, loop: GiftLoop?, asset: AssetState) {
        if let gift = kinds.playable(kind), gift.published != nil, animations.composition(of: gift) == nil {
            // If the published version is broken, the built-in kind of the same id plays instead.
            kinds.markUnplayable(kind, reason: animations.failureReason(of: gift.animation) ?? "no animation")
            if kinds.playable(kind) != nil { reportMissingAnimation(of: kind) }
        }
        if let gift = kinds.playable(kind) {
            if gift.isStandIn { reportMissingAnimation(of: kind) }
            return (gift.duration, gift.loop, animations.composition(of: gift) == nil ? .failed : .ready)
        }
        if !kinds.isWithdrawn(kind) { reportMissingAnimation(of: kind) }
        return (
            kinds.duration(of: kind), kinds.loop(of: kind), kinds.failureReason(of: kind) == nil ? .missing : .failed
        )
    }

    /// Returns the reason why a kind cannot play, if one is known.
    package func failureReason(of kind: String) -> String? {
        kinds.failureReason(of: kind) ?? kinds.playable(kind).flatMap { animations.failureReason(of: $0.animation) }
    }

    /// Reads the next animation that may be needed, if one is due.
    package func preload(at time: Nanoseconds) { animations.preload(kinds, at: time) }
}

extension LayeredSettings {
    /// The address of the store for people: the host with its port and without a user and password, or the name of the folder; empty without a store.
    fileprivate var storeAddress: String {
        guard case .text(let store) = value(of: .store) else { return "" }
        let place = store.split(separator: "://", maxSplits: 1).last.map(String.init) ?? store
        let parts = place.split(separator: "/").map(String.init)
        let isURL = store.hasPrefix("http")
        let name = (isURL ? parts.first : parts.last) ?? ""
        return isURL ? name.split(separator: "@").last.map(String.init) ?? name : name
    }
}
