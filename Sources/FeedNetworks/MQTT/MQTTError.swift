import CMosquitto

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why a connection to a broker is none, or is none any more.
struct MQTTError: Error, Equatable {
    let reason: String
    /// Whether connecting again may help.
    let isPassing: Bool
    /// Whether a call was left to itself: the connection is of no more use.
    private(set) var isUnanswered = false

    init(_ reason: String, isPassing: Bool = true) {
        self.reason = reason
        self.isPassing = isPassing
    }

    /// Nobody has said in time where a host is.
    static func unanswered(_ host: String) -> MQTTError {
        var error = MQTTError("no answer to where \(host) is")
        error.isUnanswered = true
        return error
    }

    /// A number that the library gave; call it at once, as the system's own number of an error may be needed.
    init(library code: Int32) {
        switch Int(code) {
        case GIFTTY_MOSQUITTO_SYSTEM: reason = String(cString: strerror(errno)).lowercased()
        case GIFTTY_MOSQUITTO_NO_HOST: reason = "no such host"
        case GIFTTY_MOSQUITTO_CONNECTION_LOST, GIFTTY_MOSQUITTO_NO_CONNECTION: reason = "the connection was lost"
        case GIFTTY_MOSQUITTO_SILENT: reason = "the broker is silent"
        case GIFTTY_MOSQUITTO_TLS: reason = "no encrypted connection: the broker is not proven, or speaks no TLS"
        default: reason = String(cString: giftty_mosquitto_error_words(code)).lowercased().withoutFullStop
        }
        isPassing = true
    }

    /// What the broker answered to the connection.
    init(answer code: Int32) {
        reason = String(cString: giftty_mosquitto_answer_words(code)).lowercased().withoutFullStop
        isPassing = code == 3
    }
}

extension String {
    fileprivate var withoutFullStop: String { last == "." ? String(dropLast()) : self }
}
