import Archives
public import Lottie

/// A file that holds animations, of any of the kinds that are around, told apart by their first bytes.
public enum AnimationFile: Sendable {
    /// One animation: a Lottie document in JSON. A Telegram sticker, which is the same packed with gzip, becomes one too.
    case document([UInt8])
    /// A dotLottie archive.
    case archive(DotLottieFile)

    /// The longest sticker, unpacked, in bytes: that of any other document in an archive.
    private static let longestSticker = ArchiveLimits.dotLottie.fileBytes

    /// The file that `bytes` are; whether a document is an animation shows when it is read.
    /// - Throws: `DotLottieError` where they are a broken archive or sticker.
    public init(_ bytes: [UInt8]) throws(DotLottieError) {
        if Archive.isArchive(bytes) {
            self = .archive(try DotLottieFile(bytes))
        } else if Gzip.isGzip(bytes) {
            do throws(ArchiveError) {
                self = .document(try Gzip.contents(of: bytes, upTo: Self.longestSticker))
            } catch {
                throw .archive(error)
            }
        } else {
            self = .document(bytes)
        }
    }

    /// Reads an animation.
    /// - Parameters:
    ///   - id: the animation of an archive; nil for the initial one, and of no meaning for a document.
    ///   - theme: what the slots of an archive's animation take their values from.
    ///   - slots: values that beat all others, by the slots' names.
    /// - Throws: `DotLottieError` where there is no such animation or theme, or where one of them is broken.
    public func composition(
        _ id: String? = nil, theme: DotLottieFile.ThemeChoice = .initial, slots: [String: SlotValue] = [:]
    ) throws(DotLottieError) -> Composition {
        switch self {
        case .archive(let file): return try file.composition(id, theme: theme, slots: slots)
        case .document(let json):
            do throws(LottieError) {
                return try Composition(json: json, slots: slots)
            } catch {
                throw .document(file: nil, error)
            }
        }
    }
}
