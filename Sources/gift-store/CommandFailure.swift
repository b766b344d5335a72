/// Why the program ends early: one line for people and a code of sysexits.h for programs.
struct CommandFailure: Error {
    enum Status: Int32 {
        /// The command line is wrong.
        case usage = 64
        /// The store's files are wrong.
        case badData = 65
        /// There is no such file, or it can't be read.
        case noInput = 66
        /// The address can't be listened at.
        case unavailable = 69
        /// The program went wrong, not its input.
        case software = 70
        /// The store can't be written.
        case cannotWrite = 73
        /// The token is none.
        case badConfiguration = 78
    }

    let status: Status
    /// Where, what, and what was expected.
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The line for standard error, however many lines the message has.
    var line: String {
        let words = message.split { $0.isNewline }.map { line in
            String(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
        }
        return "gift-store: " + words.joined(separator: " ")
    }
}
