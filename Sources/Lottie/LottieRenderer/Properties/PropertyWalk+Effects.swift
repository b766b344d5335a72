import LottieDocument

extension PropertyWalk {
    /// Visits the masks of a layer.
    mutating func visitMasks(of layer: inout Layer) {
        guard !layer.masks.isEmpty else { return }
        visitElement("Masks") { walk in
            for index in layer.masks.indices {
                let name = layer.masks[index].name
                walk.visitElement(name.isEmpty ? "Mask \(index + 1)" : name) { walk in
                    walk.visit("Path", .path, &layer.masks[index].path)
                    walk.visit("Feather", .vector, &layer.masks[index].feather)
                    walk.visit("Opacity", .percent, &layer.masks[index].opacity)
                    walk.visit("Expansion", .number, &layer.masks[index].expansion)
                }
            }
        }
    }

    /// Visits the effects and the styles of a layer.
    mutating func visitEffects(of layer: inout Layer) {
        let hasControls = layer.effects.controls.contains { !$0.isDrawn }
        if !layer.effects.list.isEmpty || hasControls {
            visitElement("Effects") { walk in
                if hasControls { walk.visitControls(&layer.effects.controls, isInEffect: false) }
                for index in layer.effects.list.indices {
                    let given = layer.effects.names.indices.contains(index) ? layer.effects.names[index] : ""
                    let name = given.isEmpty ? "\(layer.effects.list[index].kindName) \(index + 1)" : given
                    walk.visitElement(name) { walk in walk.visit(&layer.effects.list[index]) }
                }
            }
        }
        guard !layer.styles.isEmpty else { return }
        visitElement("Layer Styles") { walk in
            for index in layer.styles.indices {
                walk.visitElement("\(layer.styles[index].kindName) \(index + 1)") { walk in
                    walk.visit(&layer.styles[index])
                }
            }
        }
    }

    private mutating func visit(_ style: inout LayerStyle) {
        switch style {
        case .dropShadow(var shadow):
            visit(&shadow)
            style = .dropShadow(shadow)
        case .innerShadow(var inner):
            visit(&inner.shadow)
            visit("Choke", .percent, &inner.choke)
            visit("Source", .number, &inner.source)
            style = .innerShadow(inner)
        case .stroke(var color, var size):
            visit("Color", .color, &color)
            visit("Size", .number, &size)
            style = .stroke(color: color, size: size)
        case .colorOverlay(var color, var opacity):
            visit("Color", .color, &color)
            visit("Opacity", .percent, &opacity)
            style = .colorOverlay(color: color, opacity: opacity)
        case .gradientOverlay(var overlay):
            visitStops(of: &overlay.gradient)
            visit("Opacity", .percent, &overlay.opacity)
            visit("Angle", .degrees, &overlay.angle)
            visit("Scale", .percent, &overlay.scale)
            visit("Offset", .vector, &overlay.offset)
            visit("Reverse", .number, &overlay.isReversed)
            style = .gradientOverlay(overlay)
        }
    }

    private mutating func visit(_ shadow: inout DropShadowStyle) {
        visit("Color", .color, &shadow.color)
        visit("Opacity", .percent, &shadow.opacity)
        visit("Angle", .degrees, &shadow.angle)
        visit("Distance", .number, &shadow.distance)
        visit("Size", .number, &shadow.size)
    }

    private mutating func visit(_ effect: inout Effect) {
        switch effect {
        case .fill(var color, var opacity):
            visit("Color", .color, &color)
            visit("Opacity", .number, &opacity)
            effect = .fill(color: color, opacity: opacity)
        case .tint(var black, var white, var amount):
            visit("Map Black To", .color, &black)
            visit("Map White To", .color, &white)
            visit("Amount to Tint", alias: "Amount", .percent, &amount)
            effect = .tint(black: black, white: white, amount: amount)
        case .tritone(var bright, var middle, var dark):
            visit("Highlights", .color, &bright)
            visit("Midtones", .color, &middle)
            visit("Shadows", .color, &dark)
            effect = .tritone(bright: bright, middle: middle, dark: dark)
        case .levels(var levels):
            visit(&levels)
            effect = .levels(levels)
        case .gaussianBlur(var blurriness, var dimensions, var repeatsEdges):
            visit("Blurriness", .number, &blurriness)
            visit("Blur Dimensions", .number, &dimensions)
            visit("Repeat Edge Pixels", .number, &repeatsEdges)
            effect = .gaussianBlur(blurriness: blurriness, dimensions: dimensions, repeatsEdges: repeatsEdges)
        case .setMatte(var layer, var isInverted):
            visit("Take Matte From Layer", .number, &layer)
            visit("Invert Matte", .number, &isInverted)
            effect = .setMatte(layer: layer, isInverted: isInverted)
        case .dropShadow, .stroke, .radialWipe, .transform: visitLongEffect(&effect)
        }
    }

    private mutating func visitLongEffect(_ effect: inout Effect) {
        switch effect {
        case .dropShadow(var shadow):
            visit("Shadow Color", alias: "Color", .color, &shadow.color)
            visit("Opacity", .number, &shadow.opacity)
            visit("Direction", .degrees, &shadow.direction)
            visit("Distance", .number, &shadow.distance)
            visit("Softness", .number, &shadow.softness)
            visit("Shadow Only", .number, &shadow.isShadowOnly)
            effect = .dropShadow(shadow)
        case .stroke(var stroke):
            visit("Path", .number, &stroke.mask)
            visit("All Masks", .number, &stroke.isForAllMasks)
            visit("Stroke Sequentially", .number, &stroke.isSequential)
            visit("Color", .color, &stroke.color)
            visit("Brush Size", .number, &stroke.brushSize)
            visit("Opacity", .number, &stroke.opacity)
            visit("Start", .percent, &stroke.start)
            visit("End", .percent, &stroke.end)
            visit("Spacing", .percent, &stroke.spacing)
            visit("Paint Style", .number, &stroke.paintStyle)
            effect = .stroke(stroke)
        case .radialWipe(var wipe):
            visit("Transition Completion", alias: "Completion", .percent, &wipe.completion)
            visit("Start Angle", .degrees, &wipe.startAngle)
            visit("Wipe Center", alias: "Center", .vector, &wipe.center)
            visit("Wipe", .number, &wipe.direction)
            visit("Feather", .number, &wipe.feather)
            effect = .radialWipe(wipe)
        case .transform(var transform):
            visit(&transform)
            effect = .transform(transform)
        default: break
        }
    }

    private mutating func visit(_ transform: inout TransformEffect) {
        visit("Anchor Point", .vector, &transform.anchor)
        visit("Position", .vector, &transform.position)
        visit("Uniform Scale", .number, &transform.isUniform)
        visit("Scale Height", .percent, &transform.scaleHeight)
        visit("Scale Width", .percent, &transform.scaleWidth)
        visit("Skew", .degrees, &transform.skew)
        visit("Skew Axis", .degrees, &transform.skewAxis)
        visit("Rotation", .degrees, &transform.rotation)
        visit("Opacity", .percent, &transform.opacity)
    }

    private mutating func visit(_ levels: inout LevelsEffect) {
        visit(&levels.composite, "")
        for (index, name) in ["Red ", "Green ", "Blue ", "Alpha "].enumerated()
        where levels.channels.indices.contains(index) { visit(&levels.channels[index], name) }
    }

    private mutating func visit(_ channel: inout LevelsEffect.Channel, _ name: String) {
        visit(name + "Input Black", .number, &channel.inputBlack)
        visit(name + "Input White", .number, &channel.inputWhite)
        visit(name + "Gamma", .number, &channel.gamma)
        visit(name + "Output Black", .number, &channel.outputBlack)
        visit(name + "Output White", .number, &channel.outputWhite)
    }
}

extension PropertyWalk {
    /// Visits the controls that only expressions read: those of effects that are not drawn, such as sliders.
    ///
    /// They have names only if an expression of the document refers to other objects, because nothing else reads them.
    ///
    /// - Parameter isInEffect: Whether the controls are the parameters of an effect, and not effects themselves.
    fileprivate mutating func visitControls(_ controls: inout [EffectControl], isInEffect: Bool) {
        for index in controls.indices where isInEffect || !controls[index].isDrawn {
            let own = controls[index].label.name
            let name = own.isEmpty ? "\(isInEffect ? "Control" : "Effect") \(index + 1)" : own
            switch controls[index].content {
            case .group(var inner):
                visitElement(name) { walk in walk.visitControls(&inner, isInEffect: true) }
                controls[index].content = .group(inner)
            case .value(var value, let components):
                visit(name, controls[index].valueKind, &value)
                controls[index].content = .value(value, components: components)
            case .layer(var value):
                visit(name, .number, &value)
                controls[index].content = .layer(value)
            case .none: break
            }
        }
    }
}

extension EffectControl {
    /// The kind of the values of a control, by its type in files.
    fileprivate var valueKind: PropertyKind {
        switch type {
        case 1: .degrees
        case 2: .color
        case 3: .vector
        default: .number
        }
    }
}

extension Effect {
    /// The name of the effect's kind in After Effects.
    fileprivate var kindName: String {
        switch self {
        case .fill: "Fill"
        case .tint: "Tint"
        case .tritone: "Tritone"
        case .levels: "Levels"
        case .dropShadow: "Drop Shadow"
        case .gaussianBlur: "Gaussian Blur"
        case .stroke: "Stroke"
        case .radialWipe: "Radial Wipe"
        case .setMatte: "Set Matte"
        case .transform: "Transform"
        }
    }
}
