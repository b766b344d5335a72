import SystemIO

extension OpenFile {
    /// Opens the file at `path`, which a command writes while it runs. It stays as it is until ``empty(named:)``.
    ///
    /// A second command that claims the file is refused, as the lines of both would mix. Pipes and devices may have several
    /// writers.
    ///
    /// - Throws: `CommandFailure` with exit status 73 if the file cannot be written or another command has claimed it.
    static func claimed(_ path: String) throws(CommandFailure) -> OpenFile {
        let file: OpenFile
        do throws(SystemError) {
            file = try OpenFile(path, [.writing, .creating])
            guard try file.status.kind == .file else { return file }
        } catch {
            throw .unwritable(path, error)
        }
        do throws(SystemError) {
            try file.lock()
        } catch {
            // Some network file systems have no locks.
            if error.wouldBlock { throw .unwritable(path, "another program writes it") }
        }
        return file
    }

    /// Removes the contents of a file; pipes and devices have none.
    ///
    /// - Parameter path: The path for the error message.
    /// - Throws: `CommandFailure` with exit status 73 if it cannot be emptied.
    func empty(named path: String) throws(CommandFailure) {
        do throws(SystemError) {
            if try status.kind == .file { try truncate(to: 0) }
        } catch {
            throw .unwritable(path, error)
        }
    }
}
