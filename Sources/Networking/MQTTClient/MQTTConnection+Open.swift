import SystemIO

extension MQTTConnection {
    /// The time limit for the broker's answers.
    package static let timeout: Duration = .seconds(10)

    /// Starts to connect and waits until the network connection exists.
    ///
    /// - Returns: Whether the wait was not stopped.
    /// - Throws: `MQTTError` if the connection fails or the host is not resolved in time.
    package func open(stopDescriptor: Int32) throws(MQTTError) -> Bool {
        let call: CallWithTimeout<MQTTError?>
        do throws(SystemError) {
            call = try CallWithTimeout { [self] in
                do throws(MQTTError) {
                    try connect()
                    return nil
                } catch {
                    return error
                }
            }
        } catch {
            throw MQTTError("pipe: \(error)")
        }
        let time = Self.timeout.pollMilliseconds
        switch call.waitForResult(stopDescriptor: stopDescriptor, milliseconds: time) {
        case .some(.some(let error)): throw error
        case .some(.none): return true
        case .none:
            if Descriptor.isReadable(stopDescriptor) { return false }
            throw MQTTError.hostTimedOut(host)
        }
    }
}
