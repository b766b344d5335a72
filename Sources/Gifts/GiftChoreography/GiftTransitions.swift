/// The movements and the banner of a gift, as its manifest describes them.
public struct GiftTransitions: Sendable, Hashable {
    /// The movements of entering the stage; `nil` for the default.
    public var enter: Choreography?
    /// The movements of leaving the stage; `nil` for the default.
    public var exit: Choreography?
    /// The gift's banner.
    public var banner: BannerOptions

    /// Creates a description; omitted parts have the default.
    public init(enter: Choreography? = nil, exit: Choreography? = nil, banner: BannerOptions = BannerOptions()) {
        self.enter = enter
        self.exit = exit
        self.banner = banner
    }
}

/// The text and movements of a gift's banner.
public struct BannerOptions: Sendable, Hashable {
    /// The text, with the placeholders `{sender}` and `{gift}`; `nil` for the default.
    public var text: String?
    /// Whether the gift has a banner only and never plays on stage.
    public var isBannerOnly: Bool
    /// The movements of entering the lane; `nil` for the default.
    public var enter: Choreography?
    /// The movements during the stay, possibly endless; `nil` for none.
    public var stay: Choreography?
    /// The movements of leaving; `nil` for the default.
    public var exit: Choreography?

    /// Creates a description; omitted parts have the default.
    public init(
        text: String? = nil, isBannerOnly: Bool = false, enter: Choreography? = nil, stay: Choreography? = nil,
        exit: Choreography? = nil
    ) {
        self.text = text
        self.isBannerOnly = isBannerOnly
        self.enter = enter
        self.stay = stay
        self.exit = exit
    }
}
