import AnimationInspection
import Archives
import DotLottie
import GiftPackages
import Lottie
import Playback
import ReportText
import StoreDocuments

/// A gift that was handed in and found good: what is to be published, and what is said of it.
struct CheckedGift {
    let draft: GiftDraft
    /// What `giftty inspect` says of the file, as a JSON object.
    let inspection: [UInt8]

    /// Reads, checks and packs what was handed in, which takes as long as reading and drawing an animation does.
    /// - Throws: `RequestFailure` where it is no gift.
    init(id: String, file: [UInt8], parameters: PublishParameters) throws(RequestFailure) {
        let package: GiftPackage
        do throws(GiftPackageError) {
            package = try GiftPackage(file)
        } catch {
            throw RequestFailure(error.isTooMuch ? .contentTooLarge : .unprocessableContent, error.description)
        }
        do throws(ArchiveError) {
            draft = GiftDraft(id: id, package, zip: try package.zip(), parameters: parameters)
        } catch {
            throw RequestFailure(.contentTooLarge, error.description)
        }
        var archive: DotLottieFile?
        if package.kind == .dotLottie, case .archive(let file)? = try? AnimationFile(file) { archive = file }
        inspection = Array(
            Inspection(
                name: "\(id).\(package.kind.fileEnding)", fileSize: file.count, archive: archive,
                composition: package.composition, cost: nil
            ).json.text.utf8)
    }
}

extension GiftPackage.Kind {
    fileprivate var fileEnding: String {
        switch self {
        case .zip: "zip"
        case .dotLottie: "lottie"
        case .document: "json"
        }
    }
}

extension GiftPackageError {
    /// Whether it is its size that is wrong with it.
    fileprivate var isTooMuch: Bool {
        switch self {
        case .tooLong: true
        case .archive(.tooMuch): true
        default: false
        }
    }
}

extension GiftDraft {
    /// What is to be published of a package. What a publisher says counts before what the package says of itself.
    init(id: String, _ package: GiftPackage, zip: [UInt8], parameters: PublishParameters) {
        let composition = package.composition
        self.init(
            id: id, duration: composition.exactDuration, width: composition.width, height: composition.height,
            frameRate: composition.frameRate, package: zip)
        let manifest = package.manifest
        name = parameters.name ?? manifest?.name
        value = parameters.value ?? manifest?.value
        tags = parameters.tags ?? manifest?.tags
        sign = parameters.sign ?? manifest?.sign
        settings = manifest?.settings
    }
}

extension Composition {
    /// How long it plays, to the nearest nanosecond; a day at most, which no gift comes near.
    fileprivate var exactDuration: Nanoseconds {
        guard duration.isFinite, duration > 0 else { return 0 }
        return Nanoseconds((min(duration, 86_400) * 1e9).rounded())
    }
}
