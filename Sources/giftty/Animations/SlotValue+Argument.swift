import Lottie
import LottieRenderer

/// Why a text is no value of a slot.
enum SlotValueError: Error {
    /// It should have been this.
    case expected(String)
    /// The file that it names can't be read.
    case failure(CommandFailure)
}

extension SlotValue {
    /// The value that `text` means for a slot: a property in the format's own JSON, or what people write for one of its kind.
    init(argument text: String, for kind: Slot.Kind?) throws(SlotValueError) {
        if text.hasPrefix("{") {
            self.init(json: Array(text.utf8))
            return
        }
        switch kind {
        case .text:
            // A line ends with a carriage return in texts of the format.
            self = .text(text.replacing("\n", with: "\r"))
        case .image:
            do throws(CommandFailure) {
                self = .image(try InputFile.bytes(at: text))
            } catch {
                throw .failure(error)
            }
        case .number:
            guard let number = Written.numbers(text), number.count == 1 else { throw .expected("a number") }
            self = .number(number[0])
        case .vector, .position:
            guard let numbers = Written.numbers(text), numbers.count <= 3 else {
                throw .expected("numbers such as 50,20")
            }
            self = .vector(numbers.count == 1 ? [numbers[0], numbers[0]] : numbers)
        case .color:
            guard let color = Written.color(text) else { throw .expected("a colour such as #ff8800") }
            self = .color(color)
        case .gradient:
            guard let stops = Written.stops(text) else { throw .expected("colours such as #ff0000,#0000ff") }
            self = .gradient(stops)
        case .parameter, nil:
            if let color = Written.color(text), Written.numbers(text) == nil {
                self = .color(color)
            } else if let numbers = Written.numbers(text) {
                self = numbers.count == 1 ? .number(numbers[0]) : .vector(numbers)
            } else {
                throw .expected("a number, numbers such as 50,20, or a colour such as #ff8800")
            }
        case .path: throw .expected("a path in JSON, such as {\"k\":{\"c\":true,\"v\":…}}")
        }
    }
}
