package import LottieDocument
import LottieRenderer

/// An error for a text that is not a valid value of a slot.
package struct SlotMismatch: Error {
    /// A description of the expected value.
    package let expected: String
}

extension SlotValue {
    /// Reads the value of a slot: a property in the format's JSON, or a short form for the slot's kind.
    ///
    /// A picture is not supported here, because only the caller knows where pictures come from.
    ///
    /// - Throws: `SlotMismatch` if the text is not a value of this kind.
    package init(text: String, for kind: Slot.Kind?) throws(SlotMismatch) {
        if text.hasPrefix("{") {
            self.init(json: Array(text.utf8))
            return
        }
        switch kind {
        case .text:
            // Lottie separates the lines of a text with carriage returns.
            self = .text(text.replacing("\n", with: "\r"))
        case .image: throw SlotMismatch(expected: "a picture")
        case .number:
            guard let number = ValueTextParser.numbers(text), number.count == 1 else {
                throw SlotMismatch(expected: "a number")
            }
            self = .number(number[0])
        case .vector, .position:
            guard let numbers = ValueTextParser.numbers(text), numbers.count <= 3 else {
                throw SlotMismatch(expected: "numbers such as 50,20")
            }
            self = .vector(numbers.count == 1 ? [numbers[0], numbers[0]] : numbers)
        case .color:
            guard let color = ValueTextParser.color(text) else {
                throw SlotMismatch(expected: "a color such as #ff8800")
            }
            self = .color(color)
        case .gradient:
            guard let stops = ValueTextParser.stops(text) else {
                throw SlotMismatch(expected: "colors such as #ff0000,#0000ff")
            }
            self = .gradient(stops)
        case .parameter, nil:
            if let color = ValueTextParser.color(text), ValueTextParser.numbers(text) == nil {
                self = .color(color)
            } else if let numbers = ValueTextParser.numbers(text) {
                self = numbers.count == 1 ? .number(numbers[0]) : .vector(numbers)
            } else {
                throw SlotMismatch(expected: "a number, numbers such as 50,20, or a color such as #ff8800")
            }
        case .path: throw SlotMismatch(expected: "a path in JSON, such as {\"k\":{\"c\":true,\"v\":…}}")
        }
    }
}
