import ExactNumbers
import Playback
import PlayerSettings
import RoomSession

/// The settings that are in force and wait until another program no longer changes the configuration file.
struct UnsavedSettings {
    private var waiting: [(assignment: Assignment, end: Nanoseconds)] = []
    /// The time of the next attempt to save them; `nil` if none waits.
    private(set) var nextAttempt: Nanoseconds?

    /// The time between two attempts, in nanoseconds.
    static let interval: Nanoseconds = .second / 5
    /// The time after which the other program is given up.
    static let timeout: Nanoseconds = 10 * .second

    /// Adds a setting in place of an earlier value of it.
    mutating func add(_ assignment: Assignment, at time: Nanoseconds) {
        remove(assignment.key)
        waiting.append((assignment, time + Self.timeout))
        if nextAttempt == nil { nextAttempt = time + Self.interval }
    }

    /// Removes a setting, which is saved or has another value now.
    mutating func remove(_ key: SettingKey) {
        waiting.removeAll { $0.assignment.key == key }
        if waiting.isEmpty { nextAttempt = nil }
    }

    /// Returns the settings to save now, and whether it is their last attempt.
    mutating func due(at time: Nanoseconds) -> [(assignment: Assignment, isLast: Bool)] {
        guard let nextAttempt, nextAttempt <= time else { return [] }
        self.nextAttempt = time + Self.interval
        return waiting.map { ($0.assignment, $0.end <= time) }
    }
}

extension RoomShow {
    /// Changes a setting: in the configuration file, or only for this session. Returns the result.
    mutating func change(_ change: SettingChange, at time: Nanoseconds) -> ScreenMessage {
        let key = change.key
        unsavedSettings.remove(key)
        guard let value = change.value else {
            guard sessionValue(of: key) != nil else {
                return ScreenMessage(text: "\(key.name): this session has no value of its own", isProblem: false)
            }
            follow(session.perform(.unset(key), key: settingsKey, at: time))
            let settings = session.settings
            return ScreenMessage(
                text: "\(key.name) is \(settings.value(of: key).shown) again, by \(settings.origin(of: key))",
                isProblem: false)
        }
        guard !change.isForSession, let configuration, let save = configuration.save else {
            follow(session.perform(.set(key, value), key: settingsKey, at: time))
            return ScreenMessage(text: "\(key.name) is \(value.shown) in this session", isProblem: false)
        }
        let assignment = Assignment(key, value, origin: .file(configuration.watcher.path))
        switch save(assignment) {
        case .saved: return adopt(assignment, at: time)
        case .failed(let problem): return ScreenMessage(text: problem, isProblem: true)
        case .busy:
            unsavedSettings.add(assignment, at: time)
            follow(session.perform(.set(key, value), key: settingsKey, at: time))
            return ScreenMessage(
                text: "\(key.name) is \(value.shown), not yet in \(assignment.origin): another program changes it",
                isProblem: false)
        }
    }

    /// Tries again to save the settings that wait for another program.
    mutating func saveUnsavedSettings(at time: Nanoseconds) {
        guard let save = configuration?.save else { return }
        for (assignment, isLast) in unsavedSettings.due(at: time) {
            let (key, value) = (assignment.key, assignment.value)
            guard sessionValue(of: key)?.value == value else {
                // A key of the room has changed it since.
                unsavedSettings.remove(key)
                continue
            }
            let message: ScreenMessage
            switch save(assignment) {
            case .busy where !isLast: continue
            case .busy:
                message = ScreenMessage(
                    text: "\(key.name) is \(value.shown) in this session only: "
                        + "another program still changes \(assignment.origin)",
                    isProblem: true)
            case .failed(let problem): message = ScreenMessage(text: problem, isProblem: true)
            case .saved: message = adopt(assignment, at: time)
            }
            unsavedSettings.remove(key)
            interface.showInSettings(message)
            session.hasChanged = true
        }
    }

    /// Applies a setting that is in the file now, and returns what to say about it.
    private mutating func adopt(_ assignment: Assignment, at time: Nanoseconds) -> ScreenMessage {
        let key = assignment.key
        // The file is polled several times per second. The change is applied at once instead of with the next poll.
        let others = session.settings.assignments(of: .file).filter { $0.key != key }
        apply(.settings(.file, others + [assignment]), at: time)
        if sessionValue(of: key) != nil { follow(session.perform(.unset(key), key: settingsKey, at: time)) }
        let winner = session.settings.origin(of: key)
        let isInForce = winner == assignment.origin
        let stronger = isInForce ? "" : ", but \(winner) beats it while the program runs"
        return ScreenMessage(
            text: "\(key.name): \(assignment.value.shown) is in \(assignment.origin)\(stronger)", isProblem: !isInForce)
    }

    /// The value that a key or another program has set for this session; `nil` if none has.
    private func sessionValue(of key: SettingKey) -> Assignment? {
        session.settings.assignments(of: .key).first { $0.key == key }
    }

    /// The key that is the origin of what is changed in the settings.
    private var settingsKey: String { SettingsScreen.openingKey.label(interface.renderer.symbols) }
}
