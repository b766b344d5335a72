import SystemIO
import TerminalText

/// Unbuffered output to standard error.
package enum StandardError {
    /// Writes a line for people; control sequences in it are made harmless, and signs become ASCII if the locale needs
    /// that.
    package static func write(line: String) {
        write(verbatim: ASCIISigns.adapted(line.terminalSafe()) + "\n")
    }

    /// Writes text unchanged, for the program's own control sequences.
    package static func write(verbatim text: String) {
        try? Descriptor.write(Array(text.utf8), to: Descriptor.standardError)
    }
}
