package import Lottie
import LottieRenderer

/// Why a text is no value of a slot.
package struct SlotMismatch: Error {
    /// What it should have been.
    package let expected: String
}

extension SlotValue {
    /// The value that `text` means for a slot: a property in the format's own JSON, or what people write for one of its kind.
    ///
    /// A picture has to come from somewhere, which whoever reads the text knows.
    package init(written text: String, for kind: Slot.Kind?) throws(SlotMismatch) {
        if text.hasPrefix("{") {
            self.init(json: Array(text.utf8))
            return
        }
        switch kind {
        case .text:
            // A line ends with a carriage return in texts of the format.
            self = .text(text.replacing("\n", with: "\r"))
        case .image: throw SlotMismatch(expected: "a picture")
        case .number:
            guard let number = Written.numbers(text), number.count == 1 else {
                throw SlotMismatch(expected: "a number")
            }
            self = .number(number[0])
        case .vector, .position:
            guard let numbers = Written.numbers(text), numbers.count <= 3 else {
                throw SlotMismatch(expected: "numbers such as 50,20")
            }
            self = .vector(numbers.count == 1 ? [numbers[0], numbers[0]] : numbers)
        case .color:
            guard let color = Written.color(text) else { throw SlotMismatch(expected: "a colour such as #ff8800") }
            self = .color(color)
        case .gradient:
            guard let stops = Written.stops(text) else {
                throw SlotMismatch(expected: "colours such as #ff0000,#0000ff")
            }
            self = .gradient(stops)
        case .parameter, nil:
            if let color = Written.color(text), Written.numbers(text) == nil {
                self = .color(color)
            } else if let numbers = Written.numbers(text) {
                self = numbers.count == 1 ? .number(numbers[0]) : .vector(numbers)
            } else {
                throw SlotMismatch(expected: "a number, numbers such as 50,20, or a colour such as #ff8800")
            }
        case .path: throw SlotMismatch(expected: "a path in JSON, such as {\"k\":{\"c\":true,\"v\":…}}")
        }
    }
}
