public import BuiltInGifts
public import LottieDocument
public import StoreProtocol

/// A provider of gift kinds and their animations: the built-in ones, and those in a library.
public protocol GiftProvider {
    /// The built-in gift kinds.
    var catalogue: GiftCatalogue { get }

    /// The versions in the library that can play from the beginning, without an update from a store.
    ///
    /// A replay uses the versions that it finds in the library, because the decisions of its session are recorded.
    var installed: [StoreGift] { get }

    /// Returns the Lottie file of a built-in kind, or `nil` if there is none.
    func animation(ofBuiltIn id: String) -> [UInt8]?

    /// Returns the presentation options of a built-in kind with this animation.
    func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions

    /// Returns the animation of a published version in the library.
    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition

    /// Returns the presentation options of a published version in the library; called after its animation was read.
    func options(of gift: StoreGift) -> PresentationOptions
}

extension GiftProvider {
    /// No versions, for a provider without a library.
    public var installed: [StoreGift] { [] }

    /// Throws, for a provider without a library.
    public func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        throw UnplayableGift("there is no store")
    }

    /// Returns the standard movements, for a provider without a library.
    public func options(of gift: StoreGift) -> PresentationOptions { PresentationOptions() }
}
