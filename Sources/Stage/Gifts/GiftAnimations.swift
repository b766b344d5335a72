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
    /// How a gift of such a version carries itself.
    private let publishedManners: (StoreGift) -> GiftManners
    /// What was read, the one used last at the end.
    private var read: [Reading] = []
    private var renderers: [Rendering] = []
    /// The rendered frames that are kept.
    var frames: FrameCache

    private struct Reading {
        let animation: AnimationID
        let result: Result<Composition, UnplayableGift>
        let manners: GiftManners
    }

    private struct Rendering {
        let animation: AnimationID
        let renderer: AnimationRenderer
    }

    /// Renderers that are kept: gifts that follow each other are often of the same few kinds, and in the lobby there is one
    /// behind every door.
    private static let mostRenderers = 8
    /// Animations that are kept as they were read: more than are played within minutes.
    private static let mostRead = 32

    init(
        embedded: @escaping (String) -> [UInt8]?,
        published: @escaping (StoreGift) throws(UnplayableGift) -> Composition,
        manners: @escaping (StoreGift) -> GiftManners = { _ in GiftManners() }, frames: FrameCache
    ) {
        self.embedded = embedded
        self.published = published
        publishedManners = manners
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
        let manners = gift.published.map(publishedManners) ?? GiftManners()
        read.append(Reading(animation: animation, result: result, manners: manners))
        return try? result.get()
    }

    /// How many frames the animation of a gift has, as far as it has been read.
    func frameCount(of gift: RoomGift) -> Int? {
        guard case .success(let composition) = read.last(where: { $0.animation == gift.animation })?.result else {
            return nil
        }
        return composition.frameCount
    }

    /// How a gift carries itself.
    mutating func manners(of gift: RoomGift) -> GiftManners {
        guard composition(of: gift) != nil else { return GiftManners() }
        return read.last { $0.animation == gift.animation }?.manners ?? GiftManners()
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
    ///   - elapsed: how far it has come, of `duration`.
    ///   - isExact: whether it is drawn to the nanosecond, rather than at the nearest frame of the stage.
    mutating func draw(
        _ gift: RoomGift, at elapsed: Nanoseconds, of duration: Nanoseconds, isExact: Bool, into pixmap: inout Pixmap,
        statistics: inout FrameStatistics
    ) -> Bool {
        if isExact { return render(gift, at: elapsed, of: duration, into: &pixmap, statistics: &statistics) }
        let step = FrameStep.nearest(to: elapsed)
        let reel = FrameCache.Reel(animation: gift.animation, duration: duration, covers: gift.covers)
        if statistics.measure(.draw, { frames.draw(step, of: reel, into: &pixmap) }) { return true }
        let moment = min(FrameStep.time(of: step), duration)
        guard render(gift, at: moment, of: duration, into: &pixmap, statistics: &statistics) else { return false }
        statistics.measure(.draw) { frames.keep(pixmap, as: step, of: reel) }
        return true
    }

    private mutating func render(
        _ gift: RoomGift, at elapsed: Nanoseconds, of duration: Nanoseconds, into pixmap: inout Pixmap,
        statistics: inout FrameStatistics
    ) -> Bool {
        guard let composition = composition(of: gift) else { return false }
        let progress = Double(elapsed) / Double(max(1, duration))
        let scaling = gift.covers ? Self.scaling(of: composition, width: pixmap.width, height: pixmap.height) : .fit
        let renderer = renderer(of: gift.animation, composition, pixmap.width, pixmap.height, scaling)
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
