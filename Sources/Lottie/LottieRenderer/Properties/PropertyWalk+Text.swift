import LottieDocument

extension PropertyWalk {
    /// Visits a text, its formatting and its animators.
    mutating func visit(_ text: inout TextLayer) {
        visit("Text", .text, \.text, of: &text) { value in
            // Lottie's texts use a carriage return as line break.
            if case .text(let text) = value { String(text.map { $0.isNewline ? "\r" : $0 }) } else { nil }
        } value: {
            .text($0)
        }
        visit("Color", .color, \.fill, of: &text) {
            .some(Color($0))
        } value: {
            .color($0 ?? .zero)
        }
        visit("Stroke Color", .color, \.stroke, of: &text) {
            .some(Color($0))
        } value: {
            .color($0 ?? .zero)
        }
        visitNumber("Stroke Width", \.strokeWidth, of: &text)
        visitNumber("Font Size", \.size, of: &text)
        visitNumber("Tracking", \.tracking, of: &text)
        visitNumber("Line Height", \.lineHeight, of: &text)
        visitNumber("Baseline Shift", \.baselineShift, of: &text)
        for index in text.animators.indices {
            let name = text.animators[index].name
            visitElement(name.isEmpty ? "Animator \(index + 1)" : name) { walk in walk.visit(&text.animators[index]) }
        }
    }

    private mutating func visitNumber(
        _ name: String, _ field: WritableKeyPath<TextDocument, Double> & Sendable, of text: inout TextLayer
    ) {
        visit(name, .number, field, of: &text) {
            Double($0)
        } value: {
            .number($0)
        }
    }

    /// Visits a field of all documents of the text.
    private mutating func visit<Field: Sendable>(
        _ name: String, _ kind: PropertyKind, _ field: WritableKeyPath<TextDocument, Field> & Sendable,
        of text: inout TextLayer, _ read: @escaping @Sendable (PropertyValue) -> Field?,
        value: (Field) -> PropertyValue
    ) {
        guard let first = text.documents.first?.text else { return }
        let plain = text
        let isText = kind == .text
        let isAnimated = text.documents.count > 1 || text.binding != nil || (isText && text.script != nil)
        let place = isText ? text.script?.script.place : nil
        visitor.visit(
            name, alias: nil, kind, isAnimated: isAnimated, expressionPlaces: place.map { [$0] } ?? []
        ) { time in
            if isText { return .text(plain.string(at: time)) }
            return value((plain.document(at: time)?.text ?? first)[keyPath: field])
        } replace: { replacement in
            if isText { text.script = nil }
            let supply: @Sendable (Double) -> Field?
            switch replacement {
            case .fixed(let value):
                guard let value = read(value) else { return }
                for index in text.documents.indices { text.documents[index].text[keyPath: field] = value }
                if plain.binding == nil { return }
                supply = { _ in value }
            case .timeDependent(let values): supply = { read(values($0)) }
            case .insertion: return
            }
            // `plain` also has the changes of fields visited earlier.
            text.binding = ClosureBinding { time in
                var document = plain.document(at: time)?.text ?? first
                if let value = supply(time) { document[keyPath: field] = value }
                return document
            }
        }
    }

    private mutating func visit(_ animator: inout TextAnimator) {
        animator.position.update { visit("Position", &$0) }
        animator.anchor.update { visit("Anchor Point", &$0) }
        visit("Scale", .scale, &animator.scale)
        visit("Rotation", .degrees, &animator.rotation)
        visit("X Rotation", .degrees, &animator.rotationX)
        visit("Y Rotation", .degrees, &animator.rotationY)
        visit("Skew", .degrees, &animator.skew)
        visit("Skew Axis", .degrees, &animator.skewAxis)
        visit("Opacity", .percent, &animator.opacity)
        visit("Fill Color", .color, &animator.fill.color)
        visit("Stroke Color", .color, &animator.stroke)
        visit("Stroke Width", .number, &animator.strokeWidth)
        visit("Fill Hue", .percent, &animator.fill.hue)
        visit("Fill Saturation", .percent, &animator.fill.saturation)
        visit("Fill Brightness", .percent, &animator.fill.brightness)
        visit("Tracking", .number, &animator.tracking)
        visit(&animator.selector)
    }

    private mutating func visit(_ selector: inout TextSelector) {
        visit("Start", .number, &selector.start)
        visit("End", .number, &selector.end)
        visit("Offset", .number, &selector.offset)
        visit("Amount", .percent, &selector.amount)
        visit("Ease High", .percent, &selector.easeHigh)
        visit("Ease Low", .percent, &selector.easeLow)
        visit("Smoothness", .percent, &selector.smoothness)
    }
}
