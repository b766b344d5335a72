extension Motion {
    /// How progress follows time between the beginning and the end of a change.
    public enum Easing: Hashable, Sendable {
        /// Progress is the share of time gone by.
        case linear
        /// A curve; it may overshoot.
        case bezier(CubicBezier)
        /// Equal steps, at least one, or two where neither end jumps.
        case steps(Int, StepJump)

        /// Where the steps of an easing jump: at which ends of the time.
        public enum StepJump: Hashable, Sendable, CaseIterable {
            /// The first step is at the beginning.
            case start
            /// The last step is at the end.
            case end
            /// Neither end jumps: the first and the last value stand as long as the others.
            case none
            /// Both ends jump.
            case both
        }

        /// Progress, and how much it changes over the whole time.
        struct Point {
            var value: Double
            var slope: Double
        }

        /// Progress after a share of the time, 0 to 1; times beyond are taken as the ends.
        public func progress(at time: Double) -> Double {
            switch self {
            case .linear: min(max(time, 0), 1)
            case .bezier(let curve): curve.progress(at: time)
            case .steps(let count, let jump):
                Self.stepped(
                    Int(clamping: (min(max(time, 0), 1) * Double(Self.stepCount(count, jump))).rounded(.down)),
                    of: count, jump)
            }
        }

        /// Progress after `elapsed` of `whole` nanoseconds, where 0 ≤ elapsed < whole.
        func point(_ elapsed: Int64, of whole: Int64) -> Point {
            switch self {
            case .linear: return Point(value: Double(elapsed) / Double(whole), slope: 1)
            case .bezier(let curve): return curve.point(at: Double(elapsed) / Double(whole))
            case .steps(let count, let jump):
                // In whole numbers, so that a step happens in its nanosecond and not in the one after it.
                let product = elapsed.multipliedFullWidth(by: Int64(Self.stepCount(count, jump)))
                let step = whole.dividingFullWidth(product).quotient
                return Point(value: Self.stepped(Int(step), of: count, jump), slope: 0)
            }
        }

        /// As many steps as anybody can tell apart, and few enough for products with times.
        static let mostSteps = 1 << 20

        private static func stepCount(_ count: Int, _ jump: StepJump) -> Int {
            min(max(count, jump == .none ? 2 : 1), mostSteps)
        }

        /// The value when `step` of the steps have begun after the first.
        /// - SeeAlso: CSS Easing Functions Level 1, section 2.3.1.
        private static func stepped(_ step: Int, of count: Int, _ jump: StepJump) -> Double {
            let count = stepCount(count, jump)
            let jumps =
                switch jump {
                case .start, .end: count
                case .none: count - 1
                case .both: count + 1
                }
            let current = jump == .start || jump == .both ? step + 1 : step
            return Double(min(current, jumps)) / Double(jumps)
        }
    }
}

extension Motion.Easing {
    /// A curve of two control points.
    public static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Motion.Easing {
        .bezier(CubicBezier(x1, y1, x2, y2))
    }

    /// Sets off quickly, arrives gently.
    public static let ease = Motion.Easing.bezier(0.25, 0.1, 0.25, 1)
    /// Sets off gently.
    public static let easeIn = Motion.Easing.bezier(0.42, 0, 1, 1)
    /// Arrives gently.
    public static let easeOut = Motion.Easing.bezier(0, 0, 0.58, 1)
    /// Sets off and arrives gently.
    public static let easeInOut = Motion.Easing.bezier(0.42, 0, 0.58, 1)
    /// Draws back before it sets off.
    public static let backIn = Motion.Easing.bezier(0.36, 0, 0.66, -0.56)
    /// Goes too far before it arrives.
    public static let backOut = Motion.Easing.bezier(0.34, 1.56, 0.64, 1)
    /// The way of what falls: progress is the square of time, exactly.
    public static let fall = Motion.Easing.bezier(1 / 3, 0, 2 / 3, 1 / 3)
    /// The way of what is thrown up, until it stands: a fall backwards.
    public static let rise = Motion.Easing.bezier(1 / 3, 2 / 3, 2 / 3, 1)
}
