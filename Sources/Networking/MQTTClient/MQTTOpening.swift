import SystemIO

/// A network connection that is being made; the caller waits for many of them together.
package struct MQTTOpening {
    /// The call on another thread; nil if none was needed.
    private let call: CallWithTimeout<MQTTError?>?
    /// The end of a call that was made at once.
    private let failure: MQTTError?

    /// Begins to connect. Another thread does it if the host is a name, because resolving it may take long.
    ///
    /// - Throws: `MQTTError` if the system has no descriptors left.
    package init(_ connection: MQTTConnection) throws(MQTTError) {
        let connect = { @Sendable () -> MQTTError? in
            do throws(MQTTError) {
                try connection.connect()
                return nil
            } catch {
                return error
            }
        }
        guard !connection.hasNumericHost else {
            call = nil
            failure = connect()
            return
        }
        failure = nil
        do throws(SystemError) {
            call = try CallWithTimeout(connect)
        } catch {
            throw MQTTError("pipe: \(error)")
        }
    }

    /// The descriptor to wait for; nil if there is nothing to wait for.
    package var descriptor: Int32? { call?.descriptor }

    /// Returns whether the connection can be used.
    ///
    /// - Throws: `MQTTError` if the connection failed.
    package func isFinished() throws(MQTTError) -> Bool {
        guard let call else {
            if let failure { throw failure }
            return true
        }
        switch call.currentResult {
        case .some(.some(let error)): throw error
        case .some(.none): return true
        case .none: return false
        }
    }
}
