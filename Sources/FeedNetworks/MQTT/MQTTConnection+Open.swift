import FeedSources

extension MQTTConnection {
    /// Begins to connect; false where that was stopped.
    func open(stopDescriptor: Int32) throws(MQTTError) -> Bool {
        let call: UnboundedCall<MQTTError?>
        do throws(FeedSourceError) {
            call = try UnboundedCall { [self] in
                do throws(MQTTError) {
                    try connect()
                    return nil
                } catch {
                    return error
                }
            }
        } catch {
            throw MQTTError(error.problem)
        }
        let time = MQTTTransport.patience.milliseconds
        switch call.result(stopDescriptor: stopDescriptor, milliseconds: time) {
        case .some(.some(let error)): throw error
        case .some(.none): return true
        case .none:
            if Readiness.isReadable(stopDescriptor) { return false }
            throw MQTTError.unanswered(host)
        }
    }
}
