import SystemIO

/// A file that is read sequentially. It is closed on deinitialisation.
final class ReadableFile: Sendable {
    /// The name in error messages.
    let path: String
    /// Whether the file can be opened and read again, which is not possible for a pipe.
    var isRepeatable: Bool { size != nil }
    /// The size at the time of opening, in bytes; `nil` for a file without a size, such as a pipe.
    let size: Int?
    private let file: OpenFile

    /// Opens the file at `path`, which may be a pipe.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read.
    init(path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemError) {
            file = try OpenFile(path)
            let status = try file.status
            guard status.kind != .folder else { throw SystemError.isAFolder }
            size = status.kind == .file ? status.size : nil
            if status.kind == .file { FilesRead.insert(status.identity) }
        } catch {
            throw Self.unreadableFailure(path, error)
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
