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
        case coming, going
    }

    enum Kind: Sendable, Hashable {
        case slide(Side, Distance, Direction, Pace)
        case fade(Double, Direction, Pace)
        case zoom(Double, Direction, Pace)
        case drop(bounces: Int, Direction, Duration)
        case bounce(times: Int, by: Double, Duration)
        case spin(turns: Double, Pace)
        case shake(times: Int, by: Double, each: Duration)
        case pulse(times: Int, by: Double, each: Duration)
        case reveal(Direction, Pace)
        case type(Direction, each: Duration)
        case countUp(from: Double, Pace)
        case tint(MotionColor, isFlash: Bool, Pace)
        case wait(Duration)
        case together([Movement])
        /// A repetition; `nil` repeats forever.
        case repeated([Movement], times: Int?)
    }

    var kind: Kind
    var delay: Duration = .zero

    /// Returns the motion for given surroundings. A delayed entrance holds its start pose during the delay.
    func motion(in surroundings: Surroundings) -> Motion {
        undelayed(in: surroundings).delayed(by: delay, holdingStart: true)
    }

    private func undelayed(in surroundings: Surroundings) -> Motion {
        switch kind {
        case .slide(let side, let distance, let direction, let pace):
            return slide(side, distance, direction, pace, in: surroundings)
        case .fade(let opacity, let direction, let pace): return pace.motion(direction, .opacity, opacity)
        case .zoom(let scale, let direction, let pace): return pace.motion(direction, .scale, scale)
        case .drop(let bounces, .coming, let duration):
            return .drop(from: surroundings.way(to: .top), bounces: bounces, for: duration)
        case .drop(_, .going, let duration):
            return .by(.y, surroundings.way(to: .bottom), for: duration, easing: .fall)
        case .bounce(let times, let height, let duration): return .bounce(times: times, by: height, for: duration)
        case .spin(let turns, let pace): return pace.by(.rotation, 360 * turns)
        case .shake(let times, let width, let each): return .shake(times: times, by: width, each: each)
        case .pulse(let times, let size, let each): return .pulse(times: times, by: size, each: each)
        case .reveal(let direction, let pace): return pace.motion(direction, .reveal, 0)
        case .type(let direction, let each):
            let typing = Motion.type(characters: surroundings.characters, each: each)
            return direction == .coming ? typing : typing.reversed()
        case .countUp(let start, let pace):
            return Motion.set(.number, start).then(pace.to(.number, surroundings.number))
        case .tint(let color, let isFlash, let pace):
            let tint = pace.to(.color, color)
            return isFlash ? tint.thereAndBack() : tint
        case .wait(let duration): return .wait(duration)
        case .together(let movements): return .parallel(movements.map { $0.motion(in: surroundings) })
        case .repeated(let movements, let times):
            let motion = Motion.sequence(movements.map { $0.motion(in: surroundings) })
            return times.map { motion.repeated($0) } ?? motion.repeatedForever()
        }
    }

    private func slide(
        _ side: Side, _ distance: Distance, _ direction: Direction, _ pace: Pace, in surroundings: Surroundings
    ) -> Motion {
        let way = surroundings.way(to: side)
        let length =
            switch distance {
            case .share(let share): way * share
            case .pixels(let pixels): side == .left || side == .top ? -pixels : pixels
            }
        let property: Motion.Property<Double> = side == .left || side == .right ? .x : .y
        return pace.motion(direction, property, length)
    }
}

/// The course of a movement in time.
struct Pace: Sendable, Hashable {
    enum Course: Sendable, Hashable {
        case easing(Motion.Easing)
        case spring(Spring)
    }

    var course: Course
    /// The duration; `nil` for the natural duration of a spring.
    var duration: Duration?

    /// Returns a motion from a value to rest, or from rest to a value.
    func motion(_ direction: Movement.Direction, _ property: Motion.Property<Double>, _ value: Double) -> Motion {
        switch (direction, course) {
        case (.coming, .easing(let easing)): .from(property, value, for: duration ?? .zero, easing: easing)
        case (.coming, .spring(let spring)): lasting(.from(property, value, spring: spring))
        case (.going, _): to(property, value)
        }
    }

    func to<Value>(_ property: Motion.Property<Value>, _ value: Value) -> Motion {
        switch course {
        case .easing(let easing): .to(property, value, for: duration ?? .zero, easing: easing)
        case .spring(let spring): lasting(.to(property, value, spring: spring))
        }
    }

    func by(_ property: Motion.Property<Double>, _ amount: Double) -> Motion {
        switch course {
        case .easing(let easing): .by(property, amount, for: duration ?? .zero, easing: easing)
        case .spring(let spring): lasting(.by(property, amount, spring: spring))
        }
    }

    private func lasting(_ motion: Motion) -> Motion { duration.map { motion.lasting($0) } ?? motion }
}
