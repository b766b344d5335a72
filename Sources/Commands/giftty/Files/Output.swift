import CommandLineSupport
import JSON
import SystemIO
import TerminalText

/// A buffered writer to a file or to standard output.
///
/// If the reader of a pipe has closed it, the program ends without an error message, as other programs do.
struct Output: ~Copyable {
    /// The open file; `nil` for standard output.
    private let file: OpenFile?
    /// The name of the file in messages.
    let name: String
    private let isTerminal: Bool
    private var buffer: [UInt8] = []
    /// Whether the file still has its earlier contents, which the first bytes replace.
    private(set) var isUntouched = false

    private static let chunkSize = 1 << 16

    /// Returns a writer to standard output.
    static func standard() -> Output {
        Output(file: nil, name: "standard output")
    }

    /// Opens the file at `path` and truncates it; `-` is standard output.
    init(path: String) throws(CommandFailure) {
        guard path != "-" else {
            self = .standard()
            return
        }
        do throws(SystemError) {
            self.init(file: try OpenFile(path, [.writing, .creating, .emptying]), name: path)
        } catch {
            throw .unwritable(path, error)
        }
    }

    /// Opens the file at `path` for lines that come while the command runs; `-` is standard output.
    ///
    /// The file stays as it is until the first bytes or ``begin()``, and no other command can open it in this way.
    init(claiming path: String) throws(CommandFailure) {
        guard path != "-" else {
            self = .standard()
            return
        }
        self.init(file: try OpenFile.claimed(path), name: path)
        isUntouched = true
    }

    private init(file: OpenFile?, name: String) {
        self.file = file
        self.name = name
        isTerminal = Descriptor.isTerminal(file?.descriptor ?? Descriptor.standardOutput)
        buffer.reserveCapacity(Self.chunkSize * 2)
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { Descriptor.isTerminal(Descriptor.standardOutput) }

    /// Writes a line of text for users.
    ///
    /// Names and text from outside cannot control the terminal: control characters become spaces. Signs become ASCII if
    /// the locale needs that.
    mutating func writeLine(_ text: String = "") throws(CommandFailure) {
        buffer.append(contentsOf: ASCIISigns.adapted(text.terminalSafe()).utf8)
        try endLine()
    }

    /// Writes a value as a line of JSON, which escapes control characters.
    mutating func writeLine(_ value: JSONValue) throws(CommandFailure) {
        try writeLine(encoded: value.text)
    }

    /// Writes a line in a format that already escapes control characters, such as JSON or XML.
    mutating func writeLine(encoded text: String) throws(CommandFailure) {
        buffer.append(contentsOf: text.utf8)
        try endLine()
    }

    /// Writes a line in a format without escapes, such as chat lines.
    ///
    /// The line is unchanged in a file or a pipe, where programs read it. On a terminal, control characters become
    /// spaces.
    mutating func writeLine(unescaped text: String) throws(CommandFailure) {
        try writeLine(encoded: isTerminal ? text.terminalSafe() : text)
    }

    /// Writes the JSON that `write` appends as a line.
    mutating func writeLine(_ write: (inout [UInt8]) -> Void) throws(CommandFailure) {
        write(&buffer)
        try endLine()
    }

    /// Writes bytes without changes.
    mutating func write(_ bytes: [UInt8]) throws(CommandFailure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.chunkSize { try flush() }
    }

    private mutating func endLine() throws(CommandFailure) {
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.chunkSize { try flush() }
    }

    /// Whether a file still has something from before.
    var keepsEarlierContents: Bool {
        guard isUntouched, let status = try? file?.status else { return false }
        return status.size > 0
    }

    /// Empties a file that still has its earlier contents.
    mutating func begin() throws(CommandFailure) {
        guard isUntouched, let file else { return }
        try file.empty(named: name)
        isUntouched = false
    }

    /// Writes all buffered bytes. Bytes that are still in the buffer when the value is destroyed are lost.
    mutating func flush() throws(CommandFailure) {
        if !buffer.isEmpty { try begin() }
        do throws(SystemError) {
            try Descriptor.write(buffer, to: file?.descriptor ?? Descriptor.standardOutput)
        } catch {
            throw error == .brokenPipe ? .silent(.brokenPipe) : .unwritable(name, error)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

extension CommandFailure {
    /// Returns the failure of a file that cannot be written.
    static func unwritable(_ path: String, _ reason: some CustomStringConvertible) -> CommandFailure {
        CommandFailure(.cannotWrite, "\(path): cannot be written: \(reason)")
    }
}
