import JSON
import LottieExpressions

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
    /// Whether the times are a list of several numbers.
    var hasTimeList = false
    /// Whether the amounts of progress are a list of several numbers.
    var hasProgressList = false
    /// Whether all components are equal.
    var isShared: Bool { x == Vector(repeating: x.x) && y == Vector(repeating: y.x) }
}

extension JSONReader {
    /// Reads a property; one without a value has the value `fallback`.
    mutating func readProperty<Value: JSONReadable>(_ fallback: Value) throws(JSONError) -> Property<Value> {
        var script: Script?
        let plain: Property<Value>
        switch try readValue(of: Value.self, script: &script) {
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
    mutating func readPosition() throws(JSONError) -> PositionProperty {
        if try peekKind() == .object, try isSplit() { return try readSplitPosition() }
        var script: Script?
        let plain = try readPlainPosition(script: &script)
        guard let script else { return plain }
        return .scripted(ScriptedPosition(plain, script: script))
    }

    private mutating func readPlainPosition(script: inout Script?) throws(JSONError) -> PositionProperty {
        switch try readValue(of: Vector.self, slot: .position, script: &script) {
        case nil: return .fixed(.zero)
        case .fixed(let value)?: return .fixed(value)
        case .keyframes(let raw, let loop)?:
            let keyframes = raw.resolved(fallback: .zero)
            if keyframes.count == 1, script == nil { return .fixed(keyframes[0].start) }
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
            let moved = keyframes.indices.map { index in
                guard curves[index] != nil, let easing = sorted[index].curveEasing else { return keyframes[index] }
                let key = keyframes[index]
                return Keyframe(time: key.time, start: key.start, end: key.end, easing: easing)
            }
            guard let track = KeyframeTrack(moved, loop: loop) else { return .fixed(.zero) }
            return .animated(track, curves: curves)
        }
    }

    /// Returns whether the next object has separate coordinates: `s` is true and there is an object `x`.
    private func isSplit() throws(JSONError) -> Bool {
        guard var flag = try lookahead(to: "s", stoppingAt: "k") else { return false }
        let kind = try flag.peekKind()
        guard kind == .bool || kind == .number, try flag.readBool(), var x = try lookahead(to: "x") else {
            return false
        }
        return try x.peekKind() == .object
    }

    private mutating func readSplitPosition() throws(JSONError) -> PositionProperty {
        var coordinates: [Property<Double>] = [.fixed(0), .fixed(0), .fixed(0)]
        var slot: SlotReference?
        try readObject { reader, key throws(JSONError) in
            switch key {
            case "x": coordinates[0] = try reader.readProperty(0)
            case "y": coordinates[1] = try reader.readProperty(0)
            case "z": coordinates[2] = try reader.readProperty(0)
            case "sid": slot = try reader.readSlot(.position)
            default: try reader.skipValue()
            }
        }
        if let slot { return try readSlotValue(slot) { reader throws(JSONError) in try reader.readPosition() } }
        return .split(x: coordinates[0], y: coordinates[1], z: coordinates[2])
    }

    private enum PropertyContent<Value> {
        case fixed(Value)
        case keyframes([RawKeyframe<Value>], KeyframeLoop?)
    }

    /// Reads the field `k` of a property, or a bare value that stands in place of a property; returns `nil` without a
    /// value.
    private mutating func readValue<V: JSONReadable>(
        of type: V.Type, slot slotKind: Slot.Kind = V.slotKind, script: inout Script?
    ) throws(JSONError) -> PropertyContent<V>? {
        guard try peekKind() == .object else { return try readNull() ? nil : try readContent(of: type) }
        var result: PropertyContent<V>?
        var loop: KeyframeLoop?
        var slot: SlotReference?
        try readObject { reader, key throws(JSONError) in
            switch key {
            case "k": result = try reader.readNull() ? nil : try reader.readContent(of: type)
            case "sid": slot = try reader.readSlot(slotKind)
            case "x" where try reader.peekKind() == .string: loop = try reader.readExpression(script: &script)
            default: try reader.skipValue()
            }
        }
        if let slot, slotKind == .gradient {
            context.slots.gradientSlot = slot
        } else if let slot {
            let value = try readSlotValue(slot) { reader throws(JSONError) in
                try reader.readValue(of: type, slot: slotKind, script: &script)
            }
            if let value { return value }
        }
        if let loop, case .keyframes(let keyframes, _) = result { return .keyframes(keyframes, loop) }
        return result
    }

    /// Reads an expression: a loop that is recognised by its text, or a script.
    private mutating func readExpression(script: inout Script?) throws(JSONError) -> KeyframeLoop? {
        var ahead = self
        _ = try ahead.peekKind()
        let place = ahead.offset
        let source = try ahead.readString()
        defer { self = ahead }
        switch ExpressionPattern(source) {
        case .loop(let loop)?: return loop
        case .value?: break
        case nil: script = try compileScript(source, at: place)
        }
        return nil
    }

    private mutating func readContent<V: JSONReadable>(of type: V.Type) throws(JSONError) -> PropertyContent<V> {
        guard try firstElementContains("t") else { return .fixed(try V.read(from: &self)) }
        var keyframes: [RawKeyframe<V>] = []
        var end: ReadValue<V>?
        try readArray { reader throws(JSONError) in
            try reader.countItem()
            keyframes.append(try reader.readKeyframe(&end))
        }
        return .keyframes(keyframes, nil)
    }

    /// A value with its place in the text.
    private struct ReadValue<V> {
        let value: V
        let text: UnsafeBufferPointer<UInt8>
    }

    /// Reads a keyframe.
    ///
    /// - Parameter end: The end value of the keyframe before, which most old files repeat as the start value of this one.
    private mutating func readKeyframe<V: JSONReadable>(_ end: inout ReadValue<V>?) throws(JSONError) -> RawKeyframe<V>
    {
        var keyframe = RawKeyframe<V>()
        let arrived = end
        end = nil
        try readObject("a keyframe") { reader, key throws(JSONError) in
            switch key {
            case "t": keyframe.time = try reader.readNumber()
            case "s":
                if let arrived, reader.skip(arrived.text) {
                    keyframe.start = arrived.value
                } else {
                    keyframe.start = try reader.readNull() ? nil : try V.read(from: &reader)
                }
            case "e":
                _ = try reader.peekKind()
                let place = reader.offset
                keyframe.end = try reader.readNull() ? nil : try V.read(from: &reader)
                end = keyframe.end.map { ReadValue(value: $0, text: reader.text(from: place)) }
            case "h": keyframe.isHold = try reader.readBool()
            case "i": keyframe.handleIn = try reader.readEasingHandle()
            case "o": keyframe.handleOut = try reader.readEasingHandle()
            case "to": keyframe.tangentOut = try reader.readNull() ? nil : try Vector.read(from: &reader)
            case "ti": keyframe.tangentIn = try reader.readNull() ? nil : try Vector.read(from: &reader)
            default: try reader.skipValue()
            }
        }
        return keyframe
    }

    private mutating func readEasingHandle() throws(JSONError) -> EasingHandle? {
        guard try peekKind() == .object else {
            try skipValue()
            return nil
        }
        var x: (value: Vector, count: Int)?
        var y: (value: Vector, count: Int)?
        try readObject { reader, key throws(JSONError) in
            switch key {
            case "x": x = try reader.readHandleComponents()
            case "y": y = try reader.readHandleComponents()
            default: try reader.skipValue()
            }
        }
        guard let x, let y else { return nil }
        return EasingHandle(x: x.value, y: y.value, hasTimeList: x.count > 1, hasProgressList: y.count > 1)
    }

    /// Reads one number for all components, or a list, in which the first number replaces missing ones; returns the
    /// components and the number of numbers.
    private mutating func readHandleComponents() throws(JSONError) -> (value: Vector, count: Int)? {
        guard try peekKind() == .array else { return (Vector(repeating: try readNumber()), 1) }
        // A vector whose elements are set by a variable index is kept in memory, which takes twice as long.
        var (x, y, z) = (0.0, 0.0, 0.0)
        var count = 0
        try readArray { reader throws(JSONError) in
            let value = try reader.readNumber()
            switch count {
            case 0: (x, y, z) = (value, value, value)
            case 1: y = value
            case 2: z = value
            default: break
            }
            count += 1
        }
        return count == 0 ? nil : (Vector(x, y, z), count)
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

    /// The easing along a curve if it differs from `easing`: lottie-web computes with a list of several numbers as if it
    /// were one number (`PropertyFactory.js`, `BezierEaser.js`).
    ///
    /// The progress is then not a number, with which the position is at the end of the curve. If only the times are
    /// lists, the search for the curve's parameter stops in the middle of its first interval.
    fileprivate var curveEasing: Easing? {
        guard !isHold, let handleIn, let handleOut else { return nil }
        if handleIn.hasProgressList || handleOut.hasProgressList { return .constant(1) }
        guard handleIn.hasTimeList || handleOut.hasTimeList else { return nil }
        return .constant(EasingCurve.value(handleOut.y.x, handleIn.y.x, 0.05))
    }
}
