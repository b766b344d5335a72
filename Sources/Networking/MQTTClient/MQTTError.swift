import CMosquitto
import SystemIO

/// The error with which a connection to a broker failed or ended.
package struct MQTTError: Error, Equatable, Sendable {
    /// The reason in a few words.
    package let reason: String
    /// Whether another attempt to connect may succeed.
    package let isTemporary: Bool
    /// Whether a call did not finish in time and still uses the connection, which is therefore unusable.
    package private(set) var leavesCallPending = false

    /// Creates an error.
    package init(_ reason: String, isTemporary: Bool = true) {
        self.reason = reason
        self.isTemporary = isTemporary
    }

    /// Returns the error for a host that was not resolved in time.
    static func hostTimedOut(_ host: String) -> MQTTError {
        var error = MQTTError("no answer to the look-up of \(host)")
        error.leavesCallPending = true
        return error
    }

    /// Creates an error from a result code of the library. Call it immediately after the failure, because it may read
    /// `errno`.
    init(library code: Int32) {
        switch Int(code) {
        case GIFTTY_MOSQUITTO_SYSTEM: reason = SystemError.last.description
        case GIFTTY_MOSQUITTO_NO_HOST: reason = "no such host"
        case GIFTTY_MOSQUITTO_CONNECTION_LOST, GIFTTY_MOSQUITTO_NO_CONNECTION: reason = "the connection was lost"
        case GIFTTY_MOSQUITTO_SILENT: reason = "the broker is silent"
        case GIFTTY_MOSQUITTO_TLS: reason = "no encrypted connection: the broker has no trusted certificate, or no TLS"
        default: reason = String(cString: giftty_mosquitto_error_words(code)).lowercased().withoutFullStop
        }
        isTemporary = true
    }

    /// Creates an error from the broker's answer to the connection request.
    init(returnCode code: Int32) {
        reason = String(cString: giftty_mosquitto_answer_words(code)).lowercased().withoutFullStop
        isTemporary = code == 3
    }
}

extension String {
    fileprivate var withoutFullStop: String { last == "." ? String(dropLast()) : self }
}
