import RoomSession

/// A command with its name, its keys and the condition under which it is available.
struct CommandDescriptor {
    /// The command.
    let command: Command
    /// The name in the palette.
    let name: String
    /// The keys that start the command.
    let keys: [KeyStroke]
    /// The description of the command.
    ///
    /// Adjacent entries with the same description share a line of the help panel.
    let summary: String
    /// The condition under which the command is available.
    let condition: Condition
    /// The words in the key line, or `nil` if it does not show the keys.
    let hint: KeyHint?

    init(
        _ command: Command, _ name: String, _ keys: [KeyStroke] = [], _ summary: String,
        when condition: Condition = .always, hint: KeyHint? = nil
    ) {
        self.command = command
        self.name = name
        self.keys = keys
        self.summary = summary
        self.condition = condition
        self.hint = hint
    }

    init(
        _ command: SessionCommand, _ name: String, _ keys: [KeyStroke] = [], _ summary: String,
        when condition: Condition = .always, hint: KeyHint? = nil
    ) {
        self.init(.session(command), name, keys, summary, when: condition, hint: hint)
    }

    /// The binding of the keys.
    var binding: Binding<Command> { Binding(keys, summary, command, hint: hint) }

    /// Returns the binding of the keys, which the key line shows only while the command is available.
    func binding(isAvailable: Bool) -> Binding<Command> {
        Binding(keys, summary, command, hint: isAvailable ? hint : nil)
    }
}

extension CommandDescriptor {
    /// The condition under which a command is available.
    ///
    /// While it does not hold, ``ScreenContext/refusal(of:)-(CommandDescriptor)`` says why.
    enum Condition {
        case always
        /// A presentation can be closed.
        case closable
        /// A presentation is running.
        case presentationRuns
        /// A presentation is running and is not at its beginning.
        case presentationHasElapsed
        /// A presentation is running, or gifts wait, are held or are parked.
        case anyGift
        /// A gift is chosen in the list of the last gifts.
        case giftSelected
        /// The threshold can be lowered.
        case thresholdAboveMinimum
        /// The threshold can be raised.
        case thresholdBelowMaximum
        /// A lower speed of stage time exists.
        case speedAboveMinimum
        /// A higher speed of stage time exists.
        case speedBelowMaximum
        /// The speed of stage time differs from normal.
        case speedChanged
        /// The room has a guided tour.
        case hasTour
    }
}
