/// Why a command ends early: one line for people and a code for programs.
package struct CommandFailure: Error {
    /// The code to exit with.
    package let code: Int32
    /// Where, what, and what was expected, without the program's name; nil where everything has been said.
    package let message: String?

    package init(_ status: ExitStatus, _ message: String?) {
        self.init(code: status.rawValue, message)
    }

    private init(code: Int32, _ message: String?) {
        self.code = code
        self.message = message
    }

    /// An end without a word, after a result that speaks for itself.
    package static func quietly(_ status: ExitStatus) -> CommandFailure {
        CommandFailure(status, nil)
    }

    /// An end because of a signal: 130 for Ctrl-C, as shells count it.
    package static func stopped(bySignal signal: Int32) -> CommandFailure {
        CommandFailure(code: 128 + signal, nil)
    }

    /// The line for standard error that a program says, however many lines the message was made of; nil where there is none.
    package func line(of program: String) -> String? {
        guard let message else { return nil }
        let words = message.split { $0.isNewline }.map { line in
            String(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
        }
        return "\(program): " + words.joined(separator: " ")
    }
}
