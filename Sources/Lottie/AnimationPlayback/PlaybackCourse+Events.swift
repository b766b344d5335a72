public import ExactNumbers

/// Something that happens at an elapsed time of a course.
public struct CourseEvent: Hashable, Sendable {
    /// What happens.
    public enum Kind: Hashable, Sendable {
        /// The plan with this index in ``PlaybackCourse/plans`` begins.
        case partBegan(Int)
        /// An iteration of the plan with this index is over; the number counts those of the plan, from 1.
        case iterationEnded(part: Int, number: Int)
        /// The last frame is held from now on.
        case holdBegan
    }

    /// The elapsed time, in nanoseconds.
    public let elapsed: Nanoseconds
    /// What happens.
    public let kind: Kind
    /// The frame that is shown: the first one of what begins, or the last one of what is over.
    public let frame: Double
}

// What happens, and where a course is.
extension PlaybackCourse {
    /// The plans of the course in the order in which they are played, without the ways between them.
    public var plans: [PlaybackPlan] { pieces.compactMap(\.plan) }

    /// Returns what happens after one elapsed time and up to another one, in order.
    ///
    /// The loop is played once; a player that repeats it asks again from its beginning.
    ///
    /// - Parameters:
    ///   - start: The elapsed time after which events are returned; below 0 for those at the beginning too.
    ///   - end: The last elapsed time whose events are returned.
    public func events(after start: Nanoseconds, through end: Nanoseconds) -> [CourseEvent] {
        var events: [CourseEvent] = []
        func add(_ kind: CourseEvent.Kind, at elapsed: Nanoseconds, frame: Double) {
            guard elapsed > start, elapsed <= end else { return }
            events.append(CourseEvent(elapsed: elapsed, kind: kind, frame: frame))
        }
        var part = 0
        for piece in pieces where piece.span.lowerBound <= end {
            let begin = piece.span.lowerBound
            switch piece.content {
            case .approach: break
            case .held(let frame, _): add(.holdBegan, at: begin, frame: frame)
            case .plan(let plan, _, let legs):
                add(.partBegan(part), at: begin, frame: piece.frame(during: begin..<begin))
                let iterations = plan.iterations(of: legs)
                var number = iterations.step(at: max(begin, start)) + 1
                while number <= plan.iterationCount ?? 1 {
                    let time = iterations.start(of: number)
                    guard time <= min(end, piece.span.upperBound) else { break }
                    add(.iterationEnded(part: part, number: number), at: time, frame: plan.lastFrame)
                    number += 1
                }
                part += 1
            }
        }
        return events
    }

    /// Iterations of equal lengths one after the other.
    public struct Rounds: Hashable, Sendable {
        /// The elapsed times from the beginning of the first one to the end of the last one.
        public let span: Range<Nanoseconds>
        /// Their number, at least 2.
        public let count: Int
    }

    /// The iterations of the first plan that is played more than once; `nil` if there is none, or if its first iteration
    /// begins in its middle, as after an approach.
    public var rounds: Rounds? {
        for piece in pieces {
            guard case .plan(let plan, let start, _) = piece.content, let count = plan.iterationCount, count > 1 else {
                continue
            }
            return start == 0 && !isCut ? Rounds(span: piece.span, count: count) : nil
        }
        return nil
    }

    /// A plan of a course at an elapsed time.
    public struct PlayedIteration: Hashable, Sendable {
        /// The index of the plan in ``PlaybackCourse/plans``.
        public let part: Int
        /// The iteration of the plan that is played, from 1; of a plan that is over, the last one.
        public let number: Int
        /// The number of iterations of the plan.
        public let count: Int
    }

    /// Returns which iteration of which plan is played at an elapsed time. On the way to a plan it is the first one, and
    /// while the last frame is held the last one.
    public func iteration(at elapsed: Nanoseconds) -> PlayedIteration {
        var played = PlayedIteration(part: 0, number: 1, count: 1)
        var part = 0
        for piece in pieces {
            guard case .plan(let plan, _, let legs) = piece.content else { continue }
            let count = plan.iterationCount ?? 1
            let number = min(count, plan.iterations(of: legs).step(at: max(0, elapsed)) + 1)
            played = PlayedIteration(part: part, number: number, count: count)
            if elapsed < piece.span.upperBound { break }
            part += 1
        }
        return played
    }
}

extension CoursePiece {
    /// The plan that is played; `nil` on the way to one, and while a frame is held.
    fileprivate var plan: PlaybackPlan? {
        if case .plan(let plan, _, _) = content { plan } else { nil }
    }
}

extension PlaybackPlan {
    /// Returns the elapsed times of the iterations, from those in which the segment is played.
    fileprivate func iterations(of legs: EqualSteps) -> EqualSteps {
        EqualSteps(origin: legs.origin, length: legs.length.times(legsPerIteration))
    }
}
