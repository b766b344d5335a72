package import DotLottie
public import LottieDocument

/// A source of animations by id: a folder, a web server, or a memory of another source.
///
///     let web = WebAnimations(try AnimationAddress("https://example.org/gifts/{id}.json"))
///     let provider = RememberedAnimations(of: web, maxBytes: 16_000_000)
///     let heart = try await provider.animation("heart")
///
/// What comes from a provider is parsed and within the limits of the parser. A file is Lottie JSON, a dotLottie archive
/// or a Telegram sticker; its format is recognised by its content.
public protocol AnimationProvider: Sendable {
    /// Returns the animation with an id.
    ///
    /// The call ends early with ``AnimationLoadingError/cancelled`` if its task is cancelled.
    ///
    /// - Throws: ``AnimationLoadingError``, whose description is one line.
    func animation(_ id: String) async throws(AnimationLoadingError) -> LoadedAnimation
}

/// An animation that a provider loaded.
public struct LoadedAnimation: Sendable {
    /// The parsed animation. A picture in another file is not part of it.
    public let composition: Composition
    /// The size of its file, in bytes.
    public let byteCount: Int
    /// The path or the address of its file.
    public let location: String
    /// The dotLottie archive, whose state machines decide what is shown; `nil` for another file.
    package let archive: DotLottieFile?

    /// Creates a loaded animation.
    public init(_ composition: Composition, byteCount: Int, location: String) {
        self.init(composition, byteCount: byteCount, location: location, archive: nil)
    }

    /// Creates a loaded animation of an archive.
    package init(_ composition: Composition, byteCount: Int, location: String, archive: DotLottieFile?) {
        self.composition = composition
        self.byteCount = byteCount
        self.location = location
        self.archive = archive
    }
}

/// The limits of what a provider loads.
public struct AnimationLimits: Sendable, Hashable {
    /// The largest file, in bytes, after decompression.
    public var fileBytes: Int
    /// The longest time for one file; `nil` for no limit besides a minimum speed.
    public var time: Duration?

    /// Creates limits; by default those of the program giftty.
    public init(fileBytes: Int = 64 << 20, time: Duration? = .seconds(120)) {
        self.fileBytes = fileBytes
        self.time = time
    }
}
