import JSON
package import LottieDocument
package import LottieRenderer
import VectorGraphics

/// What the rules of After Effects change in the pictures of an animation, compared with those of browsers.
package struct RulesComparison {
    /// A group of rules that changes the pictures.
    struct Difference {
        /// The name of the group.
        let rules: String
        /// The largest share of a frame's drawn pixels that differ, above 0 and up to 1.
        let share: Double
        /// The frame with this share, in the composition's own numbers.
        let frame: Double
    }

    /// The groups that change something, in the order of the guide.
    let differences: [Difference]

    /// The groups of rules, each with the rules of browsers except for the group.
    private static let groups: [(name: String, rules: RenderingCompatibility)] = [
        ("merged paths", RenderingCompatibility(mergePaths: .boolean)),
        ("masks", RenderingCompatibility(masks: .afterEffects)),
        ("effects", RenderingCompatibility(effects: .afterEffects)),
        ("shapes", RenderingCompatibility(shapes: .afterEffects)),
        ("text", RenderingCompatibility(text: .afterEffects)),
    ]
    /// The most compared frames, spread over the animation.
    private static let maxFrames = 12
    /// The difference of a channel up to which two pixels look the same.
    private static let tolerance = 3
    /// The time after which no further frame is compared, so that a heavy animation is reported soon.
    private static let maxDuration = Duration.milliseconds(600)

    /// Draws frames of `composition` by both rules; if they differ, also with each group alone.
    package init(of composition: Composition, _ properties: DynamicProperties, size: PictureSize) {
        let frames = FrameCost.frames(of: composition).prefix(Self.maxFrames)
        func difference(_ name: String, _ rules: RenderingCompatibility) -> Difference? {
            let renderers = [RenderingCompatibility.lottieWeb, rules].map { rules in
                AnimationRenderer(
                    composition, width: size.width, height: size.height, compatibility: rules, properties: properties)
            }
            var pictures = renderers.map { Pixmap(width: $0.width, height: $0.height) }
            var largest = Difference(rules: name, share: 0, frame: 0)
            let clock = ContinuousClock()
            let start = clock.now
            for (count, frame) in frames.enumerated() where count == 0 || clock.now - start < Self.maxDuration {
                for (index, renderer) in renderers.enumerated() { renderer.draw(frame: frame, into: &pictures[index]) }
                guard renderers.allSatisfy({ $0.shortage == nil }) else { continue }
                let share = Self.share(of: pictures[0], pictures[1])
                if share > largest.share { largest = Difference(rules: name, share: share, frame: frame) }
            }
            return largest.share > 0 ? largest : nil
        }
        guard let whole = difference("together", .afterEffects) else {
            differences = []
            return
        }
        let single = Self.groups.compactMap { difference($0.name, $0.rules) }
        differences = single.isEmpty ? [whole] : single
    }

    /// Returns the share of the pixels that differ, of those that either picture draws.
    private static func share(of one: Pixmap, _ other: Pixmap) -> Double {
        var drawn = 0
        var different = 0
        for (a, b) in zip(one.pixels, other.pixels) where a | b != 0 {
            drawn += 1
            if a != b, differs(a, b) { different += 1 }
        }
        return drawn == 0 ? 0 : Double(different) / Double(drawn)
    }

    private static func differs(_ one: UInt32, _ other: UInt32) -> Bool {
        stride(from: UInt32(0), through: 24, by: 8).contains { shift in
            abs(Int(one >> shift & 255) - Int(other >> shift & 255)) > tolerance
        }
    }

    /// The comparison as lines of text; none if nothing differs.
    var lines: [String] {
        differences.map { difference in
            let share = difference.share < 0.001 ? "less than 0.1" : Inspection.text(difference.share * 100, digits: 1)
            return "rules         after-effects changes \(difference.rules): up to \(share) % of the drawn pixels, "
                + "most at frame \(Inspection.text(difference.frame))"
        }
    }

    /// The comparison as a JSON value.
    var json: JSONValue {
        .array(
            differences.map { difference in
                .object([
                    ("changes", .string(difference.rules)), ("share", .number(difference.share)),
                    ("frame", .number(difference.frame)),
                ])
            })
    }
}
