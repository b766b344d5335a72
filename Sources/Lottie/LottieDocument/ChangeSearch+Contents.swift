/// Visits of what layers consist of.
extension ChangeSearch {
    /// Visits the items of a group.
    mutating func visitItems(of group: ShapeGroup, in time: SearchedTime) {
        for item in group.items where takesVisit() { visit(item, in: time) }
    }

    /// Visits a transform without its opacity.
    mutating func visit(_ transform: Transform, in time: SearchedTime) {
        visit(transform.anchor, in: time)
        visit(transform.position, in: time)
        visit(transform.scale, in: time)
        visit(transform.rotation, in: time)
        visit(transform.skew, in: time)
        visit(transform.skewAxis, in: time)
        guard let axes = transform.axes else { return }
        visit(axes.x, in: time)
        visit(axes.y, in: time)
        visit(axes.z, in: time)
        // Between keyframes an orientation is computed in a way that rounds, even between equal ones.
        visit(axes.orientation, in: time, isCurved: true)
    }

    /// Visits a mask.
    mutating func visit(_ mask: Mask, in time: SearchedTime) {
        visit(mask.path, in: time)
        visit(mask.opacity, in: time)
        visit(mask.expansion, in: time)
        visit(mask.feather, in: time)
    }

    /// Visits an effect.
    mutating func visit(_ effect: Effect, in time: SearchedTime) {
        var effect = effect
        effect.updateParameters { visit($1, in: time) }
    }

    /// Visits a layer style.
    mutating func visit(_ style: LayerStyle, in time: SearchedTime) {
        switch style {
        case .dropShadow(let shadow): visit(shadow, in: time)
        case .innerShadow(let inner):
            visit(inner.shadow, in: time)
            visit(inner.choke, in: time)
            visit(inner.source, in: time)
        case .stroke(let color, let size):
            visit(color, in: time)
            visit(size, in: time)
        case .colorOverlay(let color, let opacity):
            visit(color, in: time)
            visit(opacity, in: time)
        case .gradientOverlay(let overlay):
            visit(overlay.gradient, in: time)
            visit(overlay.opacity, in: time)
            visit(overlay.angle, in: time)
            visit(overlay.scale, in: time)
            visit(overlay.offset, in: time)
            visit(overlay.isReversed, in: time)
        }
    }

    private mutating func visit(_ shadow: DropShadowStyle, in time: SearchedTime) {
        visit(shadow.color, in: time)
        visit(shadow.opacity, in: time)
        visit(shadow.angle, in: time)
        visit(shadow.distance, in: time)
        visit(shadow.size, in: time)
    }

    /// Visits a text.
    mutating func visit(_ text: TextLayer, in time: SearchedTime) {
        if text.script != nil || text.binding != nil { insertAllTimes() }
        for document in text.documents where takesVisit() { insertJump(at: document.time, in: time) }
        visit(text.groupingAlignment, in: time)
        if let path = text.path {
            visit(path.firstMargin, in: time)
            visit(path.isReversed, in: time)
            visit(path.isPerpendicular, in: time)
            visit(path.forcesAlignment, in: time)
        }
        for animator in text.animators where takesVisit() { visit(animator, in: time) }
    }

    private mutating func visit(_ animator: TextAnimator, in time: SearchedTime) {
        visit(animator.position, in: time)
        visit(animator.anchor, in: time)
        visit(animator.scale, in: time)
        let numbers = [
            animator.rotation, animator.rotationX, animator.rotationY, animator.skew, animator.skewAxis,
            animator.opacity, animator.fill.hue, animator.fill.saturation, animator.fill.brightness,
            animator.strokeWidth, animator.tracking,
        ]
        for number in numbers { visit(number, in: time) }
        visit(animator.fill.color, in: time)
        visit(animator.stroke, in: time)
        let selector = animator.selector
        visit(selector.start, in: time)
        visit(selector.end, in: time)
        visit(selector.offset, in: time)
        visit(selector.amount, in: time)
        visit(selector.easeHigh, in: time)
        visit(selector.easeLow, in: time)
        visit(selector.smoothness, in: time)
    }

    // MARK: - Shapes

    private mutating func visit(_ item: ShapeItem, in time: SearchedTime) {
        switch item {
        case .group(let group):
            visit(group.transform, in: time)
            visit(group.transform.opacity, in: time)
            visitItems(of: group, in: time)
        case .path(let path): visit(path, in: time)
        case .rectangle(let shape):
            visit(shape.position, in: time)
            visit(shape.size, in: time)
            visit(shape.roundness, in: time)
        case .ellipse(let shape):
            visit(shape.position, in: time)
            visit(shape.size, in: time)
        case .polystar(let shape):
            visit(shape.position, in: time)
            let numbers = [
                shape.points, shape.rotation, shape.outerRadius, shape.outerRoundness, shape.innerRadius,
                shape.innerRoundness,
            ]
            for number in numbers { visit(number, in: time) }
        case .fill(let fill):
            visit(fill.paint, in: time)
            visit(fill.opacity, in: time)
        case .stroke(let stroke):
            visit(stroke.paint, in: time)
            visit(stroke.opacity, in: time)
            visit(stroke.width, in: time)
            visit(stroke.dashOffset, in: time)
            for dash in stroke.dashes where takesVisit() { visit(dash, in: time) }
        case .trim, .repeater, .roundedCorners, .puckerBloat, .zigZag, .offsetPath, .twist, .mergePaths:
            visitModifier(item, in: time)
        }
    }

    private mutating func visitModifier(_ item: ShapeItem, in time: SearchedTime) {
        switch item {
        case .trim(let trim): for number in [trim.start, trim.end, trim.offset] { visit(number, in: time) }
        case .repeater(let repeater):
            visit(repeater.copies, in: time)
            visit(repeater.offset, in: time)
            visit(repeater.transform, in: time)
            visit(repeater.startOpacity, in: time)
            visit(repeater.endOpacity, in: time)
        case .roundedCorners(let radius): visit(radius, in: time)
        case .puckerBloat(let amount): visit(amount, in: time)
        case .zigZag(let zigZag):
            visit(zigZag.amplitude, in: time)
            visit(zigZag.frequency, in: time)
            visit(zigZag.pointType, in: time)
        case .offsetPath(let offset):
            visit(offset.amount, in: time)
            visit(offset.miterLimit, in: time)
        case .twist(let twist):
            visit(twist.angle, in: time)
            visit(twist.center, in: time)
        default: break
        }
    }

    private mutating func visit(_ paint: StylePaint, in time: SearchedTime) {
        switch paint {
        case .color(let color): visit(color, in: time)
        case .gradient(let gradient): visit(gradient, in: time)
        }
    }

    private mutating func visit(_ gradient: GradientPaint, in time: SearchedTime) {
        visit(gradient.start, in: time)
        visit(gradient.end, in: time)
        visit(gradient.highlightLength, in: time)
        visit(gradient.highlightAngle, in: time)
        visit(gradient.stops, in: time)
    }
}
