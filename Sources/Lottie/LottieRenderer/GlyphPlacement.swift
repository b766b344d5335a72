import LottieDocument
import VectorGraphics

/// The placement of letters that animators move or that follow a path (lottie-web, `TextAnimatorProperty.js`).
struct GlyphPlacement {
    private let layout: TextLayout
    private let animators: [AnimatorValues]
    private let alignment: Vector
    /// The values of the animators in the layer's first frame, if they change the width of strokes.
    private let firstAnimators: [AnimatorValues]
    private var walk: PathWalk?
    private let pathOptions: (margin: Double, isPerpendicular: Bool, isForced: Bool)
    /// The position of the next letter in its line and the baseline of that line.
    private var x = 0.0
    private var y = 0.0
    /// The distance of the next letter along the path, from the beginning of the walk.
    private var distance: Double
    private var group = -1
    private var line = -1

    /// Prepares the placement of a layer's letters at `time`.
    ///
    /// - Parameters:
    ///   - layout: The letters.
    ///   - layer: The text layer.
    ///   - path: The path of the text, if any.
    ///   - time: The time, in frames.
    ///   - firstTime: The first frame of the layer.
    init(_ layout: TextLayout, layer: TextLayer, path: BezierShape?, time: Double, firstTime: Double) {
        self.layout = layout
        func values(at time: Double) -> [AnimatorValues] {
            layer.animators.enumerated().map { index, animator in
                AnimatorValues(animator, at: time, total: layout.unitCounts[index], rules: layout.compatibility)
            }
        }
        animators = values(at: time)
        let keepsFirstWidth = layout.compatibility == .lottieWeb && animators.contains(where: \.changesStrokeWidth)
        firstAnimators = keepsFirstWidth ? values(at: firstTime) : []
        alignment = layer.groupingAlignment.value(at: time)
        pathOptions = (
            layer.path?.firstMargin.value(at: time) ?? 0, (layer.path?.isPerpendicular.value(at: time) ?? 1) != 0,
            (layer.path?.forcesAlignment.value(at: time) ?? 0) != 0
        )
        let isReversed = (layer.path?.isReversed.value(at: time) ?? 0) != 0
        let sampled = path.flatMap { SampledPath($0, isReversed: isReversed) }
        walk = sampled.map { [margin = pathOptions.margin] in PathWalk($0, firstMargin: margin) }
        distance = walk?.margin ?? 0
    }

    /// Returns all letters, in the order of the text.
    mutating func placeGlyphs() -> [PlacedGlyph] {
        var placed: [PlacedGlyph] = []
        let tracked = trackingJustification()
        for index in layout.glyphs.indices {
            let letter = layout.glyphs[index]
            if letter.endsLine {
                x = 0
                y += layout.height(ofLine: letter.line)
                walk?.restart()
                distance = walk?.margin ?? 0
                continue
            }
            placed.append(placeGlyph(index, tracking: tracked[letter.line]))
        }
        return placed
    }

    private mutating func placeGlyph(_ index: Int, tracking tracked: Double) -> PlacedGlyph {
        let letter = layout.glyphs[index]
        let shares = zip(animators, letter.indices).map { $0.selection.share(of: $1) }
        let rise = layout.document.size * 1.2 * 0.714 * alignment.y * 0.01
        let shift = alignment.x * letter.groupWidth * 0.005
        let centre = letter.groupWidth / 2 - letter.groupOffset
        var place: (point: Point, degrees: Double)?
        if let path = walk?.path {
            let target = target(on: path, letter, index: index, shift: shift, shares: shares)
            place = walk?.advance(to: target)
        }
        var matrix = AffineTransform.translation(x: -centre - shift, y: -rise)
        for (animator, share) in zip(animators, shares)
        where !letter.isJoined && (x != 0 || layout.document.justification != .left) {
            if walk == nil { x += animator.tracking * share } else { distance += animator.tracking * share }
        }
        matrix = moved(matrix, by: shares)
        var position = Vector.zero
        for (animator, share) in zip(animators, shares) { position += animator.position * share }
        let document = layout.document
        if let place {
            matrix.ty += position.y - document.baselineShift + rise + y
            if pathOptions.isPerpendicular { matrix = matrix.concatenating(.rotation(degrees: place.degrees)) }
            matrix.tx += Double(place.point.x)
            matrix.ty += Double(place.point.y)
            advancePastGroup(index, shift: shift)
        } else {
            let origin = document.boxPosition.map { Vector($0.x, $0.y + layout.ascent, 0) } ?? .zero
            matrix.tx +=
                position.x + x + origin.x + layout.justification(ofLine: letter.line) + tracked + centre + shift
            matrix.ty += position.y + y + origin.y - document.baselineShift + rise
            x += letter.advance + layout.tracking(after: letter)
        }
        return colored(letter, matrix, shares)
    }

    /// Advances to a letter and returns its distance from the beginning of the walk, with the shift by animators.
    private mutating func target(
        on path: SampledPath, _ letter: TextGlyph, index: Int, shift: Double, shares: [Double]
    ) -> Double {
        if line != letter.line {
            let room = path.length - layout.lineWidths[letter.line]
            switch layout.document.justification {
            case .left: break
            case .right: distance += room
            case .center: distance += room / 2
            }
            line = letter.line
        }
        if group != letter.group {
            if group >= 0, let before = layout.glyphs[..<index].last { distance += before.groupGap }
            distance += letter.groupWidth / 2
            group = letter.group
        }
        distance += shift
        if pathOptions.isForced, let first = layout.glyphs.first, let last = layout.glyphs.last {
            let room = path.length - pathOptions.margin - first.groupWidth / 2 - last.groupWidth / 2
            let share = Double(letter.group) / Double(max(1, layout.glyphs.count - 1))
            // On a closed path, lottie-web adds a negative margin to the place where the walk begins, too.
            distance = first.groupWidth / 2 + room * share + pathOptions.margin
        }
        var offset = 0.0
        for (animator, share) in zip(animators, shares) { offset += (animator.position.x + animator.anchor.x) * share }
        return distance + offset
    }

    /// Advances from a letter to the end of its group.
    private mutating func advancePastGroup(_ index: Int, shift: Double) {
        let letter = layout.glyphs[index]
        distance -= shift
        if index + 1 < layout.glyphs.count, layout.glyphs[index + 1].group != letter.group {
            distance += letter.groupWidth / 2 + layout.tracking(after: letter)
        }
    }

    /// Returns the offset of each line that compensates the animators' tracking, so that the line keeps its
    /// justification.
    private func trackingJustification() -> [Double] {
        var moves = [Double](repeating: 0, count: layout.lineWidths.count)
        guard layout.document.justification != .left else { return moves }
        let isCentered = layout.document.justification == .center
        for letter in layout.glyphs where !letter.endsLine && !letter.isJoined {
            for (position, animator) in animators.enumerated() where animator.tracking != 0 {
                moves[letter.line] -= animator.tracking * animator.selection.share(of: letter.indices[position])
            }
        }
        guard isCentered else { return moves }
        // The tracking also precedes the first letter, so a centred line is off its centre by half of it. lottie-web
        // adds that of all lines above, too.
        let first = animators.reduce(0) { $0 + $1.tracking }
        let filled = Set(layout.glyphs.lazy.filter { !$0.endsLine }.map(\.line))
        var lead = 0.0
        for line in moves.indices where filled.contains(line) {
            lead += first
            if moves[line] != 0 { moves[line] = (moves[line] - lead) / 2 }
        }
        return moves
    }

    /// Returns the letter's map with the anchors and scales of all animators, then with the skew and rotation of each
    /// in turn.
    private func moved(_ start: AffineTransform, by shares: [Double]) -> AffineTransform {
        var matrix = start
        for (animator, share) in zip(animators, shares) {
            matrix.tx -= animator.anchor.x * share
            matrix.ty -= animator.anchor.y * share
        }
        for (animator, share) in zip(animators, shares) where animator.scale != .one {
            let factors = (animator.scale - .one) * share + .one
            matrix = matrix.concatenating(.scale(x: factors.x, y: factors.y))
        }
        guard animators.contains(where: \.hasRotationOrSkew) else { return matrix }
        var space = SpatialTransform(matrix)
        for (animator, share) in zip(animators, shares) {
            let slant = AffineTransform.skew(degrees: animator.skew * share, axis: animator.skewAxis * share)
            let turn = animator.rotation * share
            space = space.concatenating(SpatialTransform(slant)).rotated(about: 2, degrees: turn.z)
                .rotated(about: 1, degrees: turn.y).rotated(about: 0, degrees: turn.x)
        }
        return space.projected
    }

    /// Returns the width with which the stroke of a letter is drawn: in lottie-web, an animated width of zero has no effect
    /// unless the letter had a width in the layer's first frame, and the letter has the text's own width (`LetterProps`).
    private func drawnWidth(_ width: Double, of letter: TextGlyph) -> Double {
        guard width <= 0, !firstAnimators.isEmpty else { return width }
        let document = layout.document
        let first = zip(firstAnimators, letter.indices).reduce(document.strokeWidth) { sum, animator in
            sum + animator.0.strokeWidth * animator.0.selection.share(of: animator.1)
        }
        return first > 0 ? width : document.stroke == nil ? Self.browserStrokeWidth : document.strokeWidth
    }

    /// The width of strokes in browsers where a text has none.
    private static let browserStrokeWidth = 1.0

    private func colored(_ letter: TextGlyph, _ matrix: AffineTransform, _ shares: [Double]) -> PlacedGlyph {
        let document = layout.document
        var (fill, stroke, width, opacity) = (document.fill, document.stroke, document.strokeWidth, 1.0)
        // A text without a stroke has no width in lottie-web, and browsers then draw a width of one unit.
        let hasOwnWidth = stroke != nil || animators.contains(where: \.changesStrokeWidth)
        if layout.compatibility == .lottieWeb && !hasOwnWidth { width = Self.browserStrokeWidth }
        for (animator, share) in zip(animators, shares) {
            if let target = animator.fill, let color = fill {
                fill = color + (target - color) * Float(share)
            }
            if let color = fill, animator.hasColorAdjustment { fill = animator.adjusted(color, by: share) }
            if let target = animator.stroke {
                let color = stroke ?? Color(0, 0, 0, 1)
                stroke = color + (target - color) * Float(share)
            }
            width += animator.strokeWidth * share
            if let target = animator.opacity {
                // lottie-web multiplies by the share twice.
                opacity += (layout.compatibility == .lottieWeb ? target * share - opacity : target - opacity) * share
            }
        }
        return PlacedGlyph(
            path: letter.path, composition: letter.composition,
            matrix: letter.composition == nil ? matrix : document.letterScale.concatenating(matrix),
            opacity: UInt8(max(0, min(255, (opacity * 255).rounded()))),
            fill: fill.map(PixelArithmetic.pixel) ?? 0, stroke: stroke.map(PixelArithmetic.pixel) ?? 0,
            strokeWidth: max(0, drawnWidth(width, of: letter)), isStrokeBelowFill: layout.isStrokeBelowFill,
            alignsBaseline: layout.alignsBaselines)
    }
}
