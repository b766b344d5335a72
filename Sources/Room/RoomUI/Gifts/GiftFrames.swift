import ExactNumbers
import LottieDocument
import LottieRenderer
import Playback
import RoomSession
import VectorGraphics

/// The pictures of gifts, drawn at the size of the stage. The frames of kinds that play often are kept.
struct GiftFrames {
    private var renderers: [RendererState] = []
    /// The cache of rendered frames.
    var frames: FrameCache
    /// The names that cells must show over the picture that was drawn last.
    private(set) var captions: [NameCaption] = []
    /// The number of pixels of a picture for one of half-blocks, in each direction.
    var scale = 1

    /// A renderer and the gift that its properties belong to.
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

    init(_ frames: FrameCache) { self.frames = frames }

    /// Removes the pictures of the animations for which `isOver` returns `true`.
    mutating func remove(where isOver: (AnimationID) -> Bool) {
        renderers.removeAll { isOver($0.animation) }
        frames.removeFrames(where: isOver)
    }

    /// Draws a gift's animation at a moment and returns whether it has one that can play.
    ///
    /// - Parameters:
    ///   - gift: The gift kind.
    ///   - animations: The animations of the room.
    ///   - presented: The sender and count for an animation that shows them, or `nil` for the values of the file.
    ///   - position: The position in the presentation, up to `duration`.
    ///   - duration: The length of the presentation, in stage time.
    ///   - isExact: Whether to draw the exact moment instead of the nearest frame of the stage.
    ///   - pixmap: The picture to draw into.
    ///   - statistics: The statistics that measure the work.
    mutating func draw(
        _ gift: RoomGift, from animations: AnimationCache, for presented: TemplateValues?, at position: Nanoseconds,
        of duration: Nanoseconds, isExact: Bool, into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        captions = []
        let options = animations.options(of: gift)
        // An animation that shows its sender looks different for each sender, so its frames cannot be cached.
        guard !isExact, !options.properties.dependOnGift,
            let step = FrameStep.nearest(to: position, within: options.course?.part(at: position, of: duration))
        else {
            return render(
                gift, from: animations, for: presented, at: position, of: duration, into: &pixmap,
                statistics: &statistics)
        }
        let reel = FrameCache.FrameSetKey(
            animation: gift.animation, duration: duration, coversPicture: gift.coversStage)
        if statistics.measure(.draw, { frames.draw(step, of: reel, into: &pixmap) }) { return true }
        let moment = min(FrameStep.time(of: step), duration)
        guard
            render(
                gift, from: animations, for: presented, at: moment, of: duration, into: &pixmap,
                statistics: &statistics)
        else {
            return false
        }
        statistics.measure(.draw) { frames.store(pixmap, as: step, of: reel) }
        return true
    }

    private mutating func render(
        _ gift: RoomGift, from animations: AnimationCache, for presented: TemplateValues?, at position: Nanoseconds,
        of duration: Nanoseconds, into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        guard let composition = animations.composition(of: gift) else { return false }
        let progress = Double(position) / Double(max(1, duration))
        let course = animations.options(of: gift).course
        let frame = course?.frame(at: position, of: duration) ?? composition.frame(atProgress: progress)
        let scaling =
            gift.coversStage ? Self.scaling(of: composition, width: pixmap.width, height: pixmap.height) : .fit
        let renderer = renderer(of: gift.animation, composition, pixmap.width, pixmap.height, scaling)
        apply(animations.options(of: gift).properties, for: presented)
        statistics.measure(.evaluate) { renderer.evaluate(frame: frame) }
        statistics.measure(.draw) { renderer.draw(into: &pixmap) }
        if let presented, animations.options(of: gift).properties.dependOnGift {
            captions = NameCaption.captions(
                for: renderer.visibleTexts(containing: presented.sender), of: presented.sender, scale: scale)
        }
        guard let shortage = renderer.shortage else { return true }
        animations.markUnplayable(gift.animation, because: shortage.description)
        remove { $0 == gift.animation }
        pixmap.clear()
        return false
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
    private mutating func apply(_ properties: PropertyOverrides, for presented: TemplateValues?) {
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

    /// Returns the step nearest to a time that is in the same part of an animation; `nil` if the part has no step.
    ///
    /// A step of another part could be any other frame, such as the beginning of the outro at the end of a loop.
    static func nearest(to time: Nanoseconds, within part: Range<Nanoseconds>?) -> Int? {
        let step = nearest(to: time)
        guard let part, part.contains(time) else { return step }
        return [step, step + 1, step - 1].first { part.contains(self.time(of: $0)) }
    }

    /// Returns the time of a step.
    static func time(of step: Int) -> Nanoseconds {
        let (seconds, rest) = Nanoseconds(step).quotientAndRemainder(dividingBy: perSecond)
        return seconds * .second + rest * .second / perSecond
    }
}
