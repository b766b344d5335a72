import CommandLineSupport
import JSON
import TerminalText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A buffered writer to a file or to standard output.
///
/// If the reader of a pipe has closed it, the program ends without an error message, as other programs do.
struct Output: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private let isOwned: Bool
    private let isTerminal: Bool
    private var buffer: [UInt8] = []

    private static let chunkSize = 1 << 16

    /// Returns a writer to standard output.
    static func standard() -> Output {
        Output(descriptor: STDOUT_FILENO, name: "standard output", isOwned: false)
    }

    /// Opens the file at `path` and truncates it; `-` is standard output.
    init(path: String) throws(CommandFailure) {
        guard path != "-" else {
            self = .standard()
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: \(systemErrorText())")
        }
        self.init(descriptor: descriptor, name: path, isOwned: true)
    }

    private init(descriptor: Int32, name: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.isOwned = isOwned
        isTerminal = isatty(descriptor) == 1
        buffer.reserveCapacity(Self.chunkSize * 2)
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Sets the permissions of the file.
    func setPermissions(_ permissions: mode_t) throws(CommandFailure) {
        guard fchmod(descriptor, permissions) != 0 else { return }
        throw CommandFailure(.cannotWrite, "\(name): cannot be written: \(systemErrorText())")
    }

    /// Writes a line of text for users.
    ///
    /// Names and text from outside cannot control the terminal: control characters become spaces.
    mutating func writeLine(_ text: String = "") throws(CommandFailure) {
        buffer.append(contentsOf: text.terminalSafe().utf8)
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
        if isTerminal { try writeLine(text) } else { try writeLine(encoded: text) }
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

    /// Writes all buffered bytes. Bytes that are still in the buffer when the value is destroyed are lost.
    mutating func flush() throws(CommandFailure) {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                writeBytes(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { throw .silent(.brokenPipe) }
                throw CommandFailure(.cannotWrite, "\(name): cannot be written: \(systemErrorText())")
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    deinit {
        if isOwned { close(descriptor) }
    }
}

/// Calls the system's `write`, which the method of the same name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
