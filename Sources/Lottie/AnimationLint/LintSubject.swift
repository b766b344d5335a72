package import DotLottie
package import LottieDocument
package import LottieInspection
package import LottieRenderer

/// An animation to lint, with its document.
package struct LintSubject: Sendable {
    /// The document as it was read.
    package let json: [UInt8]
    /// The size of the file that contains it, in bytes, or of the document itself.
    package let fileSize: Int
    /// The animation, with the pictures beside it.
    package let composition: Composition
    /// Values that replace those of the animation.
    package let properties: DynamicProperties
    /// Whether it belongs to a gift, which may have parts for streaks.
    package let isGift: Bool
    /// The marker of what is repeated; nil if nothing is.
    package let loopMarker: String?
    /// Whether the gift names what is played of it, so that it needs no markers of the standard names.
    package let choosesParts: Bool
    /// The ids of the assets that the gift's manifest uses.
    package let manifestAssets: Set<String>
    /// What has no effect in the gift's manifest, each with its place.
    package let ineffectiveEntries: [String]
    /// The archive from which it is; nil if it is from none.
    package let archive: DotLottieFile?
    /// The state machine of a gift that is in no archive; nil if it has none.
    package let machine: InspectedMachine?

    /// The marker of what is repeated without another choice.
    package static let standardLoopMarker = "loop"

    /// Creates a subject.
    package init(
        json: [UInt8], fileSize: Int, composition: Composition, properties: DynamicProperties = DynamicProperties(),
        isGift: Bool = false, loopMarker: String? = Self.standardLoopMarker, choosesParts: Bool = false,
        manifestAssets: Set<String> = [], ineffectiveEntries: [String] = [], archive: DotLottieFile? = nil,
        machine: InspectedMachine? = nil
    ) {
        self.json = json
        self.fileSize = fileSize
        self.composition = composition
        self.properties = properties
        self.isGift = isGift
        self.loopMarker = loopMarker
        self.choosesParts = choosesParts
        self.manifestAssets = manifestAssets
        self.ineffectiveEntries = ineffectiveEntries
        self.archive = archive
        self.machine = machine
    }
}
