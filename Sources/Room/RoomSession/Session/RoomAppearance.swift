package import Banners
package import GiftChoreography
package import Motion

/// What a session needs to know about how it is shown: sizes of texts, and colors.
///
/// The positions of heads and the movements of banners depend on it, but no decision of the controller does.
package protocol RoomAppearance {
    /// Returns the number of rows that a line of the chat takes, at least 1.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - columns: The width of the chat, in cells.
    ///   - hasHeads: Whether the chat reserves columns for heads.
    func rowCount(of line: ChatLine, columns: Int, hasHeads: Bool) -> Int

    /// Returns the color of a viewer's head.
    func headColor(ofName name: String) -> MotionColor

    /// Sets the parts of a banner that depend on the terminal: its symbol, its text and its movements.
    ///
    /// - Parameters:
    ///   - arrival: The banner.
    ///   - gift: The gift kind, or `nil` if it is unknown.
    ///   - options: The banner options of the kind.
    ///   - lanes: The number of lanes.
    func complete(_ arrival: inout BannerArrival, of gift: RoomGift?, options: BannerOptions, lanes: Int)
}
