#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes to a file or to standard output in large pieces.
///
/// Where the reader of a pipe has gone, the program ends quietly, as other programs do.
struct Output: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private let isOwned: Bool
    private var buffer: [UInt8] = []

    private static let pieceSize = 1 << 16

    /// Standard output.
    static func standard() -> Output {
        Output(descriptor: STDOUT_FILENO, name: "standard output", isOwned: false)
    }

    /// The file at `path`, made anew, or standard output for `-`.
    init(path: String) throws(CommandFailure) {
        guard path != "-" else {
            self = .standard()
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw CommandFailure(.cannotWrite, "\(path): cannot be written: \(reasonOfLastError())")
        }
        self.init(descriptor: descriptor, name: path, isOwned: true)
    }

    private init(descriptor: Int32, name: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.isOwned = isOwned
        buffer.reserveCapacity(Self.pieceSize * 2)
    }

    /// Whether somebody looks on: a terminal shows each line at once.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Says who may do what with the file.
    func setPermissions(_ permissions: mode_t) throws(CommandFailure) {
        guard fchmod(descriptor, permissions) != 0 else { return }
        throw CommandFailure(.cannotWrite, "\(name): cannot be written: \(reasonOfLastError())")
    }

    /// Writes `text` and a line break.
    mutating func line(_ text: String = "") throws(CommandFailure) {
        buffer.append(contentsOf: text.utf8)
        try endLine()
    }

    /// Writes what `write` appends, and a line break.
    mutating func line(_ write: (inout [UInt8]) -> Void) throws(CommandFailure) {
        write(&buffer)
        try endLine()
    }

    /// Writes bytes as they are.
    mutating func write(_ bytes: [UInt8]) throws(CommandFailure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.pieceSize { try flush() }
    }

    private mutating func endLine() throws(CommandFailure) {
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Hands over everything written so far. What is not handed over when the output goes is lost.
    mutating func flush() throws(CommandFailure) {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                writeBytes(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EPIPE { throw .quietly(.brokenPipe) }
                throw CommandFailure(.cannotWrite, "\(name): cannot be written: \(reasonOfLastError())")
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    deinit {
        if isOwned { close(descriptor) }
    }
}

/// The system's `write`, which a method of the same name hides.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
