/// A line of the chat.
package enum ChatLine: Equatable {
    /// A viewer sends a message.
    case chat(name: String, text: String, isHost: Bool)
    /// A viewer joins the room.
    case joined(name: String)
    /// A viewer sends a gift.
    case gift(name: String, gift: String, count: Int)
    /// The total of a streak that ended.
    case streak(name: String, gift: String, count: Int)
    /// A viewer's message or gift was retracted.
    case retracted(name: String)

    /// The author of a message or gift, or `nil` for other lines and for retracted ones.
    package var name: String? {
        switch self {
        case .chat(let name, _, _), .gift(let name, _, _), .streak(let name, _, _): name
        case .joined, .retracted: nil
        }
    }
}
