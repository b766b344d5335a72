import Synchronization
import SystemIO

/// A file that is read sequentially. It is closed on deinitialisation.
final class ReadableFile: Sendable {
    /// The name in error messages.
    let path: String
    /// Whether the file can be opened and read again, which is not possible for a pipe.
    var isRepeatable: Bool { size != nil }
    /// The size at the time of opening, in bytes; `nil` for standard input and a file without a size, such as a pipe.
    let size: Int?
    private let file: OpenFile

    /// Standard input, which stays open: a file that is opened later would otherwise take its place.
    private static let standardInput = OpenFile(owning: Descriptor.standardInput)

    /// Opens the file at `path`, which may be a pipe.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read.
    convenience init(path: String) throws(CommandFailure) {
        try self.init(named: path) { () throws(SystemError) in try OpenFile(path) }
    }

    /// Whether standard input was opened, which can be read only once.
    private static let isStandardInputTaken = Atomic(false)

    /// Opens the file that `argument` names, or standard input for `-`, which is read from where it is.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 64 if standard input is a terminal or was
    ///   opened before.
    convenience init(argument: String) throws(CommandFailure) {
        guard argument == InputFile.standardInput else {
            try self.init(path: argument)
            return
        }
        try InputFile.refuseTerminal(as: argument)
        let name = InputFile.name(of: argument)
        guard !Self.isStandardInputTaken.exchange(true, ordering: .relaxed) else {
            throw CommandFailure(.usage, "\(name): expected it once, as it can be read only once")
        }
        try self.init(named: name, isRepeatable: false) { Self.standardInput }
    }

    private init(
        named name: String, isRepeatable: Bool = true, _ open: () throws(SystemError) -> OpenFile
    ) throws(CommandFailure) {
        path = name
        do throws(SystemError) {
            file = try open()
            let status = try file.status
            guard status.kind != .folder else { throw SystemError.isAFolder }
            size = isRepeatable && status.kind == .file ? status.size : nil
            if status.kind == .file { FilesRead.insert(status.identity) }
        } catch {
            throw Self.unreadableFailure(name, error)
        }
    }

    /// Reads the next bytes into `buffer` and returns their number; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int { try file.read(into: buffer) }

    /// Returns the next bytes, at most `count`; empty at the end.
    func read(_ count: Int) throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.read(file.descriptor, upTo: count)
        } catch {
            throw Self.unreadableFailure(path, error)
        }
    }

    /// Returns the rest of the file after `head`, the part that was read before. The result includes `head`.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if the file exceeds `InputFile.maxBytes`.
    func rest(after head: [UInt8] = []) throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            let rest = try file.rest(expecting: size.map { $0 - head.count }, maxBytes: InputFile.maxBytes - head.count)
            return head.isEmpty ? rest : head + rest
        } catch {
            guard error == .fileTooLarge else { throw Self.unreadableFailure(path, error) }
            throw CommandFailure(.badData, "\(path): expected at most \(InputFile.maxBytes >> 20) MB")
        }
    }

    private static func unreadableFailure(_ path: String, _ error: SystemError) -> CommandFailure {
        let problem =
            switch error {
            case .noSuchFile: "no such file"
            case .isAFolder: "expected a file, found a folder"
            default: "cannot be read: \(error)"
            }
        return CommandFailure(.noInput, "\(path): \(problem)")
    }
}
