import NIOCore
import SystemIO

/// The reason why the server cannot listen on its address, in a few words.
public struct ListeningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, such as `address already in use`.
    public let description: String

    /// Creates the error for a failed system call or name lookup; `nil` for any other error.
    init?(_ error: any Error) {
        switch error {
        case let error as IOError: description = SystemError(code: error.errnoCode).description
        case is SocketAddressError.UnknownHost: description = "no such host"
        default: return nil
        }
    }
}
