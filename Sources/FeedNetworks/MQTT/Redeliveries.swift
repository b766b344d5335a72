/// A message as a broker delivers it; its bytes are good for the call only.
package struct MQTTDelivery {
    let payload: UnsafeRawBufferPointer
    var topic = ""
    /// The number that it has between broker and client until its receipt is known; 0 where nobody waits for one.
    var number: UInt16 = 0
    /// The quality of service: 0 at most once, 1 at least once.
    var quality = 0
    /// Whether the broker says that it may have sent it before; nil where that is not known.
    var isRepeat: Bool?
    /// Whether the broker has kept what it had for this client before it connected.
    var hasSession = false

    package init(
        payload: UnsafeRawBufferPointer, topic: String = "", number: UInt16 = 0, quality: Int = 0,
        isRepeat: Bool? = nil, hasSession: Bool = false
    ) {
        self.payload = payload
        self.topic = topic
        self.number = number
        self.quality = quality
        self.isRepeat = isRepeat
        self.hasSession = hasSession
    }
}

/// Knows a message that is delivered once more because its receipt was lost, also where nothing in it has an id.
///
/// MQTT has a broker send such a message with the number that it had, marked as a repeat, to a client whose session it has
/// kept, and give the number to no other message before it has the receipt (3.1.1, sections 2.3.1, 3.3.1.1 and 4.4). So
/// what has the number, the topic and the bytes of a message that was taken, and is marked, was taken; what is new is not
/// marked. What was marked and never came has other bytes, or another number, unless it is byte for byte like an earlier
/// message whose number it got: such a one, which has neither id nor time, can't be told from that.
struct Redeliveries {
    /// What was taken over this connection, by its number, of which there are 65 535.
    private var taken: [UInt16: Int] = [:]
    /// What was taken over those before and whose receipt may have been lost.
    private var before: [UInt16: Int] = [:]

    /// Another connection begins.
    mutating func connect() {
        before.merge(taken) { $1 }
        taken.removeAll()
    }

    /// Takes a message; whether it was taken before.
    mutating func isRepeat(_ message: MQTTDelivery) -> Bool {
        if !message.hasSession { before.removeAll() }
        guard message.quality == 1, message.number > 0 else { return false }
        var hasher = Hasher()
        hasher.combine(message.topic)
        hasher.combine(bytes: message.payload)
        let content = hasher.finalize()
        let known = before.removeValue(forKey: message.number)
        let latest = taken.updateValue(content, forKey: message.number)
        switch message.isRepeat {
        case false: return false
        case nil: return known == content
        case true: return known == content || latest == content
        }
    }
}
