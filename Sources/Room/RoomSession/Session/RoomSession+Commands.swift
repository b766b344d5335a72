package import ExactNumbers
package import Playback
import PlayerSettings
package import Recordings

// The effects of commands are inputs like any other: a gift, an action or a change of settings.
extension RoomSession {
    /// Performs a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - key: The label of the key, which becomes the origin of a changed setting.
    ///   - time: The session time.
    package mutating func perform(_ command: SessionCommand, key: String, at time: Nanoseconds) -> [SessionEvent] {
        switch command {
        case .close: handle(.control(.close), at: time)
        case .clear: handle(.control(.clear), at: time)
        case .togglePause: handle(.control(controller.isPaused ? .resume : .pause), at: time)
        case .switchMode:
            let other = settings.playback.mode == .queue ? Settings.Mode.replace : .queue
            assign(Assignment(.mode, Setting.mode(other).value, origin: .key(key)), at: time)
        case .moveThreshold(let step): moveThreshold(by: step, key: key, at: time)
        case .setThreshold(let value): assign(Assignment(.replaceAt, .fraction(value), origin: .key(key)), at: time)
        case .set(let setting, let value): assign(Assignment(setting, value, origin: .key(key)), at: time)
        case .adopt(let policy): adopt(policy, key: key, at: time)
        case .unset(let setting):
            handle(.settings(.key, settings.assignments(of: .key).filter { $0.key != setting }), at: time)
        case .step(let length): moveRunning(by: length, at: time)
        case .stepFrames(let count): moveRunning(byFrames: count, at: time)
        case .seek(let elapsed): moveRunning(to: elapsed, at: time)
        case .touch(let touches): for touch in touches { handle(.touch(touch), at: time) }
        case .slower: setSpeed(RoomSpeeds.slower(than: controller.speed), at: time)
        case .faster: setSpeed(RoomSpeeds.faster(than: controller.speed), at: time)
        case .normalSpeed: setSpeed(.one, at: time)
        case .send(let kind):
            if let gift = kinds.playable(kind) { send(gift, at: time) }
        case .sendAgain(let number):
            if let index = giftLog.index(of: number) { sendAgain(giftLog.entries[index].arrival, at: time) }
        case .enterRoom(let index):
            guard let entrance = entrance(toRoom: index) else { break }
            handle(.control(.clear), at: time)
            handle(entrance, at: time)
        case .leave: handle(.end, at: time)
        }
        return consumeEvents()
    }

    /// Sets a setting in the layer of the keys.
    private mutating func assign(_ assignment: Assignment, at time: Nanoseconds) {
        handle(.settings(.key, settings.assignments(of: .key, adding: [assignment])), at: time)
    }

    /// Sets settings of the policy in the layer of the keys.
    ///
    /// One input sets all of them, because the order could matter: of `backlog` and `mode`, for example.
    private mutating func adopt(_ policy: [Setting], key: String, at time: Nanoseconds) {
        let assignments = policy.map { Assignment($0.key, $0.value, origin: .key(key)) }
        handle(.settings(.key, settings.assignments(of: .key, adding: assignments)), at: time)
    }

    /// Changes the threshold.
    private mutating func moveThreshold(by step: Int64, key: String, at time: Nanoseconds) {
        guard let threshold = settings.playback.threshold(movedBy: step) else { return }
        assign(Assignment(.replaceAt, .fraction(threshold), origin: .key(key)), at: time)
    }

    /// Moves the running presentation by a length of stage time.
    private mutating func moveRunning(by length: Nanoseconds, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        moveRunning(to: running.position + length, at: time)
    }

    /// Pauses, and moves the running presentation by a number of frames.
    private mutating func moveRunning(byFrames count: Int, at time: Nanoseconds) {
        guard let running = controller.running else { return }
        if !controller.isPaused { handle(.control(.pause), at: time) }
        let frames = frames(of: running)
        let target = frames.frame(at: running.position) + count
        // The start of the frame after the last one is the end of the presentation, which would show nothing.
        moveRunning(to: frames.start(of: min(target, frames.count - 1)), at: time)
    }

    /// Moves the running presentation to an elapsed stage time, clamped to its length.
    ///
    /// Positions go to the controller and to the recording as whole nanoseconds of stage time from the start of the
    /// presentation. The controller computes the progress between them exactly.
    private mutating func moveRunning(to target: Nanoseconds, at time: Nanoseconds) {
        guard let duration = controller.running?.gift.duration else { return }
        handle(.seek(to: max(0, min(target, duration))), at: time)
    }

    /// Sets the speed of stage time.
    private mutating func setSpeed(_ speed: Millionths?, at time: Nanoseconds) {
        guard let speed, speed != controller.speed else { return }
        handle(.speed(speed), at: time)
    }

    /// Returns the frames of a presentation, as many as its animation has.
    private func frames(of running: Presentation) -> FrameTimes {
        let duration = running.gift.duration
        let count = giftOnStage.flatMap { animations.frameCount(of: $0) }
        return FrameTimes(count: max(1, count ?? Int(clamping: duration / FrameTimes.stageFrame)), duration: duration)
    }

    /// Returns the input that enters the room at an index; `nil` if there is none or the viewer is in it.
    ///
    /// The stage and the queue of the current room have to be cleared before.
    package func entrance(toRoom index: Int) -> SessionInput? {
        guard lobby.doors.indices.contains(index), index != lobby.current else { return nil }
        let door = lobby.doors[index]
        return .enter(
            RecordedRoom(
                id: door.id, host: door.host, title: door.title, viewers: door.figures.viewers,
                likes: door.figures.likes))
    }
}

extension Settings {
    /// Returns the threshold moved by a number of millionths, or `nil` if it cannot be increased.
    ///
    /// The result is between 0 and 1; a decrease from "never" leads to 1.
    package func threshold(movedBy step: Int64) -> Millionths? {
        if replaceAt > .one && step > 0 { return nil }
        return Millionths(max(0, min(Millionths.one.count, replaceAt.count + step)))
    }
}
