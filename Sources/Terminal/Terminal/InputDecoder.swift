/// A decoder that converts the terminal's bytes to events: a state machine without a clock.
///
/// Any input, split in any way, gives events or nothing. Unknown sequences are skipped completely.
///
/// - SeeAlso: "XTerm Control Sequences", sections on special keys, mouse tracking and bracketed paste; ECMA-48.
struct InputDecoder {
    /// The longest control sequence, in bytes; the longest known one, a mouse report, has 20 bytes.
    static let maxSequenceLength = 64
    /// The longest control string in an answer, such as a title or a palette, in bytes.
    static let maxStringLength = 4096
    /// The longest pasted text, in bytes. The rest is dropped, because pasted text goes into a chat line.
    static let maxPasteLength = 65_536

    private var pending: [UInt8] = []
    private var pasted: [UInt8]?
    private var answers: [TerminalAnswer] = []

    /// Whether the input so far may be the beginning of a longer sequence.
    var hasUnfinishedInput: Bool { !pending.isEmpty || pasted != nil }
    /// Whether a bracketed paste has begun and not ended.
    var isPasting: Bool { pasted != nil }

    /// Whether the unfinished input cannot have been typed, such as a control string in an answer.
    var isReceivingAnswer: Bool {
        pending.count > 2 && pending[0] == 0x1B
            && (pending[1] == UInt8(ascii: "]") || pending[1] == UInt8(ascii: "P") || pending[2] == UInt8(ascii: "?"))
    }

    /// Returns the terminal's answers since the last call and removes them.
    mutating func consumeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    /// Decodes bytes and returns the events that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
        pending += bytes
        return consume(isFinal: false)
    }

    /// Ends the input and returns the events of the unfinished bytes; a single ESC is the Esc key.
    mutating func finish() -> [InputEvent] {
        var events = consume(isFinal: true)
        pending.removeAll()
        if let pasted {
            self.pasted = nil
            events.append(.paste(String(decoding: pasted, as: UTF8.self)))
        }
        return events
    }

    /// Decodes the pending bytes and keeps an unfinished rest.
    private mutating func consume(isFinal: Bool) -> [InputEvent] {
        var events: [InputEvent] = []
        var rest = pending[...]
        while !rest.isEmpty {
            if pasted != nil {
                guard consumePaste(&rest, into: &events) else { break }
            } else {
                switch Self.next(&rest, isFinal: isFinal) {
                case .event(let event): events.append(event)
                case .text(let text): events += text.map { .character($0) }
                case .pasteStart: pasted = []
                case .answer(let answer): answers.append(answer)
                case .skipped: break
                case .incomplete:
                    pending = Array(rest)
                    return events
                }
            }
        }
        pending = Array(rest)
        return events
    }

    /// Moves pasted bytes out of the input and returns whether the paste has ended.
    private mutating func consumePaste(_ rest: inout ArraySlice<UInt8>, into events: inout [InputEvent]) -> Bool {
        let terminator = Array("\u{1B}[201~".utf8)
        var end = rest.startIndex
        while end < rest.endIndex {
            if rest[end] == 0x1B {
                let candidate = rest[end...].prefix(terminator.count)
                if candidate.elementsEqual(terminator) {
                    append(pasted: rest[..<end])
                    rest = rest[(end + terminator.count)...]
                    events.append(.paste(String(decoding: pasted ?? [], as: UTF8.self)))
                    pasted = nil
                    return true
                }
                if terminator.starts(with: candidate) { break }
            }
            end += 1
        }
        append(pasted: rest[..<end])
        rest = rest[end...]
        return false
    }

    /// Appends pasted bytes up to the limit.
    private mutating func append(pasted bytes: ArraySlice<UInt8>) {
        let room = Self.maxPasteLength - (pasted?.count ?? 0)
        pasted?.append(contentsOf: bytes.prefix(max(0, room)))
    }

    /// An element at the beginning of the input.
    enum Token {
        case event(InputEvent)
        case text(String)
        case pasteStart
        case answer(TerminalAnswer)
        /// Bytes without a meaning were skipped.
        case skipped
        /// More bytes are necessary; nothing was consumed.
        case incomplete
    }

    /// Decodes and consumes the first element of the input.
    private static func next(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        guard let first = rest.first else { return .incomplete }
        switch first {
        case 0x1B: return escape(&rest, isFinal: isFinal)
        case 0..<0x20, 0x7F:
            rest.removeFirst()
            return .event(control(first))
        default: return text(&rest, isFinal: isFinal)
        }
    }

    /// Returns the key event of a control character.
    static func control(_ byte: UInt8) -> InputEvent {
        switch byte {
        case 0x0D, 0x0A: .key(.enter)
        case 0x09: .key(.tab)
        case 0x08, 0x7F: .key(.backspace)
        case 0x1B: .key(.escape)
        case 0x00: .key(.modified(" "), .control)
        case 0x01...0x1A: .key(.modified(Character(Unicode.Scalar(byte + 0x60))), .control)
        default: .key(.modified(Character(Unicode.Scalar(byte + 0x40))), .control)
        }
    }

    /// Decodes the text at the beginning of the input; bytes that are not UTF-8 are skipped.
    private static func text(_ rest: inout ArraySlice<UInt8>, isFinal: Bool) -> Token {
        let end = rest.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? rest.endIndex
        var scalars = String.UnicodeScalarView()
        while rest.startIndex < end {
            let length = Self.length(ofScalarBeginning: rest[rest.startIndex])
            let bytes = rest[..<end].prefix(length)
            if length > 0, bytes.count < length, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }),
                end == rest.endIndex,
                !isFinal
            {
                return scalars.isEmpty ? .incomplete : .text(String(scalars))
            }
            if length > 0, let decoded = String(validating: bytes, as: UTF8.self) {
                scalars += decoded.unicodeScalars.filter { $0.properties.generalCategory != .control }
                rest = rest[(rest.startIndex + length)...]
            } else {
                rest.removeFirst()
            }
        }
        return scalars.isEmpty ? .skipped : .text(String(scalars))
    }

    /// Returns the number of bytes of a UTF-8 scalar by its first byte, or 0 if the byte cannot begin a scalar.
    private static func length(ofScalarBeginning byte: UInt8) -> Int {
        switch byte {
        case 0x20..<0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }
}
