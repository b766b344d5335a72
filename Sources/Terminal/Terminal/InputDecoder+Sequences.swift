extension InputDecoder {
    /// Decodes a sequence that begins with ESC.
    static func escape(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        guard let second = rest.dropFirst().first else {
            guard isFinal else { return .incomplete }
            rest.removeFirst()
            return .event(.key(.escape))
        }
        switch second {
        case UInt8(ascii: "["): return controlSequence(&rest, isFinal: isFinal)
        case UInt8(ascii: "O"): return singleShift(&rest, isFinal: isFinal)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            return controlString(&rest, isFinal: isFinal)
        case 0x1B:
            rest.removeFirst()
            return .event(.key(.escape))
        case 0..<0x20, 0x7F:
            rest.removeFirst(2)
            guard case .key(let key, let modifiers) = control(second) else { return .skipped }
            return .event(.key(key, modifiers.union(.alt)))
        default:
            return altCharacter(&rest, isFinal: isFinal)
        }
    }

    /// Decodes ESC and a character, which is a key pressed with Alt.
    private static func altCharacter(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        let second = rest[rest.startIndex + 1]
        guard second < 0x7F else {
            // The bytes of a character outside ASCII stay in the input and are decoded as text.
            rest.removeFirst()
            return .event(.key(.escape))
        }
        rest.removeFirst(2)
        return .event(alt(second))
    }

    /// Returns the event of an ASCII character typed with Alt.
    private static func alt(_ byte: UInt8) -> InputEvent {
        let character = Character(Unicode.Scalar(byte))
        let lower = Character(character.lowercased())
        return .key(.modified(lower), lower == character ? .alt : [.alt, .shift])
    }

    /// Handles an incomplete sequence.
    ///
    /// At the end of the input, exactly two bytes are a key typed with Alt, and longer input is dropped.
    private static func incompleteSequence(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        guard isFinal else { return .incomplete }
        let isTyped = rest.count == 2
        let second = rest[rest.startIndex + 1]
        rest = rest[rest.endIndex...]
        return isTyped ? .event(alt(second)) : .skipped
    }

    /// Decodes ESC O and one more byte, the keys of a keypad in application mode.
    private static func singleShift(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        guard rest.count > 2 else { return incompleteSequence(&rest, isFinal: isFinal) }
        let final = rest[rest.startIndex + 2]
        guard final >= 0x20, final < 0x7F else {
            rest.removeFirst(2)
            return .skipped
        }
        rest.removeFirst(3)
        if final == UInt8(ascii: "M") { return .event(.key(.enter)) }
        return letterKey(final).map { .event(.key($0)) } ?? .skipped
    }

    /// Decodes a control string from the terminal, which ends in ESC \ or BEL.
    private static func controlString(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        var index = rest.startIndex + 2
        while index < rest.endIndex, index - rest.startIndex < maxStringLength {
            if rest[index] == 0x07 || rest[index] == 0x18 {
                let isWhole = rest[index] == 0x07
                let body = rest[(rest.startIndex + 2)..<index]
                rest = rest[(index + 1)...]
                return isWhole ? answer(body) : .skipped
            }
            if rest[index] == 0x1B {
                guard index + 1 < rest.endIndex else { return incompleteSequence(&rest, isFinal: isFinal) }
                let isWhole = rest[index + 1] == UInt8(ascii: "\\")
                let body = rest[(rest.startIndex + 2)..<index]
                rest = rest[(isWhole ? index + 2 : index)...]
                return isWhole ? answer(body) : .skipped
            }
            index += 1
        }
        guard index < rest.endIndex else { return incompleteSequence(&rest, isFinal: isFinal) }
        rest = rest[index...]
        return .skipped
    }

    /// Returns the terminal's answer in the body of a control string.
    private static func answer(_ body: ArraySlice<UInt8>) -> Token {
        TerminalAnswer(controlString: body).map { .answer($0) } ?? .skipped
    }

    /// Decodes ESC [, parameters and a final byte that determines their meaning.
    private static func controlSequence(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        let start = rest.startIndex + 2
        guard start < rest.endIndex else { return incompleteSequence(&rest, isFinal: isFinal) }
        // Two forms do not follow the standard: F1 to F5 on the Linux console, and mouse reports of three raw bytes.
        if rest[start] == UInt8(ascii: "[") {
            guard start + 1 < rest.endIndex else { return incompleteSequence(&rest, isFinal: isFinal) }
            let letter = rest[start + 1]
            rest = rest[(start + 2)...]
            return (0x41...0x45).contains(letter) ? .event(.key(.function(Int(letter - 0x40)))) : .skipped
        }
        if rest[start] == UInt8(ascii: "M") {
            guard rest.endIndex - start > 3 else { return incompleteSequence(&rest, isFinal: isFinal) }
            let report = rest[(start + 1)...(start + 3)].map { Int($0) - 32 }
            rest = rest[(start + 4)...]
            return rawMouse(report)
        }
        var end = start
        while end < rest.endIndex, (0x20...0x3F).contains(rest[end]) {
            end += 1
            guard end - start <= maxSequenceLength else {
                rest = rest[end...]
                return .skipped
            }
        }
        guard end < rest.endIndex else { return incompleteSequence(&rest, isFinal: isFinal) }
        let body = rest[start..<end]
        let final = rest[end]
        // A control character in the middle ends the sequence and is decoded separately.
        guard (0x40...0x7E).contains(final) else {
            rest = rest[end...]
            return .skipped
        }
        rest = rest[(end + 1)...]
        return token(of: body, final: final)
    }

    /// Returns the meaning of a complete control sequence.
    private static func token(of body: ArraySlice<UInt8>, final: UInt8) -> Token {
        if body.first == UInt8(ascii: "<") {
            guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return .skipped }
            return mouse(parameters(body.dropFirst()), isRelease: final == UInt8(ascii: "m"))
        }
        // Other private-use markers begin answers of the terminal, never keys.
        if let first = body.first, !(0x30...0x3B).contains(first) {
            return TerminalAnswer(controlSequence: body, final: final).map { .answer($0) } ?? .skipped
        }
        let numbers = parameters(body)
        let modifiers = numbers.count > 1 ? KeyModifiers(parameter: numbers[1]) : []
        switch final {
        case UInt8(ascii: "~"):
            if numbers.first == 200 { return .pasteStart }
            if numbers.first == 27, numbers.count == 3 { return modifiedCharacter(numbers[2], modifiers) }
            return numberedKey(numbers.first ?? 0).map { .event(.key($0, modifiers)) } ?? .skipped
        case UInt8(ascii: "u"):
            return modifiedCharacter(numbers.first ?? 0, modifiers)
        case UInt8(ascii: "Z"):
            return .event(.key(.tab, .shift))
        case UInt8(ascii: "R") where numbers.count != 2 || numbers[0] != 1:
            // A cursor position report has the same form as F3 with modifiers.
            return .skipped
        default:
            return letterKey(final).map { .event(.key($0, modifiers)) } ?? .skipped
        }
    }

    /// Returns the numbers between semicolons.
    ///
    /// A field that is not a number counts as 0. Numbers are limited to seven digits, and sub-parameters are ignored.
    private static func parameters(_ body: ArraySlice<UInt8>) -> [Int] {
        body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
            field.prefix { (0x30...0x39).contains($0) }.prefix(7).reduce(0) { $0 * 10 + Int($1 & 15) }
        }
    }

    /// Returns the event of a character code with modifiers.
    private static func modifiedCharacter(_ code: Int, _ modifiers: KeyModifiers) -> Token {
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return .skipped }
        if scalar.value < 0x20 || scalar.value == 0x7F {
            guard case .key(let key, _) = control(UInt8(scalar.value)) else { return .skipped }
            return .event(.key(key, modifiers))
        }
        let character = Character(scalar)
        if modifiers.isSubset(of: .shift) { return .event(.character(character)) }
        let lower = character.lowercased()
        return .event(.key(.modified(lower.count == 1 ? Character(lower) : character), modifiers))
    }

    /// Returns the key of a final letter, after either ESC [ or ESC O.
    private static func letterKey(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
        default: nil
        }
    }

    /// Returns the key of a number in a sequence that ends in `~`, as DEC's VT220 assigned them, with gaps.
    private static func numberedKey(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    /// Decodes a decimal mouse report: button code, column and row, both from 1.
    private static func mouse(_ numbers: [Int], isRelease: Bool) -> Token {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return .skipped }
        return mouse(code: numbers[0], column: numbers[1] - 1, row: numbers[2] - 1, isRelease: isRelease)
    }

    /// Decodes a raw mouse report, in which a release does not name its button.
    private static func rawMouse(_ report: [Int]) -> Token {
        guard report[0] >= 0, report[1] > 0, report[2] > 0 else { return .skipped }
        let isRelease = report[0] & 0b1100_0011 == 3
        let code = isRelease ? report[0] & ~3 : report[0]
        return mouse(code: code, column: report[1] - 1, row: report[2] - 1, isRelease: isRelease)
    }

    /// Returns the event of a mouse report with columns and rows from 0.
    private static func mouse(code: Int, column: Int, row: Int, isRelease: Bool) -> Token {
        let button: MouseEvent.Button
        switch code & 0b1100_0011 {
        case 0: button = .left
        case 1: button = .middle
        case 2: button = .right
        case 64: button = .wheelUp
        case 65: button = .wheelDown
        default: return .skipped
        }
        var modifiers: KeyModifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        let action: MouseEvent.Action = isRelease ? .release : code & 32 != 0 ? .drag : .press
        return .event(.mouse(MouseEvent(button, action, column: column, row: row, modifiers: modifiers)))
    }
}

extension KeyModifiers {
    /// Creates modifiers from a sequence's parameter: 1 plus the sum of shift 1, alt 2 and control 4.
    init(parameter: Int) {
        self.init(rawValue: UInt8(truncatingIfNeeded: max(0, parameter - 1) & 7))
    }
}
