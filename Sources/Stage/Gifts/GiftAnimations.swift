import Choreography
import Lottie
import LottieRenderer
import Playback
import StoreDocuments
import VectorGraphics

/// The animations of gifts: read when they are first wanted, drawn at the stage's size, and kept as pixels while they are
/// played often.
struct GiftAnimations {
    /// The Lottie file of a kind that is built in; nil where there is none.
    private let embedded: (String) -> [UInt8]?
    /// The animation of a version that a store has published.
    private let published: (StoreGift) throws(UnplayableGift) -> Composition
    /// What a kind that is built in wants of the stage.
    private let embeddedDirections: (String, Composition) -> GiftDirections
    /// What such a version wants of it.
    private let publishedDirections: (StoreGift) -> GiftDirections
    /// What was read, the one used last at the end.
    private var read: [Reading] = []
    private var renderers: [Rendering] = []
    /// The rendered frames that are kept.
    var frames: FrameCache

    private struct Reading {
        let animation: AnimationID
        let result: Result<Composition, UnplayableGift>
        let directions: GiftDirections
    }

    /// A renderer with what it wears: copies of a room share both.
    private final class Rendering {
        let animation: AnimationID
        let renderer: AnimationRenderer
        /// The gift whose values it has; nil while it has those of the file.
        var dressedFor: PresentedGift?

        init(animation: AnimationID, renderer: AnimationRenderer) {
            self.animation = animation
            self.renderer = renderer
        }
    }

    /// Renderers that are kept: gifts that follow each other are often of the same few kinds, and in the lobby there is one
    /// behind every door.
    private static let mostRenderers = 8
    /// Animations that are kept as they were read: more than are played within minutes.
    private static let mostRead = 32

    init(
        embedded: @escaping (String) -> [UInt8]?,
        published: @escaping (StoreGift) throws(UnplayableGift) -> Composition,
        directions: @escaping (String, Composition) -> GiftDirections = { _, _ in GiftDirections() },
        publishedDirections: @escaping (StoreGift) -> GiftDirections = { _ in GiftDirections() }, frames: FrameCache
    ) {
        self.embedded = embedded
        self.published = published
        embeddedDirections = directions
        self.publishedDirections = publishedDirections
        self.frames = frames
    }

    /// The animation of a gift; nil where there is no file or it can't be played.
    mutating func composition(of gift: RoomGift) -> Composition? {
        let animation = gift.animation
        if let index = read.firstIndex(where: { $0.animation == animation }) {
            let reading = read.remove(at: index)
            read.append(reading)
            return try? reading.result.get()
        }
        guard let result = read(gift) else { return nil }
        if read.count == Self.mostRead { read.removeFirst() }
        let composition = try? result.get()
        let directions = composition.map { composition in
            gift.published.map(publishedDirections) ?? embeddedDirections(gift.id, composition)
        }
        read.append(Reading(animation: animation, result: result, directions: directions ?? GiftDirections()))
        return composition
    }

    /// How many frames the animation of a gift has, as far as it has been read.
    func frameCount(of gift: RoomGift) -> Int? {
        guard case .success(let composition) = read.last(where: { $0.animation == gift.animation })?.result else {
            return nil
        }
        return composition.frameCount
    }

    /// What a gift wants of the stage; nothing where its animation can't be played.
    mutating func directions(of gift: RoomGift) -> GiftDirections {
        guard composition(of: gift) != nil else { return GiftDirections() }
        return read.last { $0.animation == gift.animation }?.directions ?? GiftDirections()
    }

    private func read(_ gift: RoomGift) -> Result<Composition, UnplayableGift>? {
        if let version = gift.published {
            return Result { () throws(UnplayableGift) in try published(version) }
        }
        return embedded(gift.id).map { bytes in
            Result { () throws(LottieError) in try Composition(json: bytes) }
                .mapError { UnplayableGift($0.description) }
        }
    }

    /// Why an animation can't be played, where it is known.
    func problem(with animation: AnimationID) -> String? {
        guard case .failure(let error) = read.first(where: { $0.animation == animation })?.result else { return nil }
        return error.reason
    }

    /// Forgets what is kept of a kind but for one version, and one that is still on stage; and of all what could not be
    /// played, which may be another matter by now.
    mutating func forget(_ kind: String, but current: AnimationID?, and onStage: AnimationID?) {
        func isOver(_ animation: AnimationID) -> Bool {
            animation.kind == kind && animation != current && animation != onStage
        }
        read.removeAll { reading in
            if case .failure = reading.result, reading.animation.kind == kind { return true }
            return isOver(reading.animation)
        }
        renderers.removeAll { isOver($0.animation) }
        frames.forget(where: isOver)
    }

    /// Draws a gift's animation as it is at a moment; false where there is none.
    /// - Parameters:
    ///   - presented: whose gift it is and how many, where the animation shows that; nil for what the file has instead.
    ///   - elapsed: how far it has come, of `duration`.
    ///   - isExact: whether it is drawn to the nanosecond, rather than at the nearest frame of the stage.
    mutating func draw(
        _ gift: RoomGift, for presented: PresentedGift?, at elapsed: Nanoseconds, of duration: Nanoseconds,
        isExact: Bool, into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        // What shows its sender is another picture for the next one.
        if isExact || directions(of: gift).properties.dependOnGift {
            return render(gift, for: presented, at: elapsed, of: duration, into: &pixmap, statistics: &statistics)
        }
        let step = FrameStep.nearest(to: elapsed)
        let reel = FrameCache.Reel(animation: gift.animation, duration: duration, covers: gift.covers)
        if statistics.measure(.draw, { frames.draw(step, of: reel, into: &pixmap) }) { return true }
        let moment = min(FrameStep.time(of: step), duration)
        guard render(gift, for: presented, at: moment, of: duration, into: &pixmap, statistics: &statistics) else {
            return false
        }
        statistics.measure(.draw) { frames.keep(pixmap, as: step, of: reel) }
        return true
    }

    private mutating func render(
        _ gift: RoomGift, for presented: PresentedGift?, at elapsed: Nanoseconds, of duration: Nanoseconds,
        into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        guard let composition = composition(of: gift) else { return false }
        let progress = Double(elapsed) / Double(max(1, duration))
        let scaling = gift.covers ? Self.scaling(of: composition, width: pixmap.width, height: pixmap.height) : .fit
        let renderer = renderer(of: gift.animation, composition, pixmap.width, pixmap.height, scaling)
        dressRenderer(of: gift, for: presented)
        statistics.measure(.evaluate) { renderer.evaluate(frame: composition.frame(atProgress: progress)) }
        statistics.measure(.draw) { renderer.draw(into: &pixmap) }
        return true
    }

    /// A show covers the stage as long as no more than a fifth of it is cut off.
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
            // The one used last stands last, and goes last.
            let entry = renderers.remove(at: index)
            renderers.append(entry)
            return entry.renderer
        }
        let renderer = AnimationRenderer(composition, width: width, height: height, scaling: scaling)
        if renderers.count == Self.mostRenderers { renderers.removeFirst() }
        renderers.append(Rendering(animation: animation, renderer: renderer))
        return renderer
    }

    /// Gives the renderer used last the values that its gift wants for one presentation.
    private mutating func dressRenderer(of gift: RoomGift, for presented: PresentedGift?) {
        let properties = directions(of: gift).properties
        guard !properties.isEmpty, let last = renderers.last else { return }
        // What is the same for all is put on once, whoever it is for.
        let wanted = properties.dependOnGift ? presented : PresentedGift(sender: "", count: 1, name: "")
        guard last.dressedFor != wanted else { return }
        last.dressedFor = wanted
        let earlier = last.renderer.properties
        last.renderer.properties = wanted.map { properties.values($0, earlier) } ?? DynamicProperties()
    }
}

/// The frames of the stage, 30 a second, counted from a presentation's beginning.
enum FrameStep {
    private static let perSecond: Nanoseconds = .second / StageLoop.frameLength

    /// The step nearest to a time, which is at most half a step off.
    static func nearest(to time: Nanoseconds) -> Int {
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: .second)
        return Int(clamping: seconds * perSecond + (rest * perSecond + .second / 2) / .second)
    }

    /// The time of a step.
    static func time(of step: Int) -> Nanoseconds {
        let (seconds, rest) = Nanoseconds(step).quotientAndRemainder(dividingBy: perSecond)
        return seconds * .second + rest * .second / perSecond
    }
}
