import ExactNumbers
import Motion
import PlayerSettings

extension YAMLValue {
    /// Returns a duration of a movement, at most 30 seconds.
    func movementDuration(_ name: String) throws(ConfigurationError) -> Duration {
        let length = Duration.nanoseconds(try duration(name))
        guard length <= MovementReader.maxDuration else {
            throw error("\(name): expected at most 30s, found \(errorDescription)")
        }
        return length
    }

    /// Returns a number of repetitions, 0 to 100.
    func repetitions(_ name: String) throws(ConfigurationError) -> Int {
        guard let text, let count = Int(text), (0...100).contains(count) else {
            throw mismatch(name, expected: "a whole number from 0 to 100")
        }
        return count
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double {
        guard let text, let number = Double(text), range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { $0.rounded() == $0 ? "\(Int($0))" : "\($0)" }
            throw mismatch(name, expected: "a number from \(bounds[0]) to \(bounds[1])")
        }
        return number
    }

    /// Returns a distance in pixels, or a percentage of the way such as `50%`.
    func distance(_ name: String) throws(ConfigurationError) -> Distance {
        if let text, let share = try? Quantity.fraction(percent: text), share.count <= 10 * Millionths.one.count {
            return .share(Double(share.count) / Double(Millionths.one.count))
        }
        guard let text, let pixels = Double(text), (0...10_000).contains(pixels) else {
            throw mismatch(name, expected: "pixels such as 40, or a share of the way such as 50%")
        }
        return .pixels(pixels)
    }

    /// Returns a color from `#rrggbb`.
    func color(_ name: String) throws(ConfigurationError) -> MotionColor {
        guard let text, text.utf8.count == 7, text.hasPrefix("#"), let rgb = UInt32(text.dropFirst(), radix: 16),
            !text.contains("+")
        else { throw mismatch(name, expected: "a color such as \"#ff8800\"") }
        return MotionColor(rgb)
    }

    private static let easings: [String: MotionPlan.Easing] = [
        "linear": .linear, "ease": .ease, "easeIn": .easeIn, "easeOut": .easeOut, "easeInOut": .easeInOut,
        "backIn": .backIn, "backOut": .backOut, "fall": .fall, "rise": .rise,
    ]

    /// Returns an easing from a name, the four numbers of a Bézier curve, or a number of steps.
    func easing(_ name: String) throws(ConfigurationError) -> MotionPlan.Easing {
        if let elements {
            guard elements.count == 4 else { throw mismatch(name, expected: "four numbers such as [0.3, 0, 0.6, 1]") }
            let times = (try elements[0].number(name, in: 0...1), try elements[2].number(name, in: 0...1))
            let values = (try elements[1].number(name, in: -10...10), try elements[3].number(name, in: -10...10))
            return .bezier(times.0, values.0, times.1, values.1)
        }
        if members != nil {
            let fields = try YAMLFields(self, name: name, known: ["steps", "jump"])
            let steps = try fields.required("steps")
            guard let text = steps.text, let count = Int(text), (1...1000).contains(count) else {
                throw steps.mismatch("steps", expected: "a whole number from 1 to 1000")
            }
            return .steps(count, try fields["jump"]?.choice("jump", Jump.self).stepJump ?? .end)
        }
        guard let text, let easing = Self.easings[text] else {
            let names = Self.easings.keys.sorted()
            let phrase = text.map { Suggestion.hint(for: $0, among: names) } ?? ""
            throw error(
                "\(name): expected \(names.joined(separator: ", ")), four numbers or {steps: 4}, found \(errorDescription)\(phrase)"
            )
        }
        return easing
    }

    private enum Jump: String, CaseIterable {
        case start, end, none, both

        var stepJump: MotionPlan.Easing.StepJump {
            switch self {
            case .start: .start
            case .end: .end
            case .none: .none
            case .both: .both
            }
        }
    }

    private static let springs: [String: Spring] = [
        "gentle": .gentle, "wobbly": .wobbly, "stiff": .stiff, "slow": .slow,
    ]

    /// Returns a spring from a name, from response and damping ratio, or from stiffness, damping and mass.
    func spring(_ name: String) throws(ConfigurationError) -> Spring {
        guard members != nil else {
            guard let text, let spring = Self.springs[text] else {
                let names = Self.springs.keys.sorted()
                let phrase = text.map { Suggestion.hint(for: $0, among: names) } ?? ""
                throw error(
                    "\(name): expected \(names.joined(separator: ", ")) or fields, found \(errorDescription)\(phrase)")
            }
            return spring
        }
        let fields = try YAMLFields(self, name: name, known: ["response", "ratio", "stiffness", "damping", "mass"])
        if let response = fields["response"] {
            return Spring(
                response: try response.movementDuration("response"),
                dampingRatio: try fields["ratio"]?.number("ratio", in: 0.1...10) ?? 1)
        }
        return Spring(
            stiffness: try fields.required("stiffness").number("stiffness", in: 1...100_000),
            damping: try fields.required("damping").number("damping", in: 0.1...10_000),
            mass: try fields["mass"]?.number("mass", in: 0.1...100) ?? 1)
    }
}
