import Expressions

/// A keyframe with the fields of the file.
struct RawKeyframe<Value> {
    var time = 0.0
    var start: Value?
    var end: Value?
    var isHold = false
    var handleIn: EasingHandle?
    var handleOut: EasingHandle?
    var tangentOut: Vector?
    var tangentIn: Vector?
}

/// A control point of an easing curve, with up to three components.
struct EasingHandle {
    var x: Vector
    var y: Vector
    /// Whether all components are equal.
    var isShared: Bool { x == Vector(repeating: x.x) && y == Vector(repeating: y.x) }
}

extension JSONReader {
    /// Reads a property; one without a value has the value `fallback`.
    mutating func property<Value: JSONReadable>(_ fallback: Value) throws(JSONError) -> Property<Value> {
        var script: Script?
        let plain: Property<Value>
        switch try value(of: Value.self, script: &script) {
        case nil: plain = .fixed(fallback)
        case .fixed(let value)?: plain = .fixed(value)
        case .keyframes(let raw, let loop)?:
            let keyframes = raw.resolved(fallback: fallback)
            if keyframes.count == 1, script == nil { return .fixed(keyframes[0].start) }
            plain = KeyframeTrack(keyframes, loop: loop).map { .animated($0) } ?? .fixed(fallback)
        }
        guard let script else { return plain }
        return .scripted(ScriptedProperty(plain, script: script))
    }

    /// Reads a position, whose keyframes can have tangents and whose coordinates can be separate properties.
    mutating func position() throws(JSONError) -> PositionProperty {
        if try kind() == .object, try isSplit() { return try splitPosition() }
        var script: Script?
        let plain = try plainPosition(script: &script)
        guard let script else { return plain }
        return .scripted(ScriptedPosition(plain, script: script))
    }

    private mutating func plainPosition(script: inout Script?) throws(JSONError) -> PositionProperty {
        switch try value(of: Vector.self, slot: .position, script: &script) {
        case nil: return .fixed(.zero)
        case .fixed(let value)?: return .fixed(value)
        case .keyframes(let raw, let loop)?:
            let keyframes = raw.resolved(fallback: .zero)
            if keyframes.count == 1, script == nil { return .fixed(keyframes[0].start) }
            guard let track = KeyframeTrack(keyframes, loop: loop) else { return .fixed(.zero) }
            let sorted = raw.sortedByTime()
            let curves = keyframes.indices.map { index -> MotionCurve? in
                let key = keyframes[index]
                guard key.easing != .hold, let out = sorted[index].tangentOut else { return nil }
                // lottie-web drops straight tangents only if the next keyframe has a value of its own. In old files the
                // motion can therefore overshoot its ends.
                let isOld = index + 1 >= sorted.count || sorted[index + 1].start == nil
                return MotionCurve(
                    start: key.start, end: key.end, tangentOut: out, tangentIn: sorted[index].tangentIn ?? .zero,
                    keepsStraight: isOld)
            }
            return .animated(track, curves: curves)
        }
    }

    /// Returns whether the next object has separate coordinates: `s` is true and there is an object `x`.
    private func isSplit() throws(JSONError) -> Bool {
        guard var flag = try ahead(to: "s", stoppingAt: "k") else { return false }
        let kind = try flag.kind()
        guard kind == .bool || kind == .number, try flag.bool(), var x = try ahead(to: "x") else { return false }
        return try x.kind() == .object
    }

    private mutating func splitPosition() throws(JSONError) -> PositionProperty {
        var coordinates: [Property<Double>] = [.fixed(0), .fixed(0), .fixed(0)]
        var slot: SlotUse?
        try object { reader, key throws(JSONError) in
            switch key {
            case "x": coordinates[0] = try reader.property(0)
            case "y": coordinates[1] = try reader.property(0)
            case "z": coordinates[2] = try reader.property(0)
            case "sid": slot = try reader.slot(.position)
            default: try reader.skip()
            }
        }
        if let slot { return try reading(slot) { reader throws(JSONError) in try reader.position() } }
        return .split(x: coordinates[0], y: coordinates[1], z: coordinates[2])
    }

    private enum Value<Value> {
        case fixed(Value)
        case keyframes([RawKeyframe<Value>], KeyframeLoop?)
    }

    /// Reads the field `k` of a property, or a bare value that stands in place of a property; returns `nil` without a
    /// value.
    private mutating func value<V: JSONReadable>(
        of type: V.Type, slot slotKind: Slot.Kind = V.slotKind, script: inout Script?
    ) throws(JSONError) -> Value<V>? {
        guard try kind() == .object else { return try null() ? nil : try content(of: type) }
        var result: Value<V>?
        var loop: KeyframeLoop?
        var slot: SlotUse?
        try object { reader, key throws(JSONError) in
            switch key {
            case "k": result = try reader.null() ? nil : try reader.content(of: type)
            case "sid": slot = try reader.slot(slotKind)
            case "x" where try reader.kind() == .string: loop = try reader.expression(script: &script)
            default: try reader.skip()
            }
        }
        if let slot, slotKind == .gradient {
            document.slots.ofStops = slot
        } else if let slot {
            let value = try reading(slot) { reader throws(JSONError) in
                try reader.value(of: type, slot: slotKind, script: &script)
            }
            if let value { return value }
        }
        if let loop, case .keyframes(let keyframes, _) = result { return .keyframes(keyframes, loop) }
        return result
    }

    /// Reads an expression: a loop that is recognised by its text, or a script.
    private mutating func expression(script: inout Script?) throws(JSONError) -> KeyframeLoop? {
        var ahead = self
        switch ExpressionPattern(try ahead.string()) {
        case .loop(let loop)?:
            self = ahead
            return loop
        case .value?: self = ahead
        case nil: script = try self.script()
        }
        return nil
    }

    private mutating func content<V: JSONReadable>(of type: V.Type) throws(JSONError) -> Value<V> {
        guard try firstElementHas("t") else { return .fixed(try V.read(from: &self)) }
        var keyframes: [RawKeyframe<V>] = []
        try array { reader throws(JSONError) in
            try reader.countItem()
            keyframes.append(try reader.keyframe())
        }
        return .keyframes(keyframes, nil)
    }

    private mutating func keyframe<V: JSONReadable>() throws(JSONError) -> RawKeyframe<V> {
        var keyframe = RawKeyframe<V>()
        try object("a keyframe") { reader, key throws(JSONError) in
            switch key {
            case "t": keyframe.time = try reader.number()
            case "s": keyframe.start = try reader.null() ? nil : try V.read(from: &reader)
            case "e": keyframe.end = try reader.null() ? nil : try V.read(from: &reader)
            case "h": keyframe.isHold = try reader.bool()
            case "i": keyframe.handleIn = try reader.easingHandle()
            case "o": keyframe.handleOut = try reader.easingHandle()
            case "to": keyframe.tangentOut = try reader.null() ? nil : try Vector.read(from: &reader)
            case "ti": keyframe.tangentIn = try reader.null() ? nil : try Vector.read(from: &reader)
            default: try reader.skip()
            }
        }
        return keyframe
    }

    private mutating func easingHandle() throws(JSONError) -> EasingHandle? {
        guard try kind() == .object else {
            try skip()
            return nil
        }
        var x: Vector?
        var y: Vector?
        try object { reader, key throws(JSONError) in
            switch key {
            case "x": x = try reader.handleComponents()
            case "y": y = try reader.handleComponents()
            default: try reader.skip()
            }
        }
        guard let x, let y else { return nil }
        return EasingHandle(x: x, y: y)
    }

    /// Reads one number for all components, or a list, in which the first number replaces missing ones.
    private mutating func handleComponents() throws(JSONError) -> Vector? {
        guard try kind() == .array else { return Vector(repeating: try number()) }
        var components = Vector.zero
        var count = 0
        try array { reader throws(JSONError) in
            let value = try reader.number()
            if count < 3 { components[count] = value }
            count += 1
        }
        if count == 0 { return nil }
        for index in count..<max(3, count) { components[index] = components.x }
        return components
    }
}

extension Array {
    /// Returns the keyframes sorted by time; the sort is stable.
    fileprivate func sortedByTime<V>() -> [RawKeyframe<V>] where Element == RawKeyframe<V> {
        let isSorted = zip(self, dropFirst()).allSatisfy { $0.time <= $1.time }
        if isSorted { return self }
        return enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// Returns keyframes whose missing values come from their neighbours (lottie-web, `PropertyFactory.js`).
    fileprivate func resolved<V>(fallback: V) -> [Keyframe<V>] where Element == RawKeyframe<V> {
        let raw = sortedByTime()
        var keyframes: [Keyframe<V>] = []
        keyframes.reserveCapacity(raw.count)
        for (index, key) in raw.enumerated() {
            let before = index > 0 ? raw[index - 1] : nil
            let arrived = before.flatMap { $0.isHold ? keyframes[index - 1].start : $0.end }
            let start = key.start ?? arrived ?? keyframes.last?.start ?? key.end ?? fallback
            let next = index + 1 < raw.count ? raw[index + 1].start ?? key.end : nil
            keyframes.append(Keyframe(time: key.time, start: start, end: next ?? start, easing: key.easing))
        }
        return keyframes
    }
}

extension RawKeyframe {
    /// The easing of the keyframe; linear if a handle is missing.
    fileprivate var easing: Easing {
        if isHold { return .hold }
        guard let handleIn, let handleOut else { return .linear }
        func curve(_ component: Int) -> EasingCurve {
            EasingCurve(
                x1: handleOut.x[component], y1: handleOut.y[component], x2: handleIn.x[component],
                y2: handleIn.y[component])
        }
        let first = curve(0)
        if handleIn.isShared && handleOut.isShared { return first.isLinear ? .linear : .curve(first) }
        return .perComponent(first, curve(1), curve(2))
    }
}
