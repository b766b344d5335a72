import Budgets
import ExactNumbers
import GiftChoreography
import LottieDocument
import LottieRenderer
import StoreProtocol
import VectorGraphics

/// The animations of the gift kinds in a room.
///
/// An animation is read when it is first needed and drawn at the size of the stage. The rendered frames of kinds that
/// play often are cached.
struct GiftAnimations {
    /// Returns the Lottie file of a built-in kind, or `nil` if there is none.
    private let embeddedFile: (String) -> [UInt8]?
    /// Returns the animation of a version that a store published.
    private let publishedComposition: (StoreGift) throws(UnplayableGift) -> Composition
    /// Returns the directions of a built-in kind.
    private let embeddedOptions: (String, Composition) -> PresentationOptions
    /// Returns the directions of a version that a store published.
    private let publishedOptions: (StoreGift) -> PresentationOptions
    /// The animations that were read, in order of use; the last one was used most recently.
    private var loaded: [LoadedAnimation] = []
    private var renderers: [RendererState] = []
    /// The session time from which the next animation may be read ahead.
    private var nextPreload: Nanoseconds = 0
    /// The cache of rendered frames.
    var frames: FrameCache

    private struct LoadedAnimation {
        let animation: AnimationID
        let result: Result<Composition, UnplayableGift>
        let options: PresentationOptions
    }

    /// A renderer and the gift that its properties belong to; copies of a room share it.
    private final class RendererState {
        let animation: AnimationID
        let renderer: AnimationRenderer
        /// The gift whose values the renderer's properties have, or `nil` if the renderer has the values of the file.
        var appliedValues: TemplateValues?

        init(animation: AnimationID, renderer: AnimationRenderer) {
            self.animation = animation
            self.renderer = renderer
        }
    }

    /// The maximum number of renderers.
    ///
    /// Consecutive gifts are often of the same few kinds, and the lobby needs one renderer for each door.
    private static let maxRenderers = 8
    /// The maximum number of decoded animations: more than play within minutes.
    private static let maxLoaded = 32
    /// The number of decoded animations from which none is read ahead.
    private static let maxPreloaded = 16

    init(
        embedded: @escaping (String) -> [UInt8]?,
        published: @escaping (StoreGift) throws(UnplayableGift) -> Composition,
        options: @escaping (String, Composition) -> PresentationOptions = { _, _ in PresentationOptions() },
        publishedOptions: @escaping (StoreGift) -> PresentationOptions = { _ in PresentationOptions() },
        frames: FrameCache
    ) {
        self.embeddedFile = embedded
        self.publishedComposition = published
        embeddedOptions = options
        self.publishedOptions = publishedOptions
        self.frames = frames
    }

    /// Returns the animation of a gift kind, or `nil` if it has no file or an invalid one.
    mutating func composition(of gift: RoomGift) -> Composition? {
        let animation = gift.animation
        if let index = loaded.firstIndex(where: { $0.animation == animation }) {
            let reading = loaded.remove(at: index)
            loaded.append(reading)
            return try? reading.result.get()
        }
        guard let result = load(gift) else { return nil }
        if loaded.count == Self.maxLoaded { loaded.removeFirst() }
        let composition = try? result.get()
        let directions = composition.map { composition in
            gift.published.map(publishedOptions) ?? embeddedOptions(gift.id, composition)
        }
        loaded.append(
            LoadedAnimation(animation: animation, result: result, options: directions ?? PresentationOptions()))
        return composition
    }

    /// Reads the next built-in animation that has not been read, at most one per second.
    ///
    /// Rare gifts then start as quickly as frequent ones, and the memory use becomes stable early.
    ///
    /// - Parameters:
    ///   - gifts: The gift kinds of the room.
    ///   - time: The session time.
    mutating func preload(_ gifts: RoomGifts, at time: Nanoseconds) {
        guard time >= nextPreload, loaded.count < Self.maxPreloaded else { return }
        nextPreload = time + .second
        let next = gifts.known.first { gift in
            gift.published == nil && !loaded.contains { $0.animation == gift.animation }
        }
        if let next { _ = composition(of: next) }
    }

    /// Returns the number of frames of a kind's animation, or `nil` if it has not been read.
    func frameCount(of gift: RoomGift) -> Int? {
        guard case .success(let composition) = loaded.last(where: { $0.animation == gift.animation })?.result else {
            return nil
        }
        return composition.frameCount
    }

    /// Returns the directions of a gift kind, or empty directions if its animation cannot play.
    mutating func options(of gift: RoomGift) -> PresentationOptions {
        guard composition(of: gift) != nil else { return PresentationOptions() }
        return loaded.last { $0.animation == gift.animation }?.options ?? PresentationOptions()
    }

    private func load(_ gift: RoomGift) -> Result<Composition, UnplayableGift>? {
        if let version = gift.published {
            return Result { () throws(UnplayableGift) in try publishedComposition(version) }
        }
        return embeddedFile(gift.id).map { bytes in
            Result { () throws(LottieError) in try Composition(json: bytes) }
                .mapError { UnplayableGift($0.description) }
        }
    }

    /// Returns the reason why an animation cannot play, or `nil` if none is known.
    func failureReason(of animation: AnimationID) -> String? {
        guard case .failure(let error) = loaded.first(where: { $0.animation == animation })?.result else { return nil }
        return error.reason
    }

    /// Removes what is stored of a kind, except for the current version and a version that is still on the stage.
    ///
    /// Failed animations of the kind are removed too, so that they are tried again.
    mutating func removeStale(of kind: String, except current: AnimationID?, and onStage: AnimationID?) {
        func isOver(_ animation: AnimationID) -> Bool {
            animation.kind == kind && animation != current && animation != onStage
        }
        loaded.removeAll { reading in
            if case .failure = reading.result, reading.animation.kind == kind { return true }
            return isOver(reading.animation)
        }
        renderers.removeAll { isOver($0.animation) }
        frames.removeFrames(where: isOver)
    }

    /// Draws a gift's animation at a moment and returns whether it has one that can play.
    ///
    /// - Parameters:
    ///   - gift: The gift kind.
    ///   - presented: The sender and count for an animation that shows them, or `nil` for the values of the file.
    ///   - elapsed: The elapsed time of the presentation, up to `duration`.
    ///   - duration: The length of the presentation, in stage time.
    ///   - isExact: Whether to draw the exact moment instead of the nearest frame of the stage.
    ///   - pixmap: The picture to draw into.
    ///   - statistics: The statistics that measure the work.
    mutating func draw(
        _ gift: RoomGift, for presented: TemplateValues?, at elapsed: Nanoseconds, of duration: Nanoseconds,
        isExact: Bool, into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        // An animation that shows its sender looks different for each sender, so its frames cannot be cached.
        if isExact || options(of: gift).properties.dependOnGift {
            return render(gift, for: presented, at: elapsed, of: duration, into: &pixmap, statistics: &statistics)
        }
        let step = FrameStep.nearest(to: elapsed)
        let reel = FrameCache.FrameSetKey(
            animation: gift.animation, duration: duration, coversPicture: gift.coversStage)
        if statistics.measure(.draw, { frames.draw(step, of: reel, into: &pixmap) }) { return true }
        let moment = min(FrameStep.time(of: step), duration)
        guard render(gift, for: presented, at: moment, of: duration, into: &pixmap, statistics: &statistics) else {
            return false
        }
        statistics.measure(.draw) { frames.store(pixmap, as: step, of: reel) }
        return true
    }

    private mutating func render(
        _ gift: RoomGift, for presented: TemplateValues?, at elapsed: Nanoseconds, of duration: Nanoseconds,
        into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        guard let composition = composition(of: gift) else { return false }
        let progress = Double(elapsed) / Double(max(1, duration))
        let scaling =
            gift.coversStage ? Self.scaling(of: composition, width: pixmap.width, height: pixmap.height) : .fit
        let renderer = renderer(of: gift.animation, composition, pixmap.width, pixmap.height, scaling)
        applyProperties(of: gift, for: presented)
        statistics.measure(.evaluate) { renderer.evaluate(frame: composition.frame(atProgress: progress)) }
        statistics.measure(.draw) { renderer.draw(into: &pixmap) }
        guard let shortage = renderer.shortage else { return true }
        markUnplayable(gift.animation, because: shortage)
        pixmap.clear()
        return false
    }

    /// Marks an animation as one that cannot play.
    ///
    /// One of its frames exceeded a budget. Its next frames would block the stage for as long.
    private mutating func markUnplayable(_ animation: AnimationID, because shortage: BudgetExceeded) {
        renderers.removeAll { $0.animation == animation }
        frames.removeFrames { $0 == animation }
        guard let index = loaded.firstIndex(where: { $0.animation == animation }) else { return }
        loaded[index] = LoadedAnimation(
            animation: animation, result: .failure(UnplayableGift(shortage.description)), options: PresentationOptions()
        )
    }

    /// Returns `.cover` if covering the stage crops at most a fifth of the animation, else `.fit`.
    private static func scaling(of composition: Composition, width: Int, height: Int) -> AnimationRenderer.Scaling {
        let wide = Double(width) / composition.width
        let high = Double(height) / composition.height
        return min(wide, high) >= 0.8 * max(wide, high) ? .cover : .fit
    }

    private mutating func renderer(
        of animation: AnimationID, _ composition: Composition, _ width: Int, _ height: Int,
        _ scaling: AnimationRenderer.Scaling
    ) -> AnimationRenderer {
        if let index = renderers.firstIndex(where: { entry in
            entry.animation == animation && entry.renderer.width == width && entry.renderer.height == height
        }) {
            // The list is in order of use; when it is full, the first renderer is removed.
            let entry = renderers.remove(at: index)
            renderers.append(entry)
            return entry.renderer
        }
        let renderer = AnimationRenderer(composition, width: width, height: height, scaling: scaling)
        if renderers.count == Self.maxRenderers { renderers.removeFirst() }
        renderers.append(RendererState(animation: animation, renderer: renderer))
        return renderer
    }

    /// Sets the property values of a presentation on the renderer that was used last.
    private mutating func applyProperties(of gift: RoomGift, for presented: TemplateValues?) {
        let properties = options(of: gift).properties
        guard !properties.isEmpty, let last = renderers.last else { return }
        // Values that do not depend on the gift are set only once, for a placeholder gift.
        let wanted = properties.dependOnGift ? presented : TemplateValues(sender: "", count: 1, name: "")
        guard last.appliedValues != wanted else { return }
        last.appliedValues = wanted
        let earlier = last.renderer.properties
        last.renderer.properties = wanted.map { properties.values($0, earlier) } ?? DynamicProperties()
    }
}

/// Conversion between time and the frames of the stage, 30 per second from the start of a presentation.
enum FrameStep {
    private static let perSecond: Nanoseconds = .second / StageLoop.frameDuration

    /// Returns the step nearest to a time; it is at most half a step away.
    static func nearest(to time: Nanoseconds) -> Int {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: .second)
        return Int(clamping: seconds * perSecond + (rest * perSecond + .second / 2) / .second)
    }

    /// Returns the time of a step.
    static func time(of step: Int) -> Nanoseconds {
        let (seconds, rest) = Nanoseconds(step).quotientAndRemainder(dividingBy: perSecond)
        return seconds * .second + rest * .second / perSecond
    }
}
