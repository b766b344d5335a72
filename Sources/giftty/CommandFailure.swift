import Configuration

/// Why a command ends early: one line for people and a code for programs.
struct CommandFailure: Error {
    /// The code to exit with.
    let code: Int32
    /// Where, what, and what was expected, without the program's name; nil where everything has been said.
    let message: String?

    init(_ status: ExitStatus, _ message: String?) {
        self.init(code: status.rawValue, message)
    }

    private init(code: Int32, _ message: String?) {
        self.code = code
        self.message = message
    }

    /// An end without a word, after a result that speaks for itself.
    static func quietly(_ status: ExitStatus) -> CommandFailure {
        CommandFailure(status, nil)
    }

    /// An end because of a signal: 130 for Ctrl-C, as shells count it.
    static func stopped(bySignal signal: Int32) -> CommandFailure {
        CommandFailure(code: 128 + signal, nil)
    }

    /// A fault in what somebody configured: in an option it is one of usage, elsewhere one of configuration.
    init(configuration error: ConfigurationError) {
        switch error.place {
        case .option: self.init(.usage, error.description)
        case .environment, .file, .wholeFile: self.init(.badConfiguration, error.description)
        }
    }

    /// The line for standard error, however many lines the message was made of; nil where there is none.
    var line: String? {
        guard let message else { return nil }
        let words = message.split { $0.isNewline }.map { line in
            String(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
        }
        return "giftty: " + words.joined(separator: " ")
    }
}
