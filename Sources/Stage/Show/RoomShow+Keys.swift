import Configuration
import Playback
import Terminal

extension RoomShow {
    /// How far a key moves the threshold: 5 %.
    private static let step: Int64 = 50_000

    /// Does what a key stands for; others do nothing.
    mutating func press(_ character: Character, at time: Nanoseconds) {
        switch character {
        case "x": decide(.close, at: time)
        case "X": decide(.clear, at: time)
        case "m":
            let other = settings.playback.mode == .queue ? Settings.Mode.replace : .queue
            assign(.mode, SettingValue(.mode(other)), key: "m", at: time)
        case "[": moveThreshold(by: -Self.step, key: "[", at: time)
        case "]": moveThreshold(by: Self.step, key: "]", at: time)
        case " ": decide(controller.isPaused ? .resume : .pause, at: time)
        case "?": isHelpOpen.toggle()
        case "q": end(at: time)
        case "1"..."9":
            guard let number = character.wholeNumberValue, number <= catalogue.gifts.count else { return }
            send(catalogue.gifts[number - 1], at: time)
        default: break
        }
    }

    private mutating func assign(_ key: SettingKey, _ value: SettingValue, key pressed: String, at time: Nanoseconds) {
        settings.assign(Assignment(key, value, origin: .key(pressed)))
        applySettings(at: time)
    }

    /// Moves the threshold, which stays between 0 and 1; from "never" it comes back to 1.
    private mutating func moveThreshold(by step: Int64, key: String, at time: Nanoseconds) {
        let current = settings.playback.replaceAt.count
        if current > Millionths.one.count && step > 0 { return }
        let moved = max(0, min(Millionths.one.count, current + step))
        assign(.replaceAt, SettingValue(.replaceAt(Millionths(moved))), key: key, at: time)
    }

    /// Closes the gift when its button is pressed.
    mutating func use(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard mouse.button == .left, mouse.action == .press, let layout, controller.running != nil,
            layout.closeButton.contains(column: mouse.column, row: mouse.row)
        else { return }
        decide(.close, at: time)
    }
}
