import CPlatform
import SystemIO

/// The keys and lines that are typed into a program that shows no picture.
///
/// On a terminal each key counts at once, nothing of it is echoed, and a colon begins a line, which Enter ends. From a
/// pipe or a file, each line is a key or words. A program in the background reads nothing.
public final class TypedInput {
    /// A part of the input.
    public enum Item: Equatable, Sendable {
        /// A key.
        case key(InputEvent)
        /// A line of words.
        case words(String)
    }

    /// The maximum length of a line, in bytes; the rest of a longer one is ignored.
    public static let maxLineLength = 512
    /// The key that begins a line on a terminal.
    public static let lineStart: Character = ":"
    private static let chunkSize = 4096
    /// The time after which an Esc is a key and not the beginning of another one.
    private static let escapeTimeout: Int32 = 25

    private let source: Int32
    /// The modes of the terminal before its echo was turned off; `nil` if the input is not a terminal.
    private let originalModes: termios?
    private var decoder = InputDecoder()
    private var typedLines = TypedLines()
    private var hasEnded = false

    /// Begins to read a descriptor; the echo of a terminal is off until ``end()``.
    public init(_ descriptor: Int32) {
        source = descriptor
        var modes = termios()
        guard Descriptor.isTerminal(descriptor), tcgetattr(descriptor, &modes) == 0 else {
            originalModes = nil
            return
        }
        originalModes = modes
        guard isInForeground else { return }
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Gives the terminal its echo back.
    public func end() {
        hasEnded = true
        guard var modes = originalModes, isInForeground else { return }
        tcflush(source, TCIFLUSH)
        tcsetattr(source, TCSANOW, &modes)
    }

    /// The descriptor that is readable when something was typed, or `nil` after the end of the input.
    public var descriptor: Int32? { hasEnded || !isInForeground ? nil : source }

    /// Returns what was typed since the last call.
    public func read() -> [Item] {
        var items: [Item] = []
        while let descriptor, Descriptor.isReadable(descriptor) {
            guard let bytes = try? Descriptor.read(descriptor, upTo: Self.chunkSize), !bytes.isEmpty else {
                hasEnded = true
                break
            }
            if originalModes == nil {
                items += typedLines.split(bytes)
            } else {
                var events = decoder.decode(bytes)
                if decoder.hasUnfinishedInput,
                    !Descriptor.isReadable(descriptor, withinMilliseconds: Self.escapeTimeout)
                {
                    events += decoder.finish()
                }
                items += events.compactMap { typedLines.item(for: $0) }
            }
        }
        if hasEnded { items += typedLines.finish() }
        return items
    }

    /// Whether the program may read; one in the background of a terminal would be stopped.
    private var isInForeground: Bool { originalModes == nil || tcgetpgrp(source) == getpgrp() }
}

/// The lines of a typed input.
struct TypedLines {
    private var bytes: [UInt8] = []
    private var words: String?

    /// Returns the lines that end in bytes of a pipe or a file, and keeps the rest.
    mutating func split(_ new: [UInt8]) -> [TypedInput.Item] {
        var items: [TypedInput.Item] = []
        for byte in new {
            if byte == UInt8(ascii: "\n") {
                items += finish()
            } else if bytes.count < TypedInput.maxLineLength {
                bytes.append(byte)
            }
        }
        return items
    }

    /// Returns the line that no line break has ended, if there is one.
    mutating func finish() -> [TypedInput.Item] {
        var line = String(decoding: bytes, as: UTF8.self)
        bytes = []
        if line.last == "\r" { line.removeLast() }
        // A space alone is a key.
        if let key = line.first, line.count == 1 { return [.key(.character(key))] }
        return Self.words(line).map { [$0] } ?? []
    }

    /// Returns the item that an event of a terminal completes; a colon begins a line, Enter ends it and Esc cancels it.
    mutating func item(for event: InputEvent) -> TypedInput.Item? {
        guard let line = words else {
            switch event {
            case .character(TypedInput.lineStart): words = ""
            // What stands for a keyboard may end its input with a control character.
            case .key(.modified, .control): break
            case .character, .key: return event == .key(.enter) ? nil : .key(event)
            default: break
            }
            return nil
        }
        switch event {
        case .character(let character) where line.utf8.count < TypedInput.maxLineLength:
            words = line + String(character)
        case .paste(let text): words = line + text.prefix { !$0.isNewline }.prefix(TypedInput.maxLineLength)
        case .key(.backspace, _): words = String(line.dropLast())
        case .key(.escape, _): words = nil
        case .key(.enter, _):
            words = nil
            return Self.words(line)
        default: break
        }
        return nil
    }

    private static func words(_ line: String) -> TypedInput.Item? {
        let words = line.split(separator: " ")
        return words.isEmpty ? nil : .words(words.joined(separator: " "))
    }
}
