public import BuiltInGifts
package import GiftPackages
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

    /// The animation that plays for a kind whose own has not come; `nil` if such a kind lacks its animation.
    var fallback: FallbackAnimation? { get }

    /// Whether any id may be that of a kind, as for a store without a catalogue: a kind is known when it was asked for.
    var mayHaveAnyKind: Bool { get }

    /// Returns the Lottie file of a built-in kind, or `nil` if there is none.
    func animation(ofBuiltIn id: String) -> [UInt8]?

    /// Returns the presentation options of a built-in kind with this animation.
    func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions

    /// Returns the animation of a published version in the library.
    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition

    /// Returns the presentation options of a published version in the library; called after its animation was read.
    func options(of gift: StoreGift) -> PresentationOptions
}

/// An animation that plays for the kinds whose own animation has not come.
public struct FallbackAnimation: Sendable {
    /// The animation.
    public let composition: Composition
    /// The movements and values of the gift kind that it belongs to.
    public let options: PresentationOptions

    /// Creates a fallback.
    public init(_ composition: Composition, options: PresentationOptions = PresentationOptions()) {
        self.composition = composition
        self.options = options
    }

    /// The length of its presentation.
    package var length: GiftLength {
        GiftLength(of: composition, playing: options.course, by: options.machine)
    }
}

extension GiftProvider {
    /// No versions, for a provider without a library.
    public var installed: [StoreGift] { [] }

    /// False, for a provider that knows its kinds.
    public var mayHaveAnyKind: Bool { false }

    /// None, so that a gift without its animation is missing.
    public var fallback: FallbackAnimation? { nil }

    /// Throws, for a provider without a library.
    public func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        throw UnplayableGift("there is no store")
    }

    /// Returns the standard movements, for a provider without a library.
    public func options(of gift: StoreGift) -> PresentationOptions { PresentationOptions() }
}
