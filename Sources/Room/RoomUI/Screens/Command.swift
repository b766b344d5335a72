import Playback
import PlayerSettings
import RoomSession
import StateMachines
import Terminal

/// A command of a screen.
enum Command: Hashable, Sendable {
    /// Changes the session.
    case session(SessionCommand)
    /// Changes a setting from the settings screen.
    case change(SettingChange)
    /// Sends the gift again that is chosen in the list of the last gifts.
    case sendChosenGift
    /// Shows the moment again in which the gift ended that is chosen in the list of the last gifts.
    case showMoment
    /// Shows the decision before or after the moment that is shown.
    case stepMoment(MomentStep)
    /// Opens a screen, or closes it if it is open.
    case toggle(ScreenID)
    /// Closes a screen.
    case close(ScreenID)
    /// Returns to the room.
    case closeAllScreens
    /// Changes settings of the compared policy at an index, which has no effect on the room.
    case changeCompared(Int, [Setting])
    /// Does something to the gift on the stage, with the pointer over a cell.
    case touchStage([StateMachineDocument.Interaction.Pointer], column: Int, row: Int)
    /// Scrolls the chat back by a number of rows; negative numbers scroll forward.
    case scrollChat(by: Int)
    /// Saves a picture of the terminal.
    case savePicture
    /// Opens the settings with a setting chosen.
    case editSetting(SettingKey)
    /// Opens the gallery with the kind that has an id.
    case showInGallery(String)
    /// Opens the list of the last gifts with the gift that has a number.
    case showGift(Int)
    /// Begins a step of the guided tour.
    case showTourStep(Int)
    /// Puts a command on top of those that the palette ran last.
    indirect case recordUse(Command)
    /// Closes the topmost panel or screen, or ends the session if there is none.
    case quit
    /// Does nothing, for this reason, which the viewer sees.
    case refuse(String)

    /// Whether the command works in every screen, and not only in the room.
    var isAvailableEverywhere: Bool {
        switch self {
        case .toggle(let id): (ScreenList.type(of: id) as? any Overlay.Type)?.isOverEveryScreen ?? true
        case .savePicture, .quit: true
        default: false
        }
    }

    /// Whether the command works in a replay, in which it changes only the view.
    var isInReplays: Bool {
        switch self {
        case .toggle(let id): ScreenList.type(of: id)?.isInReplays ?? false
        case .savePicture: true
        default: false
        }
    }

    /// The command when it is run from the palette, over which nothing else is meant to be closed.
    var fromPalette: Command { self == .quit ? .session(.leave) : self }
}

/// A change of a setting from the settings screen.
struct SettingChange: Hashable {
    let key: SettingKey
    /// The new value, or `nil` to remove the value that was set for this session only.
    let value: SettingValue?
    /// Whether the change is for this session only, and not for the configuration file.
    let isForSession: Bool
}

/// The keys of an action, and what they do.
struct Binding<Action> {
    let keys: [KeyStroke]
    /// The label in the help panel instead of the keys; empty for a key that shares the label of the binding before.
    let label: String?
    /// The description; adjacent bindings with the same description share a line of the help panel.
    let summary: String
    let action: Action
    /// The words in the key line, or `nil` if it does not show the keys.
    let hint: KeyHint?

    /// Creates a binding.
    init(_ keys: [KeyStroke], _ summary: String, _ action: Action, label: String? = nil, hint: KeyHint? = nil) {
        self.keys = keys
        self.summary = summary
        self.action = action
        self.label = label
        self.hint = hint
    }

    /// Returns the same binding with another action.
    func map<Other>(_ transform: (Action) -> Other) -> Binding<Other> {
        Binding<Other>(keys, summary, transform(action), label: label, hint: hint)
    }
}

extension Array {
    /// Returns the action of a key. A key without a binding for its modifiers acts as the key alone.
    func action<Action>(for event: InputEvent) -> Action? where Element == Binding<Action> {
        if let exact = first(where: { $0.keys.contains { $0.event == event } }) { return exact.action }
        guard case .key(let key, let modifiers) = event, !modifiers.isEmpty else { return nil }
        return first { $0.keys.contains(KeyStroke(key)) }?.action
    }
}
