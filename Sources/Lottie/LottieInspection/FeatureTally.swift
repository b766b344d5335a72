package import LottieDocument

extension FrequencyCounter {
    /// Counts the features that a layer uses.
    package mutating func addFeatures(of layer: Layer) {
        if layer.parent != nil { add("parenting") }
        if layer.timing.timeRemap != nil { add("time remap") }
        if layer.timing.stretch != 1 { add("time stretch") }
        if layer.isAutoOriented { add("auto-orient") }
        if layer.isHidden { add("hidden layer") }
        if let matte = layer.matte { add("\(DisplayNames.name(of: matte)) matte") }
        if layer.blendMode != .normal { add("blend mode \(DisplayNames.name(of: layer.blendMode))") }
        if layer.transform.axes != nil { add("turn in three dimensions") }
        for effect in layer.effects.list { add("effect \(DisplayNames.name(of: effect))") }
        for style in layer.styles { add("\(style.kindName.lowercased()) style") }
        for mask in layer.masks { addFeatures(of: mask) }
        switch layer.content {
        case .shapes(let group): addFeatures(of: group)
        case .text(let text):
            for _ in text.animators { add("text animator") }
            if text.path != nil { add("text on a path") }
        default: break
        }
    }

    private mutating func addFeatures(of mask: Mask) {
        if mask.mode == .none { return }
        add(mask.mode == .add ? "mask" : "mask \(DisplayNames.name(of: mask.mode))")
        if mask.isInverted { add("inverted mask") }
        if mask.expansion.isAnimated || mask.expansion.value(at: 0) != 0 { add("mask expansion") }
        if mask.feather.isAnimated || mask.feather.value(at: 0) != .zero { add("mask feather") }
    }

    private mutating func addFeatures(of group: ShapeGroup) {
        if group.blendMode != .normal { add("blend mode \(DisplayNames.name(of: group.blendMode))") }
        for (index, item) in group.items.enumerated() {
            switch item {
            case .group(let inner): addFeatures(of: inner)
            case .path, .rectangle, .ellipse, .polystar: break
            case .fill(let fill): addFeatures(of: fill.paint, fill.blendMode, "fill")
            case .stroke(let stroke):
                addFeatures(of: stroke.paint, stroke.blendMode, "stroke")
                if !stroke.dashes.isEmpty { add("dashes") }
            case .trim(let trim):
                add(DisplayNames.name(of: item))
                if !trim.isSequential, Self.pathCount(group.items[..<index]) > 1 {
                    add("several paths trimmed simultaneously")
                }
            default: add(DisplayNames.name(of: item))
            }
        }
    }

    /// Returns the number of paths in items and their groups.
    private static func pathCount(_ items: some Sequence<ShapeItem>) -> Int {
        items.reduce(0) { count, item in
            switch item {
            case .group(let inner): count + pathCount(inner.items)
            case .path, .rectangle, .ellipse, .polystar: count + 1
            default: count
            }
        }
    }

    private mutating func addFeatures(of paint: StylePaint, _ blendMode: BlendMode, _ style: String) {
        if case .gradient(let gradient) = paint { add("\(gradient.isRadial ? "radial" : "linear") gradient \(style)") }
        if blendMode != .normal { add("blend mode \(DisplayNames.name(of: blendMode))") }
    }
}
