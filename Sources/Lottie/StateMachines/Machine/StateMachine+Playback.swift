import AnimationPlayback
import ExactNumbers
import LottieDocument

extension StateMachine {
    // MARK: - Time

    mutating func advance(to time: Nanoseconds, _ step: inout Step) {
        while true {
            if let tween {
                guard tween.end <= time else { break }
                finish(tween, &step)
            } else if status == .running, let due = player.nextDue, due <= time {
                followPlayer(to: listensToLoops ? due : time, &step)
            } else {
                break
            }
        }
        if tween == nil { _ = player.advance(to: time) }
        self.time = max(self.time, time)
        step.time = self.time
    }

    /// Whether an interaction waits for the loops of the present state, so that each of them is a step of its own.
    private var listensToLoops: Bool {
        guard let state else { return false }
        return document.interactions.contains { $0.trigger == .loopCompleted(state: state) }
    }

    /// Lets the player go on, and performs the actions of what happens.
    private mutating func followPlayer(to time: Nanoseconds, _ step: inout Step) {
        let state = state ?? ""
        let events = player.advance(to: time)
        for event in events {
            self.time = max(self.time, event.at)
            step.time = self.time
            let isLast = event.kind == .completed(.reachedEnd)
            // The end of the last loop is the end of the state.
            if !isLast, event == events.dropLast().last, events.last?.kind == .completed(.reachedEnd) { continue }
            step.report(isLast ? .completed(state) : .loopCompleted(state))
            guard step.work(1) else { return stop(.tooMuchWork, &step) }
            let trigger: StateMachineDocument.Interaction.Trigger =
                isLast ? .completed(state: state) : .loopCompleted(state: state)
            for interaction in document.interactions where interaction.trigger == trigger {
                performOutside(interaction.actions, &step)
            }
        }
    }

    // MARK: - Playing

    /// Plays what a state plays.
    ///
    /// The same part goes on from the frame that is shown, if it is not at its end; another one begins at its beginning.
    mutating func play(_ playback: StateMachineDocument.Playback, _ step: inout Step) {
        let shown = frame
        let next = Part(
            animation: playback.animation.isEmpty ? animation : playback.animation, segment: playback.segment)
        guard let composition = animations[next.animation] else { return }
        let plan = plan(of: playback, in: composition) { step.report(.unknownMarker($0)) }
        let goesOn = next == part
        part = next
        backgroundColor = playback.backgroundColor
        heldFrame = goesOn && !playback.autoplay ? shown : nil
        let speed = Millionths(Int64((playback.speed * 1e6).rounded()))
        player = AnimationPlayer(composition, plan: plan, speed: speed, at: time)
        if goesOn, !plan.isEnd(shown), let position = plan.time(of: shown) {
            _ = player.seek(to: position, at: time)
        }
        if !playback.autoplay { _ = player.pause(at: time) }
    }

    /// Returns the plan of a state in its animation.
    private func plan(
        of playback: StateMachineDocument.Playback, in composition: Composition, unknownMarker: (String) -> Void
    ) -> PlaybackPlan {
        var segment = PlaybackSegment(of: composition)
        if let marker = playback.segment {
            do throws(PlaybackSegmentError) {
                segment = try PlaybackSegment(marker: marker, in: composition)
            } catch {
                unknownMarker(marker)
            }
        }
        return PlaybackPlan(
            segment, of: composition, repeats: playback.repeats.map { .times($0) } ?? .forever,
            autoReverses: playback.mode == .bounce || playback.mode == .reverseBounce,
            isReversed: playback.mode == .reverse || playback.mode == .reverseBounce)
    }

    // MARK: - Frames

    /// Shows a frame that is counted from the first one of the animation.
    mutating func show(frameNumber: Double, _ step: inout Step) {
        guard let composition = animations[animation] else { return }
        show(frame: composition.inPoint + max(0, frameNumber), in: composition, &step)
    }

    /// Shows the frame at a position in per cent; the last frame is at 100.
    mutating func show(percent: Double, _ step: inout Step) {
        guard let composition = animations[animation] else { return }
        let last = max(0, composition.outPoint - composition.inPoint - 1)
        show(frame: composition.inPoint + last * max(0, min(100, percent)) / 100, in: composition, &step)
    }

    /// Shows a frame. What plays goes on from there, within its part; what stands still shows any frame.
    private mutating func show(frame: Double, in composition: Composition, _ step: inout Step) {
        var frame = max(composition.inPoint, min(PlaybackSegment(of: composition).lastFrame, frame))
        if player.completion == nil, !player.isPaused {
            let segment = player.plan.segment
            frame = max(segment.start, min(segment.lastFrame, frame))
            let passed = player.plan.start(ofIteration: player.moment.iteration)
            let position = Nanoseconds(clamping: Int128(passed) + Int128(player.plan.time(of: frame) ?? 0))
            _ = player.seek(to: position, at: time)
        } else {
            heldFrame = frame
        }
        step.report(.frameSet(frame))
    }

    // MARK: - Tweens

    /// Begins a gradual change to a state; returns false if it has no duration, or if the state shows another animation
    /// or plays nothing.
    mutating func begin(_ tween: StateMachineDocument.Tween, to target: Int) -> Bool {
        guard let playback = document.states[target].playback, tween.duration > 0,
            playback.animation.isEmpty || playback.animation == animation, let composition = animations[animation]
        else { return false }
        let shown = frame
        let first = plan(of: playback, in: composition) { _ in }.moment(at: 0).frame
        self.tween = RunningTween(
            target: target, from: shown, to: first, start: time,
            end: time + max(1, Nanoseconds((tween.duration * 1e9).rounded())), easing: tween.easing)
        status = .tweening
        return true
    }

    /// Comes to the state to which a gradual change has led.
    private mutating func finish(_ tween: RunningTween, _ step: inout Step) {
        time = max(time, tween.end)
        step.time = time
        self.tween = nil
        // The state begins at the frame to which the tween has led.
        part.segment = nil
        heldFrame = tween.to
        status = .running
        enter(tween.target, &step)
        takeTransitions(&step)
    }
}

extension PlaybackPlan {
    /// Whether a frame is where the plan is over, so that playing on from it would show nothing.
    fileprivate func isEnd(_ frame: Double) -> Bool {
        guard !autoReverses else { return false }
        return isReversed ? frame <= segment.start : frame >= segment.lastFrame
    }
}
