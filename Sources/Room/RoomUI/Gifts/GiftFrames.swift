import AnimationPlayback
import ExactNumbers
import GiftPackages
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
    /// The state machine of the gift on the stage.
    private var machines = StagedMachine()

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

    /// The moment of a presentation that is drawn.
    struct Moment {
        /// The position in the presentation, up to `duration`.
        let position: Nanoseconds
        /// The length of the presentation, in stage time.
        let duration: Nanoseconds
        /// Whether to draw the exact moment instead of the nearest frame of the stage.
        let isExact: Bool
        /// Whether the loop of the animation is played again.
        var isRepeated = false
        /// What has happened to the gift, for an animation that reacts to it; `nil` for nothing.
        var story: StoryMoment?
    }

    /// Draws a gift's animation at a moment and returns whether it has one that can play.
    ///
    /// - Parameters:
    ///   - gift: The gift kind.
    ///   - animations: The animations of the room.
    ///   - presented: The sender and count for an animation that shows them, or `nil` for the values of the file.
    ///   - moment: The moment.
    ///   - pixmap: The picture to draw into.
    ///   - statistics: The statistics that measure the work.
    mutating func draw(
        _ gift: RoomGift, from animations: AnimationCache, for presented: TemplateValues?, at moment: Moment,
        into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        captions = []
        guard let composition = animations.composition(of: gift) else { return false }
        let options = animations.options(of: gift)
        if let machine = options.machine {
            let run = machines.run(machine, of: gift.animation, composition, for: presented, at: moment)
            if let run {
                return render(
                    gift, composition, from: animations, for: presented, run.picture,
                    background: run.machine.backgroundColor, into: &pixmap, statistics: &statistics)
            }
        }
        func picture(at position: Nanoseconds) -> AnimationPicture {
            options.course?.picture(at: position, of: moment.duration, isRepeated: moment.isRepeated)
                ?? .frame(composition.frame(atProgress: Double(position) / Double(max(1, moment.duration))))
        }
        let part = options.course?.part(at: moment.position, of: moment.duration)
        // An animation that shows its sender looks different for each sender, so its frames cannot be cached. What fades
        // depends on more than the position.
        guard !moment.isExact, !options.properties.dependOnGift,
            let step = FrameStep.nearest(to: moment.position, within: part),
            case let shown = picture(at: min(FrameStep.time(of: step), moment.duration)), !shown.isBlend
        else {
            return render(
                gift, composition, from: animations, for: presented, picture(at: moment.position), into: &pixmap,
                statistics: &statistics)
        }
        let reel = FrameCache.FrameSetKey(
            animation: gift.animation, duration: moment.duration, coversPicture: gift.coversStage)
        if statistics.measure(.draw, { frames.draw(step, of: reel, into: &pixmap) }) { return true }
        guard
            render(
                gift, composition, from: animations, for: presented, shown, into: &pixmap, statistics: &statistics)
        else {
            return false
        }
        statistics.measure(.draw) { frames.store(pixmap, as: step, of: reel) }
        return true
    }

    /// Returns the layers at a point of a picture of this size that the machine of a gift waits for.
    ///
    /// - Parameters:
    ///   - gift: The gift kind.
    ///   - animations: The animations of the room.
    ///   - presented: The gift.
    ///   - moment: The moment.
    ///   - point: The distances from the left and the upper edge of the picture, in pixels.
    ///   - size: The size of the picture, in pixels.
    mutating func layers(
        of gift: RoomGift, from animations: AnimationCache, for presented: TemplateValues, at moment: Moment,
        under point: (x: Double, y: Double), size: (width: Int, height: Int)
    ) -> Set<String> {
        guard let machine = animations.options(of: gift).machine,
            let composition = animations.composition(of: gift),
            let run = machines.run(machine, of: gift.animation, composition, for: presented, at: moment)
        else { return [] }
        let renderer = renderer(
            of: gift.animation, composition, size.width, size.height,
            scaling(of: gift, composition, size.width, size.height))
        apply(animations.options(of: gift).properties, for: presented)
        renderer.evaluate(frame: run.machine.frame)
        return renderer.layers(named: Set(machine.document.layerNames), atX: point.x, y: point.y)
    }

    private func scaling(
        of gift: RoomGift, _ composition: Composition, _ width: Int, _ height: Int
    ) -> AnimationRenderer.Scaling {
        gift.coversStage ? Self.scaling(of: composition, width: width, height: height) : .fit
    }

    private mutating func render(
        _ gift: RoomGift, _ composition: Composition, from animations: AnimationCache, for presented: TemplateValues?,
        _ picture: AnimationPicture, background: UInt32? = nil, into pixmap: inout Pixmap,
        statistics: inout FrameStatistics
    ) -> Bool {
        let scaling = scaling(of: gift, composition, pixmap.width, pixmap.height)
        let renderer = renderer(of: gift.animation, composition, pixmap.width, pixmap.height, scaling)
        apply(animations.options(of: gift).properties, for: presented)
        statistics.draw(picture, renderer, into: &pixmap)
        if let background { statistics.measure(.draw) { pixmap.underlay(rgba: background) } }
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
