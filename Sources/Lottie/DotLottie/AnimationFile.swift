package import Budgets
public import LottieDocument
import ZIPArchive

/// A file with one or more animations in any supported format, which is detected from the first bytes.
public enum AnimationFile: Sendable {
    /// A single animation: a Lottie document in JSON, or a Telegram sticker, which is such a document compressed with
    /// gzip.
    case document([UInt8])
    /// A dotLottie archive.
    case archive(DotLottieFile)

    /// The maximum decompressed size of a sticker, in bytes, the same as for a document in an archive.
    private static let maxStickerSize = ArchiveLimits.dotLottie.fileBytes

    /// Creates a file from its bytes.
    ///
    /// A document is not parsed yet; `composition(_:theme:slots:)` reports whether it is a valid animation.
    ///
    /// - Throws: `DotLottieError` if the bytes are a damaged archive or sticker.
    public init(_ bytes: [UInt8]) throws(DotLottieError) {
        if Archive.isArchive(bytes) {
            self = .archive(try DotLottieFile(bytes))
        } else if Gzip.isGzip(bytes) {
            do throws(ArchiveError) {
                self = .document(try Gzip.contents(of: bytes, upTo: Self.maxStickerSize))
            } catch {
                throw .archive(error)
            }
        } else {
            self = .document(bytes)
        }
    }

    /// Parses an animation.
    ///
    /// - Parameters:
    ///   - id: The id of an archive's animation, nil for the initial one; ignored for a document.
    ///   - theme: The theme that sets the slots of an archive's animation; ignored for a document.
    ///   - slots: Values by slot id, which take precedence over all others.
    /// - Throws: `DotLottieError` if the animation or theme does not exist or is invalid.
    public func composition(
        _ id: String? = nil, theme: DotLottieFile.ThemeChoice = .initial, slots: [String: SlotValue] = [:]
    ) throws(DotLottieError) -> Composition {
        var budget = Budget(.document)
        return try composition(id, theme: theme, slots: slots, within: &budget)
    }

    /// Parses an animation as `composition(_:theme:slots:)` does, at the expense of `budget`.
    package func composition(
        _ id: String? = nil, theme: DotLottieFile.ThemeChoice = .initial, slots: [String: SlotValue] = [:],
        within budget: inout Budget
    ) throws(DotLottieError) -> Composition {
        switch self {
        case .archive(let file): return try file.composition(id, theme: theme, slots: slots, within: &budget)
        case .document(let json):
            do throws(LottieError) {
                return try Composition(json: json, slots: slots, within: &budget)
            } catch {
                throw .document(file: nil, error)
            }
        }
    }
}
