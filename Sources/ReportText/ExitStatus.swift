/// What a program tells its caller when it ends: the codes of sysexits.h.
package enum ExitStatus: Int32, Sendable {
    /// All is well.
    case ok = 0
    /// A check did not hold.
    case checkFailed = 1
    /// The command line is wrong.
    case usage = 64
    /// The input is wrong.
    case badData = 65
    /// There is no such input, or it can't be read.
    case noInput = 66
    /// A service does not answer.
    case unavailable = 69
    /// The program went wrong, not its input.
    case software = 70
    /// The output can't be written.
    case cannotWrite = 73
    /// The configuration is wrong.
    case badConfiguration = 78
    /// Nobody reads the output any more.
    case brokenPipe = 141
}
