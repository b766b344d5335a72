import Lottie

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
            guard let number = Self.numbers(text), number.count == 1 else { throw .expected("a number") }
            self = .number(number[0])
        case .vector, .position:
            guard let numbers = Self.numbers(text), numbers.count <= 3 else { throw .expected("numbers such as 50,20") }
            self = .vector(numbers.count == 1 ? [numbers[0], numbers[0]] : numbers)
        case .color:
            guard let color = Self.color(text) else { throw .expected("a colour such as #ff8800") }
            self = .color(color)
        case .gradient:
            guard let stops = Self.stops(text) else { throw .expected("colours such as #ff0000,#0000ff") }
            self = .gradient(stops)
        case .parameter, nil:
            if let color = Self.color(text), Self.numbers(text) == nil {
                self = .color(color)
            } else if let numbers = Self.numbers(text) {
                self = numbers.count == 1 ? .number(numbers[0]) : .vector(numbers)
            } else {
                throw .expected("a number, numbers such as 50,20, or a colour such as #ff8800")
            }
        case .path: throw .expected("a path in JSON, such as {\"k\":{\"c\":true,\"v\":…}}")
        }
    }

    /// Numbers with commas between them, in brackets or not.
    private static func numbers(_ text: String) -> [Double]? {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
        var numbers: [Double] = []
        for part in inner.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Double(part.filter { !$0.isWhitespace }), number.isFinite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// `#rgb`, `#rrggbb` or `#rrggbbaa`, the sign left away or not, or three or four numbers from 0 to 1.
    private static func color(_ text: String) -> Color? {
        if text.contains(",") {
            guard let numbers = numbers(text), numbers.count == 3 || numbers.count == 4,
                numbers.allSatisfy({ (0...1).contains($0) })
            else { return nil }
            let alpha = numbers.count == 4 ? Float(numbers[3]) : 1
            return Color(Float(numbers[0]), Float(numbers[1]), Float(numbers[2]), alpha)
        }
        var digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).map { $0.isASCII ? $0.hexDigitValue : nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        var channels: [Float] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            channels.append(Float(high * 16 + low) / 255)
        }
        return Color(channels[0], channels[1], channels[2], channels.count == 4 ? channels[3] : 1)
    }

    /// Colours with commas between them, evenly apart, or each with its place before it: `0:#f00,0.2:#00f`.
    private static func stops(_ text: String) -> [(offset: Double, color: Color)]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var stops: [(offset: Double, color: Color)] = []
        for (index, part) in parts.enumerated() {
            let halves = part.split(separator: ":", omittingEmptySubsequences: false).map {
                $0.filter { !$0.isWhitespace }
            }
            guard halves.count <= 2, let color = color(halves[halves.count - 1]) else { return nil }
            var offset = parts.count > 1 ? Double(index) / Double(parts.count - 1) : 0
            if halves.count == 2 {
                guard let given = Double(halves[0]), (0...1).contains(given) else { return nil }
                offset = given
            }
            stops.append((offset, color))
        }
        return stops
    }
}
