/// How a gift carries itself: what its manifest says of its way onto the stage, off it, and of its banner.
public struct GiftManners: Sendable, Hashable {
    /// How it comes onto the stage; nil for the usual way.
    public var enter: Choreography?
    /// How it leaves the stage; nil for the usual way.
    public var exit: Choreography?
    /// What its banner says, with `{sender}` and `{gift}` for the names; nil for the usual words.
    public var bannerText: String?
    /// Whether it has its banner only, and never the stage.
    public var isBannerOnly: Bool

    /// The usual manners, but for what is said.
    public init(
        enter: Choreography? = nil, exit: Choreography? = nil, bannerText: String? = nil, isBannerOnly: Bool = false
    ) {
        self.enter = enter
        self.exit = exit
        self.bannerText = bannerText
        self.isBannerOnly = isBannerOnly
    }
}
