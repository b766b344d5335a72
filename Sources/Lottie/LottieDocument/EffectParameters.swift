/// The parameters of the drawn effects, with their indices in files.
///
/// Files list the parameters of an effect in the order of After Effects; the indices are those of lottie-web's effects.
extension Effect {
    private typealias Parameter = Property<EffectValue>

    /// Creates an effect whose parameters have their default values; nil for a type that is not drawn.
    init?(type: Int) {
        let (zero, one) = (Parameter.fixed(EffectValue(0)), Parameter.fixed(EffectValue(1)))
        switch type {
        case 20: self = .tint(black: zero, white: zero, amount: .fixed(EffectValue(100)))
        case 21: self = .fill(color: zero, opacity: one)
        case 22: self = .stroke(StrokeEffect())
        case 23: self = .tritone(bright: zero, middle: zero, dark: zero)
        case 24: self = .levels(LevelsEffect())
        case 25: self = .dropShadow(DropShadowEffect())
        case 26: self = .radialWipe(RadialWipeEffect())
        case 28: self = .setMatte(layer: zero, isInverted: zero)
        case 29: self = .gaussianBlur(blurriness: zero, dimensions: one, repeatsEdges: zero)
        case 35: self = .transform(TransformEffect())
        default: return nil
        }
    }

    /// Calls `update` with the index of each parameter in files, and with its value, which `update` can change.
    mutating func updateParameters(_ update: (_ index: Int, _ value: inout Property<EffectValue>) -> Void) {
        switch self {
        case .tint(var black, var white, var amount):
            update(0, &black)
            update(1, &white)
            update(2, &amount)
            self = .tint(black: black, white: white, amount: amount)
        case .fill(var color, var opacity):
            update(2, &color)
            update(6, &opacity)
            self = .fill(color: color, opacity: opacity)
        case .tritone(var bright, var middle, var dark):
            update(0, &bright)
            update(1, &middle)
            update(2, &dark)
            self = .tritone(bright: bright, middle: middle, dark: dark)
        case .setMatte(var layer, var isInverted):
            update(0, &layer)
            update(2, &isInverted)
            self = .setMatte(layer: layer, isInverted: isInverted)
        case .gaussianBlur(var blurriness, var dimensions, var repeatsEdges):
            update(0, &blurriness)
            update(1, &dimensions)
            update(2, &repeatsEdges)
            self = .gaussianBlur(blurriness: blurriness, dimensions: dimensions, repeatsEdges: repeatsEdges)
        case .stroke, .levels, .dropShadow, .radialWipe, .transform: updateFields(update)
        }
    }

    private mutating func updateFields(_ update: (_ index: Int, _ value: inout Property<EffectValue>) -> Void) {
        switch self {
        case .stroke(var stroke):
            for (index, field) in StrokeEffect.fields { update(index, &stroke[keyPath: field]) }
            self = .stroke(stroke)
        case .levels(var levels):
            for (index, field) in LevelsEffect.Channel.fields { update(3 + index, &levels.composite[keyPath: field]) }
            for (channel, first) in [10, 17, 24, 31].enumerated() {
                for (index, field) in LevelsEffect.Channel.fields {
                    update(first + index, &levels.channels[channel][keyPath: field])
                }
            }
            self = .levels(levels)
        case .dropShadow(var shadow):
            for (index, field) in DropShadowEffect.fields { update(index, &shadow[keyPath: field]) }
            self = .dropShadow(shadow)
        case .radialWipe(var wipe):
            for (index, field) in RadialWipeEffect.fields { update(index, &wipe[keyPath: field]) }
            self = .radialWipe(wipe)
        case .transform(var transform):
            for (index, field) in TransformEffect.fields { update(index, &transform[keyPath: field]) }
            self = .transform(transform)
        default: break
        }
    }
}

extension StrokeEffect {
    fileprivate static var fields: [(index: Int, field: WritableKeyPath<Self, Property<EffectValue>>)] {
        [
            (0, \.mask), (1, \.isForAllMasks), (2, \.isSequential), (3, \.color), (4, \.brushSize), (6, \.opacity),
            (7, \.start), (8, \.end), (9, \.spacing), (10, \.paintStyle),
        ]
    }
}

extension LevelsEffect.Channel {
    fileprivate static var fields: [(index: Int, field: WritableKeyPath<Self, Property<EffectValue>>)] {
        [(0, \.inputBlack), (1, \.inputWhite), (2, \.gamma), (3, \.outputBlack), (4, \.outputWhite)]
    }
}

extension DropShadowEffect {
    fileprivate static var fields: [(index: Int, field: WritableKeyPath<Self, Property<EffectValue>>)] {
        [
            (0, \.color), (1, \.opacity), (2, \.direction), (3, \.distance), (4, \.softness), (5, \.isShadowOnly),
        ]
    }
}

extension RadialWipeEffect {
    fileprivate static var fields: [(index: Int, field: WritableKeyPath<Self, Property<EffectValue>>)] {
        [(0, \.completion), (1, \.startAngle), (2, \.center), (3, \.direction), (4, \.feather)]
    }
}

extension TransformEffect {
    fileprivate static var fields: [(index: Int, field: WritableKeyPath<Self, Property<EffectValue>>)] {
        [
            (0, \.anchor), (1, \.position), (2, \.isUniform), (3, \.scaleHeight), (4, \.scaleWidth), (5, \.skew),
            (6, \.skewAxis), (7, \.rotation), (8, \.opacity),
        ]
    }
}

extension LayerEffects {
    /// Gives the parameters of the drawn effects to the controls, from which expressions read them.
    ///
    /// A parameter with an expression stays as it is there: both are the same expression.
    package mutating func shareDrawnParameters() {
        let drawn = controls.indices.filter { controls[$0].isDrawn }
        guard drawn.count == list.count else { return }
        for (position, place) in drawn.enumerated() {
            guard case .group(var inner) = controls[place].content else { continue }
            list[position].updateParameters { index, value in
                if case .scripted = value { return }
                guard inner.indices.contains(index) else { return }
                switch inner[index].content {
                case .value(_, let components): inner[index].content = .value(value, components: components)
                case .layer: inner[index].content = .layer(value)
                case .group, .none: break
                }
            }
            controls[place].content = .group(inner)
        }
    }
}
