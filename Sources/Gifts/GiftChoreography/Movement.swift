import Motion

/// A side of the room.
enum Side: String, Sendable, Hashable, CaseIterable {
    case left, right, top, bottom
}

/// The distance of a movement.
enum Distance: Sendable, Hashable {
    case pixels(Double)
    /// A fraction of the way that leads just out of sight.
    case share(Double)
}

/// One movement with all parameters, independent of its surroundings.
struct Movement: Sendable, Hashable {
    /// Whether a movement ends at the resting position or starts from it.
    enum Direction: Sendable, Hashable {
        case entering, leaving
    }

    enum Kind: Sendable, Hashable {
        case slide(Side, Distance, Direction, MovementTiming)
        case fade(Double, Direction, MovementTiming)
        case zoom(Double, Direction, MovementTiming)
        case drop(bounces: Int, Direction, Duration)
        case bounce(times: Int, by: Double, Duration)
        case spin(turns: Double, MovementTiming)
        case shake(times: Int, by: Double, each: Duration)
        case pulse(times: Int, by: Double, each: Duration)
        case reveal(Direction, MovementTiming)
        case type(Direction, each: Duration)
        case countUp(from: Double, MovementTiming)
        case tint(MotionColor, isFlash: Bool, MovementTiming)
        case wait(Duration)
        case together([Movement])
        /// A repetition; `nil` repeats forever.
        case repeated([Movement], times: Int?)
    }

    var kind: Kind
    var delay: Duration = .zero

    /// Returns the motion for given surroundings. A delayed entrance holds its start pose during the delay.
    func motion(in surroundings: MotionSurroundings) -> MotionPlan {
        motionWithoutDelay(in: surroundings).delayed(by: delay, holdingStart: true)
    }

    private func motionWithoutDelay(in surroundings: MotionSurroundings) -> MotionPlan {
        switch kind {
        case .slide(let side, let distance, let direction, let pace):
            return slideMotion(side, distance, direction, pace, in: surroundings)
        case .fade(let opacity, let direction, let pace): return pace.motion(direction, of: .opacity, value: opacity)
        case .zoom(let scale, let direction, let pace): return pace.motion(direction, of: .scale, value: scale)
        case .drop(let bounces, .entering, let duration):
            return .drop(from: surroundings.offscreenOffset(toward: .top), bounces: bounces, for: duration)
        case .drop(_, .leaving, let duration):
            return .by(.y, surroundings.offscreenOffset(toward: .bottom), for: duration, easing: .fall)
        case .bounce(let times, let height, let duration): return .bounce(times: times, by: height, for: duration)
        case .spin(let turns, let pace): return pace.motion(of: .rotation, by: 360 * turns)
        case .shake(let times, let width, let each): return .shake(times: times, by: width, each: each)
        case .pulse(let times, let size, let each): return .pulse(times: times, by: size, each: each)
        case .reveal(let direction, let pace): return pace.motion(direction, of: .reveal, value: 0)
        case .type(let direction, let each):
            let typing = MotionPlan.type(characters: surroundings.characterCount, each: each)
            return direction == .entering ? typing : typing.reversed()
        case .countUp(let start, let pace):
            return MotionPlan.set(.number, start).then(pace.motion(of: .number, to: surroundings.finalNumber))
        case .tint(let color, let isFlash, let pace):
            let tint = pace.motion(of: .color, to: color)
            return isFlash ? tint.autoreversed() : tint
        case .wait(let duration): return .wait(duration)
        case .together(let movements): return .parallel(movements.map { $0.motion(in: surroundings) })
        case .repeated(let movements, let times):
            let motion = MotionPlan.sequence(movements.map { $0.motion(in: surroundings) })
            return times.map { motion.repeated($0) } ?? motion.repeatedForever()
        }
    }

    private func slideMotion(
        _ side: Side, _ distance: Distance, _ direction: Direction, _ pace: MovementTiming,
        in surroundings: MotionSurroundings
    ) -> MotionPlan {
        let way = surroundings.offscreenOffset(toward: side)
        let length =
            switch distance {
            case .share(let share): way * share
            case .pixels(let pixels): side == .left || side == .top ? -pixels : pixels
            }
        let property: MotionPlan.Property<Double> = side == .left || side == .right ? .x : .y
        return pace.motion(direction, of: property, value: length)
    }
}

/// The course of a movement in time.
struct MovementTiming: Sendable, Hashable {
    enum Curve: Sendable, Hashable {
        case easing(MotionPlan.Easing)
        case spring(Spring)
    }

    var curve: Curve
    /// The duration; `nil` for the natural duration of a spring.
    var duration: Duration?

    /// Returns a motion from a value to rest, or from rest to a value.
    func motion(_ direction: Movement.Direction, of property: MotionPlan.Property<Double>, value: Double) -> MotionPlan
    {
        switch (direction, curve) {
        case (.entering, .easing(let easing)): .from(property, value, for: duration ?? .zero, easing: easing)
        case (.entering, .spring(let spring)): withDuration(.from(property, value, spring: spring))
        case (.leaving, _): motion(of: property, to: value)
        }
    }

    func motion<Value>(of property: MotionPlan.Property<Value>, to value: Value) -> MotionPlan {
        switch curve {
        case .easing(let easing): .to(property, value, for: duration ?? .zero, easing: easing)
        case .spring(let spring): withDuration(.to(property, value, spring: spring))
        }
    }

    func motion(of property: MotionPlan.Property<Double>, by amount: Double) -> MotionPlan {
        switch curve {
        case .easing(let easing): .by(property, amount, for: duration ?? .zero, easing: easing)
        case .spring(let spring): withDuration(.by(property, amount, spring: spring))
        }
    }

    private func withDuration(_ motion: MotionPlan) -> MotionPlan { duration.map { motion.lasting($0) } ?? motion }
}
