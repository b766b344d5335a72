extension MotionPlan {
    /// The dependence of a change's progress on time.
    public enum Easing: Hashable, Sendable {
        /// Progress equals the elapsed share of the time.
        case linear
        /// Progress follows a curve, which may overshoot.
        case bezier(CubicBezier)
        /// Progress advances in equal steps, at least one, or at least two if neither end jumps.
        case steps(Int, StepJump)

        /// The ends of the time at which a stepped easing jumps.
        public enum StepJump: Hashable, Sendable, CaseIterable {
            /// The first step is at the beginning.
            case start
            /// The last step is at the end.
            case end
            /// Neither end jumps: the first and the last value last as long as the others.
            case none
            /// Both ends jump.
            case both
        }

        /// The progress, and its derivative with respect to the share of the time.
        struct Point {
            var value: Double
            var slope: Double
        }

        /// Returns the progress after a share of the time, which is clamped to 0…1.
        public func progress(at time: Double) -> Double {
            switch self {
            case .linear: min(max(time, 0), 1)
            case .bezier(let curve): curve.progress(at: time)
            case .steps(let count, let jump):
                Self.stepped(
                    Int(clamped: (min(max(time, 0), 1) * Double(Self.stepCount(count, jump))).rounded(.down)),
                    of: count, jump)
            }
        }

        /// Returns the progress after `elapsed` of `whole` nanoseconds, where 0 ≤ elapsed < whole.
        func point(_ elapsed: Int64, of whole: Int64) -> Point {
            switch self {
            case .linear: return Point(value: Double(elapsed) / Double(whole), slope: 1)
            case .bezier(let curve): return curve.point(at: Double(elapsed) / Double(whole))
            case .steps(let count, let jump):
                // Integer arithmetic makes a step happen at its exact nanosecond and not at the next one.
                let product = elapsed.multipliedFullWidth(by: Int64(Self.stepCount(count, jump)))
                let step = whole.dividingFullWidth(product).quotient
                return Point(value: Self.stepped(Int(step), of: count, jump), slope: 0)
            }
        }

        /// The largest number of steps.
        ///
        /// More steps are not distinguishable, and products of step counts and times do not overflow.
        static let maxSteps = 1 << 20

        /// Clamps a number of steps to the permitted range.
        private static func stepCount(_ count: Int, _ jump: StepJump) -> Int {
            min(max(count, jump == .none ? 2 : 1), maxSteps)
        }

        /// Returns the progress after `step` steps have begun since the first.
        ///
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

extension MotionPlan.Easing {
    /// Returns an easing along a curve with two control points.
    public static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> MotionPlan.Easing {
        .bezier(CubicBezier(x1, y1, x2, y2))
    }

    /// Starts quickly and ends slowly; the curve of CSS's `ease`.
    public static let ease = MotionPlan.Easing.bezier(0.25, 0.1, 0.25, 1)
    /// Starts slowly.
    public static let easeIn = MotionPlan.Easing.bezier(0.42, 0, 1, 1)
    /// Ends slowly.
    public static let easeOut = MotionPlan.Easing.bezier(0, 0, 0.58, 1)
    /// Starts and ends slowly.
    public static let easeInOut = MotionPlan.Easing.bezier(0.42, 0, 0.58, 1)
    /// Moves backwards before it starts.
    public static let backIn = MotionPlan.Easing.bezier(0.36, 0, 0.66, -0.56)
    /// Overshoots before it ends.
    public static let backOut = MotionPlan.Easing.bezier(0.34, 1.56, 0.64, 1)
    /// The motion of a falling object: progress is exactly the square of time.
    public static let fall = MotionPlan.Easing.bezier(1 / 3, 0, 2 / 3, 1 / 3)
    /// The motion of an object that is thrown upwards, until it stops: the reverse of ``fall``.
    public static let rise = MotionPlan.Easing.bezier(1 / 3, 2 / 3, 2 / 3, 1)
}
