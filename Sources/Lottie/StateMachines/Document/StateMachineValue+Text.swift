extension StateMachineValue {
    /// Reads the value of an input of a type from what people write: `3.5`, `true` or `no`, any text.
    ///
    /// It is `nil` if the text is no value of the type, as for every event.
    package init?(text: String, as kind: StateMachineDocument.Input.Kind) {
        switch kind {
        case .numeric:
            guard let number = Double(text), number.isFinite else { return nil }
            self = .numeric(number)
        case .boolean:
            switch text {
            case "true", "yes", "on", "1": self = .boolean(true)
            case "false", "no", "off", "0": self = .boolean(false)
            default: return nil
            }
        case .string: self = .string(text)
        case .event: return nil
        }
    }
}
