import LottieDocument

extension ExpressionLinker {
    private typealias Parameter = Property<EffectValue>

    mutating func link(_ effect: inout Effect) {
        switch effect {
        case .fill(var color, var opacity):
            link(&color)
            link(&opacity)
            effect = .fill(color: color, opacity: opacity)
        case .tint(var black, var white, var amount):
            link(&black)
            link(&white)
            link(&amount)
            effect = .tint(black: black, white: white, amount: amount)
        case .tritone(var bright, var middle, var dark):
            link(&bright)
            link(&middle)
            link(&dark)
            effect = .tritone(bright: bright, middle: middle, dark: dark)
        case .levels(var levels):
            link(&levels.composite)
            for index in levels.channels.indices { link(&levels.channels[index]) }
            effect = .levels(levels)
        case .gaussianBlur(var blurriness, var dimensions, var repeatsEdges):
            link(&blurriness)
            link(&dimensions)
            link(&repeatsEdges)
            effect = .gaussianBlur(blurriness: blurriness, dimensions: dimensions, repeatsEdges: repeatsEdges)
        case .setMatte(var layer, var isInverted):
            link(&layer)
            link(&isInverted)
            effect = .setMatte(layer: layer, isInverted: isInverted)
        case .dropShadow, .stroke, .radialWipe, .transform: linkFields(of: &effect)
        }
    }

    private mutating func linkFields(of effect: inout Effect) {
        switch effect {
        case .dropShadow(var shadow):
            link(
                &shadow,
                [\.color, \.opacity, \.direction, \.distance, \.softness, \.isShadowOnly])
            effect = .dropShadow(shadow)
        case .stroke(var stroke):
            link(
                &stroke,
                [
                    \.mask, \.isForAllMasks, \.isSequential, \.color, \.brushSize, \.opacity, \.start, \.end, \.spacing,
                    \.paintStyle,
                ])
            effect = .stroke(stroke)
        case .radialWipe(var wipe):
            link(&wipe, [\.completion, \.startAngle, \.center, \.direction, \.feather])
            effect = .radialWipe(wipe)
        case .transform(var transform):
            link(
                &transform,
                [
                    \.anchor, \.position, \.isUniform, \.scaleHeight, \.scaleWidth, \.skew, \.skewAxis, \.rotation,
                    \.opacity,
                ])
            effect = .transform(transform)
        default: break
        }
    }

    private mutating func link<Root>(_ root: inout Root, _ fields: [WritableKeyPath<Root, Parameter>]) {
        for field in fields { link(&root[keyPath: field]) }
    }

    private mutating func link(_ parameter: inout Parameter) { link(&parameter, count: 4) }

    private mutating func link(_ channel: inout LevelsEffect.Channel) {
        link(&channel, [\.inputBlack, \.inputWhite, \.gamma, \.outputBlack, \.outputWhite])
    }

    mutating func link(_ style: inout LayerStyle) {
        switch style {
        case .dropShadow(var shadow):
            link(&shadow)
            style = .dropShadow(shadow)
        case .innerShadow(var inner):
            link(&inner.shadow)
            link(&inner.choke)
            link(&inner.source)
            style = .innerShadow(inner)
        case .stroke(var color, var size):
            link(&color)
            link(&size)
            style = .stroke(color: color, size: size)
        case .colorOverlay(var color, var opacity):
            link(&color)
            link(&opacity)
            style = .colorOverlay(color: color, opacity: opacity)
        case .gradientOverlay(var overlay):
            link(&overlay.gradient.stops)
            link(&overlay.opacity)
            link(&overlay.angle)
            link(&overlay.scale)
            link(&overlay.offset)
            link(&overlay.isReversed)
            style = .gradientOverlay(overlay)
        }
    }

    private mutating func link(_ shadow: inout DropShadowStyle) {
        link(&shadow.color)
        link(&shadow.opacity)
        link(&shadow.angle)
        link(&shadow.distance)
        link(&shadow.size)
    }
}
