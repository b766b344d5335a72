import CPlatform

/// Arithmetic of numbers and arrays of numbers, as in the exporter's run-time library (lottie-web,
/// `ExpressionManager.js`): sums combine a number with the first element of an array, products with all elements.
extension ScriptMachine {
    func sum(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        let a = try primitive(left)
        let b = try primitive(right)
        if isString(a) || isString(b) { return try makeString(string(a) + string(b)) }
        return try combined(a, b) { $0 + $1 }
    }

    func difference(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        try combined(integerIfString(left), integerIfString(right)) { $0 - $1 }
    }

    /// Converts a string as the exporter's library does: it reads only the integer at the start.
    private func integerIfString(_ value: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        let value = try primitive(value)
        guard case .boxedString(let text) = value else { return value }
        let bytes = Array(text.string.trimmingWhitespace.utf8)
        guard let length = Self.decimalLength(bytes) else { return .number(.nan) }
        return .number(Lexer.number(bytes[..<length]).rounded(.towardZero))
    }

    private func combined(
        _ a: ScriptValue, _ b: ScriptValue, _ operation: (Double, Double) -> Double
    ) throws(ScriptFailure) -> ScriptValue {
        switch (try vector(a), try vector(b)) {
        case (nil, nil):
            try checkDefined(a, b)
            return .number(operation(try number(a), try number(b)))
        case (var list?, nil):
            guard !list.isEmpty else { return a }
            list[0] = operation(list[0], try number(b))
            return try self.makeArray(list)
        case (nil, var list?):
            guard !list.isEmpty else { return b }
            list[0] = operation(try number(a), list[0])
            return try self.makeArray(list)
        case (let first?, let second?):
            var result: [Double] = []
            for index in 0..<max(first.count, second.count) {
                if index < first.count, index < second.count {
                    result.append(operation(first[index], second[index]))
                } else {
                    result.append(index < first.count ? first[index] : second[index])
                }
            }
            return try makeArray(result)
        }
    }

    private func checkDefined(_ a: ScriptValue, _ b: ScriptValue) throws(ScriptFailure) {
        for value in [a, b] where isNullish(value) { throw typeError("\(description(of: value)) is no number") }
    }

    func product(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        try scaled(left, right) { $0 * $1 }
    }

    func quotient(_ left: ScriptValue, _ right: ScriptValue) throws(ScriptFailure) -> ScriptValue {
        try scaled(left, right) { $0 / $1 }
    }

    private func scaled(
        _ left: ScriptValue, _ right: ScriptValue, _ operation: (Double, Double) -> Double
    ) throws(ScriptFailure) -> ScriptValue {
        let a = try primitive(left)
        let b = try primitive(right)
        switch (try vector(a), try vector(b)) {
        case (nil, nil):
            try checkDefined(a, b)
            return .number(operation(try number(a), try number(b)))
        case (let list?, nil):
            let factor = try number(b)
            return try self.makeArray(list.map { operation($0, factor) })
        case (nil, let list?):
            let factor = try number(a)
            return try self.makeArray(list.map { operation(factor, $0) })
        default: return .number(0)
        }
    }

    /// Returns an array of numbers and charges its memory.
    public func makeArray(_ numbers: [Double]) throws(ScriptFailure) -> ScriptValue {
        try makeArray(numbers.map { ScriptValue.number($0) })
    }

    func callVectorFunction(_ builtin: Builtin, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue? {
        switch builtin {
        case .sum, .add, .bmSum, .bmAdd: try sum(arguments[0], arguments[1])
        case .sub, .bmSub: try difference(arguments[0], arguments[1])
        case .mul, .bmMul: try product(arguments[0], arguments[1])
        case .div, .bmDiv: try quotient(arguments[0], arguments[1])
        case .mod, .bmMod:
            .number(fmod(try number(integerIfString(arguments[0])), try number(integerIfString(arguments[1]))))
        case .bmNegate: try negated(arguments[0])
        case .bmIsArray: .bool(isArray(arguments[0]))
        case .clamp: try clamp(arguments)
        case .linear: try interpolated(arguments, along: nil)
        case .ease: try interpolated(arguments, along: .ease)
        case .easeIn: try interpolated(arguments, along: .easeIn)
        case .easeOut: try interpolated(arguments, along: .easeOut)
        case .length: .number(try length(arguments[0], arguments[1]))
        case .normalize:
            try quotient(arguments[0], .number(length(arguments[0], .undefined)))
        case .dot, .cross, .lookAt: try applyVectorOperation(builtin, arguments)
        case .rgbToHsl, .hslToRgb, .hexToRgb: try convertColor(builtin, arguments)
        default: nil
        }
    }

    private func clamp(_ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        let low = try number(arguments[1])
        let high = try number(arguments[2])
        let range = (min: min(low, high), max: max(low, high))
        func held(_ value: Double) -> Double { min(max(value, range.min), range.max) }
        if let list = try vector(arguments[0]), list.count != 1 { return try self.makeArray(list.map(held)) }
        return .number(held(try number(arguments[0])))
    }

    /// Returns the distance between two points or numbers, or the length of the first if the second is missing.
    private func length(_ first: ScriptValue, _ second: ScriptValue) throws(ScriptFailure) -> Double {
        guard let a = try vector(first) else {
            return abs(try number(first) - (isNullish(second) ? 0 : try number(second)))
        }
        let b = try isNullish(second) ? [Double](repeating: 0, count: a.count) : vector(second) ?? []
        return zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }

    /// Interpolates between two values, by the position of a number between two bounds.
    private func interpolated(_ arguments: Arguments, along curve: EaseCurve?) throws(ScriptFailure) -> ScriptValue {
        var (low, high) = (0.0, 1.0)
        var ends = (arguments[1], arguments[2])
        if arguments.count > 4 || !isNullish(arguments[3]) && !isNullish(arguments[4]) {
            (low, high) = (try number(arguments[1]), try number(arguments[2]))
            ends = (arguments[3], arguments[4])
        }
        let time = try number(arguments[0])
        if curve == nil, high < low { swap(&low, &high) }
        let share: Double
        if time <= min(low, high), curve == nil || low <= high {
            share = 0
        } else if time >= max(low, high), curve == nil || low <= high {
            share = 1
        } else {
            share = low == high ? 0 : max(0, min(1, (time - low) / (high - low)))
        }
        let progress: Double = curve?.value(at: share) ?? share
        if let start = try vector(ends.0) {
            let end: [Double] = try vector(ends.1) ?? []
            var result = start
            for index in start.indices {
                let target: Double = index < end.count ? end[index] : .nan
                result[index] = start[index] + (target - start[index]) * progress
            }
            return try makeArray(result)
        }
        let start = try number(ends.0)
        let end = try number(ends.1)
        return .number(start + (end - start) * progress)
    }

    private func applyVectorOperation(_ builtin: Builtin, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        var a = try vector(arguments[0]) ?? []
        var b = try vector(arguments[1]) ?? []
        if builtin == .dot { return .number(zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }) }
        while a.count < 3 { a.append(0) }
        while b.count < 3 { b.append(0) }
        if builtin == .cross {
            let x = a[1] * b[2] - a[2] * b[1]
            let y = a[2] * b[0] - a[0] * b[2]
            let z = a[0] * b[1] - a[1] * b[0]
            return try makeArray([x, y, z])
        }
        let (x, y, z) = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
        let pitch = atan2(x, (y * y + z * z).squareRoot()) * 180 / .pi
        let yaw = -atan2(y, z) * 180 / .pi
        return try makeArray([yaw, pitch, 0])
    }

    private func convertColor(_ builtin: Builtin, _ arguments: Arguments) throws(ScriptFailure) -> ScriptValue {
        if builtin == .hexToRgb {
            let digits = try string(arguments[0]).drop { $0 == "#" }.compactMap(\.hexDigitValue)
            guard digits.count >= 6 else { return try makeArray([0, 0, 0, 1]) }
            var channels: [Double] = []
            for index in 0..<3 { channels.append(Double(digits[2 * index] * 16 + digits[2 * index + 1]) / 255) }
            return try makeArray(channels + [1])
        }
        var color = try vector(arguments[0]) ?? []
        while color.count < 4 { color.append(1) }
        let result = builtin == .rgbToHsl ? HSLConversion.hsl(of: color) : HSLConversion.rgb(ofHSL: color)
        return try makeArray(result + [color[3]])
    }
}

/// The easing of `ease`, `easeIn` and `easeOut`: a cubic Bézier curve from (0, 0) to (1, 1).
struct EaseCurve {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    static let ease = EaseCurve(x1: 0.33, y1: 0, x2: 0.667, y2: 1)
    static let easeIn = EaseCurve(x1: 0.333, y1: 0, x2: 0.833, y2: 0.833)
    static let easeOut = EaseCurve(x1: 0.167, y1: 0.167, x2: 0.667, y2: 1)

    func value(at x: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        // x increases with the parameter, so 32 bisections find it to within 10⁻⁹.
        var (low, high) = (0.0, 1.0)
        for _ in 0..<32 {
            let middle = (low + high) / 2
            if EaseCurve.bezier(x1, x2, middle) < x { low = middle } else { high = middle }
        }
        return EaseCurve.bezier(y1, y2, (low + high) / 2)
    }

    private static func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
    }
}

/// Conversions between RGB and HSL colors, with all components from 0 to 1.
enum HSLConversion {
    static func hsl(of color: [Double]) -> [Double] {
        let (r, g, b) = (color[0], color[1], color[2])
        let (high, low) = (max(r, g, b), min(r, g, b))
        let lightness = (high + low) / 2
        let range = high - low
        guard range > 0 else { return [0, 0, lightness] }
        let saturation = lightness > 0.5 ? range / (2 - high - low) : range / (high + low)
        let hue: Double
        if high == r {
            hue = (g - b) / range + (g < b ? 6 : 0)
        } else if high == g {
            hue = (b - r) / range + 2
        } else {
            hue = (r - g) / range + 4
        }
        return [hue / 6, saturation, lightness]
    }

    static func rgb(ofHSL hue: [Double]) -> [Double] {
        let (h, s, l) = (hue[0], hue[1], hue[2])
        if s == 0 { return [l, l, l] }
        let q = l < 0.5 ? l * (1 + s) : l + s - l * s
        let p = 2 * l - q
        return [h + 1.0 / 3, h, h - 1.0 / 3].map { channel in
            let t = channel < 0 ? channel + 1 : channel > 1 ? channel - 1 : channel
            if t < 1.0 / 6 { return p + (q - p) * 6 * t }
            if t < 0.5 { return q }
            return t < 2.0 / 3 ? p + (q - p) * (2.0 / 3 - t) * 6 : p
        }
    }
}
