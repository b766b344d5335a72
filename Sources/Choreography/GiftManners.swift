/// How a gift carries itself: what its manifest says of its way onto the stage, off it, and of its banner.
public struct GiftManners: Sendable, Hashable {
    /// How it comes onto the stage; nil for the usual way.
    public var enter: Choreography?
    /// How it leaves the stage; nil for the usual way.
    public var exit: Choreography?
    /// Its banner.
    public var banner: BannerManners

    /// The usual manners, but for what is said.
    public init(enter: Choreography? = nil, exit: Choreography? = nil, banner: BannerManners = BannerManners()) {
        self.enter = enter
        self.exit = exit
        self.banner = banner
    }
}

/// What a gift wants of its banner.
public struct BannerManners: Sendable, Hashable {
    /// What it says, with `{sender}` and `{gift}` for the names; nil for the usual words.
    public var text: String?
    /// Whether the gift has its banner only, and never the stage.
    public var isOnly: Bool
    /// How it comes to its lane; nil for the usual way.
    public var enter: Choreography?
    /// What it does there, perhaps for ever; nil for nothing.
    public var stay: Choreography?
    /// How it leaves; nil for the usual way.
    public var exit: Choreography?

    /// The usual banner, but for what is said.
    public init(
        text: String? = nil, isOnly: Bool = false, enter: Choreography? = nil, stay: Choreography? = nil,
        exit: Choreography? = nil
    ) {
        self.text = text
        self.isOnly = isOnly
        self.enter = enter
        self.stay = stay
        self.exit = exit
    }
}
