package import ExactNumbers
package import LottieDocument
import StoreProtocol

/// The animations of the gift kinds in a room, each read when it is first needed.
///
/// Copies of a session share it, as what it holds are facts about files.
package final class AnimationCache {
    private let provider: any GiftProvider
    /// The animations that were read, in order of use; the last one was used most recently.
    private var loaded: [LoadedAnimation] = []
    /// The session time from which the next animation may be read ahead.
    private var nextPreload: Nanoseconds = 0

    private struct LoadedAnimation {
        let animation: AnimationID
        let result: Result<Composition, UnplayableGift>
        let options: PresentationOptions
    }

    /// The maximum number of decoded animations: more than play within minutes.
    private static let maxLoaded = 32
    /// The number of decoded animations from which none is read ahead.
    private static let maxPreloaded = 16

    /// Creates an empty cache.
    package init(_ provider: any GiftProvider) { self.provider = provider }

    /// Returns the animation of a gift kind, or `nil` if it has no file or an invalid one.
    package func composition(of gift: RoomGift) -> Composition? {
        use(gift).flatMap { try? loaded[$0].result.get() }
    }

    /// Returns the index of what was read of a gift kind, which is the last one from now on; `nil` if it has no file.
    private func use(_ gift: RoomGift) -> Int? {
        let animation = gift.animation
        // Gifts of one kind often follow each other.
        if loaded.last?.animation == animation { return loaded.count - 1 }
        if let index = loaded.firstIndex(where: { $0.animation == animation }) {
            loaded.append(loaded.remove(at: index))
            return loaded.count - 1
        }
        guard let result = load(gift) else { return nil }
        if loaded.count == Self.maxLoaded { loaded.removeFirst() }
        let composition = try? result.get()
        let options = composition.map { composition in
            gift.isStandIn
                ? provider.fallback?.options ?? PresentationOptions()
                : gift.published.map { provider.options(of: $0) }
                    ?? provider.options(ofBuiltIn: gift.id, composition)
        }
        loaded.append(
            LoadedAnimation(animation: animation, result: result, options: options ?? PresentationOptions()))
        return loaded.count - 1
    }

    /// Reads the next built-in animation that has not been read, at most one per second.
    ///
    /// Rare gifts then start as quickly as frequent ones, and the memory use becomes stable early.
    ///
    /// - Parameters:
    ///   - gifts: The gift kinds of the room.
    ///   - time: The session time.
    package func preload(_ gifts: RoomGifts, at time: Nanoseconds) {
        guard time >= nextPreload, loaded.count < Self.maxPreloaded else { return }
        nextPreload = time + .second
        let next = gifts.known.first { gift in
            gift.published == nil && !loaded.contains { $0.animation == gift.animation }
        }
        if let next { _ = composition(of: next) }
    }

    /// Returns the number of frames that a presentation of a kind shows, or `nil` if its animation has not been read.
    package func frameCount(of gift: RoomGift) -> Int? {
        guard let found = loaded.last(where: { $0.animation == gift.animation }),
            case .success(let composition) = found.result
        else { return nil }
        return found.options.course?.frameCount ?? composition.frameCount
    }

    /// Returns the directions of a gift kind, or empty directions if its animation cannot play.
    package func options(of gift: RoomGift) -> PresentationOptions {
        guard let index = use(gift), case .success = loaded[index].result else { return PresentationOptions() }
        return loaded[index].options
    }

    private func load(_ gift: RoomGift) -> Result<Composition, UnplayableGift>? {
        if gift.isStandIn { return provider.fallback.map { .success($0.composition) } }
        if let version = gift.published {
            return Result { () throws(UnplayableGift) in try provider.animation(of: version) }
        }
        return provider.animation(ofBuiltIn: gift.id).map { bytes in
            Result { () throws(LottieError) in try Composition(json: bytes) }
                .mapError { UnplayableGift($0.description) }
        }
    }

    /// Returns the reason why an animation cannot play, or `nil` if none is known.
    package func failureReason(of animation: AnimationID) -> String? {
        guard case .failure(let error) = loaded.first(where: { $0.animation == animation })?.result else { return nil }
        return error.reason
    }

    /// Removes what is stored of a kind, except for the current version and a version that is still on the stage.
    ///
    /// Failed animations of the kind are removed too, so that they are tried again.
    package func removeStale(of kind: String, except current: AnimationID?, and onStage: AnimationID?) {
        loaded.removeAll { entry in
            guard entry.animation.kind == kind else { return false }
            if case .failure = entry.result { return true }
            return entry.animation != current && entry.animation != onStage
        }
    }

    /// Marks an animation as one that cannot play.
    package func markUnplayable(_ animation: AnimationID, because reason: String) {
        guard let index = loaded.firstIndex(where: { $0.animation == animation }) else { return }
        loaded[index] = LoadedAnimation(
            animation: animation, result: .failure(UnplayableGift(reason)), options: PresentationOptions())
    }
}
