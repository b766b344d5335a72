/// The exit status of a program, with the codes of `sysexits.h` where one exists.
package enum ExitStatus: Int32, Sendable {
    /// The program succeeded.
    case ok = 0
    /// A check failed.
    case checkFailed = 1
    /// The command line is invalid.
    case usage = 64
    /// The input is invalid.
    case badData = 65
    /// The input does not exist or cannot be read.
    case noInput = 66
    /// A service is unavailable.
    case unavailable = 69
    /// An internal error occurred.
    case software = 70
    /// The output cannot be written.
    case cannotWrite = 73
    /// The configuration is invalid.
    case badConfiguration = 78
    /// The reader of the output has closed the pipe (128 + SIGPIPE).
    case brokenPipe = 141
}
