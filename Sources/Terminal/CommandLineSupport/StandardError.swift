import TerminalText

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Unbuffered output to standard error.
package enum StandardError {
    /// Writes a line for people; control sequences in it are made harmless.
    package static func write(line: String) {
        write(verbatim: line.terminalSafe() + "\n")
    }

    /// Writes text unchanged, for the program's own control sequences.
    package static func write(verbatim text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { writeBytes(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Calls the system's `write`, which the methods of the same name hide.
private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
