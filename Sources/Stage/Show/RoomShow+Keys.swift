import Configuration
import Playback
import Terminal

// What follows from these goes in as what it is for the room: a gift, a deed at the controls, a change of settings.
extension RoomShow {
    /// How far a key moves the threshold: 5 %.
    private static let step: Int64 = 50_000

    /// Does what an event stands for; others do nothing.
    mutating func act(on event: InputEvent, at time: Nanoseconds) {
        switch event {
        case .character(let character): press(character, at: time)
        case .key(.escape, _): take(.control(.close), at: time)
        case .mouse(let mouse): use(mouse, at: time)
        case .key, .paste, .resize, .terminate, .resumed: break
        }
    }

    private mutating func press(_ character: Character, at time: Nanoseconds) {
        switch character {
        case "x": take(.control(.close), at: time)
        case "X": take(.control(.clear), at: time)
        case "m":
            let other = settings.playback.mode == .queue ? Settings.Mode.replace : .queue
            assign(.mode, SettingValue(.mode(other)), key: "m", at: time)
        case "[": moveThreshold(by: -Self.step, key: "[", at: time)
        case "]": moveThreshold(by: Self.step, key: "]", at: time)
        case " ": take(.control(controller.isPaused ? .resume : .pause), at: time)
        case "r":
            if let gift = chosenGift?.entry(in: gifts) { sendAgain(gift.arrival, at: time) }
        case "q": end(at: time)
        case "0"..."9":
            if let gift = kinds.keys.first(where: { $0.key == character })?.gift { send(gift, at: time) }
        default: break
        }
    }

    private mutating func assign(_ key: SettingKey, _ value: SettingValue, key pressed: String, at time: Nanoseconds) {
        var changed = settings
        changed.assign(Assignment(key, value, origin: .key(pressed)))
        take(.settings(.key, changed.assignments(of: .key)), at: time)
    }

    /// Moves the threshold, which stays between 0 and 1; from "never" it comes back to 1.
    private mutating func moveThreshold(by step: Int64, key: String, at time: Nanoseconds) {
        let current = settings.playback.replaceAt.count
        if current > Millionths.one.count && step > 0 { return }
        let moved = max(0, min(Millionths.one.count, current + step))
        assign(.replaceAt, SettingValue(.replaceAt(Millionths(moved))), key: key, at: time)
    }

    /// Closes the gift when its button is pressed.
    private mutating func use(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard mouse.button == .left, mouse.action == .press, controller.running != nil,
            let layout = StageLayout(columns: size.columns, rows: size.rows),
            layout.closeButton.contains(column: mouse.column, row: mouse.row)
        else { return }
        take(.control(.close), at: time)
    }
}
