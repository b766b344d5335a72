/// A message as a broker delivers it. Its bytes are valid only during the call.
package struct MQTTDelivery {
    /// The bytes of the message; the memory is bound to `UInt8`.
    package let payload: UnsafeRawBufferPointer
    /// The topic.
    package var topic = ""
    /// The packet identifier, which is in use until the acknowledgement; 0 if the message needs none.
    package var packetID: UInt16 = 0
    /// The quality of service: 0 at most once, 1 at least once.
    package var qualityOfService = 0
    /// Whether the DUP flag marks the message as a possible repetition; nil if the flag is unknown.
    package var isMarkedDuplicate: Bool?
    /// Whether the broker has kept the client's session from an earlier connection.
    package var hasSession = false
    /// Whether it is a retained message, which the broker keeps for its topic and sends after each subscription.
    package var isRetained = false

    /// Creates a message.
    package init(
        payload: UnsafeRawBufferPointer, topic: String = "", packetID: UInt16 = 0, qualityOfService: Int = 0,
        isMarkedDuplicate: Bool? = nil, hasSession: Bool = false, isRetained: Bool = false
    ) {
        self.payload = payload
        self.topic = topic
        self.packetID = packetID
        self.qualityOfService = qualityOfService
        self.isMarkedDuplicate = isMarkedDuplicate
        self.hasSession = hasSession
        self.isRetained = isRetained
    }
}
