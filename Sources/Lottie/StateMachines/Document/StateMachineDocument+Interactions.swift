extension StateMachineDocument {
    /// What the viewer or the playback does, and the actions that follow.
    public struct Interaction: Sendable, Equatable {
        /// What starts the actions.
        public enum Trigger: Sendable, Equatable {
            /// The pointer does something: at the layer of this name, or anywhere if it is `nil`.
            case pointer(Pointer, layer: String?)
            /// The state of this name has played to its end.
            case completed(state: String)
            /// The state of this name begins its part again.
            case loopCompleted(state: String)
            /// A type that is not supported, and that never happens.
            case unsupported(String)
        }

        /// What a pointer does.
        public enum Pointer: String, Sendable, Hashable, CaseIterable {
            case down = "PointerDown"
            case up = "PointerUp"
            case enter = "PointerEnter"
            case exit = "PointerExit"
            case move = "PointerMove"
            case click = "Click"
        }

        /// What starts the actions.
        public let trigger: Trigger
        /// What happens then, in this order.
        public let actions: [Action]
    }

    /// Something that a machine does.
    public enum Action: Sendable, Equatable {
        /// Sets a number.
        case setNumeric(String, Operand<Double>)
        /// Adds to a number.
        case increment(String, Operand<Double>)
        /// Subtracts from a number.
        case decrement(String, Operand<Double>)
        /// Sets a text.
        case setString(String, Operand<String>)
        /// Sets a Boolean value.
        case setBoolean(String, Operand<Bool>)
        /// Negates a Boolean value.
        case toggle(String)
        /// Fires an event.
        case fire(String)
        /// Gives an input the value with which the machine started.
        case reset(String)
        /// Changes the theme of the animations to the one with this id.
        case setTheme(Operand<String>)
        /// Shows a frame, counted from the first one of the animation.
        case setFrame(Operand<Double>)
        /// Shows the frame at a position from 0 to 100 per cent of the animation.
        case setProgress(Operand<Double>)
        /// Asks the program to open an address. The machine only reports it.
        case openURL(Operand<String>, target: String)
        /// Reports a text to the program.
        case fireCustomEvent(String)
        /// A type that is not supported, and that does nothing.
        case unsupported(String)
    }

    /// The names of the layers at which an interaction waits for the pointer, each once, in the order of the file.
    public var layerNames: [String] {
        var names: [String] = []
        for case .pointer(_, let layer?) in interactions.map(\.trigger) where !names.contains(layer) {
            names.append(layer)
        }
        return names
    }
}
