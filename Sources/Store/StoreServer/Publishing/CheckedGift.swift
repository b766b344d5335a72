import AnimationLint
import AnimationPlayback
import Budgets
import CommandLineSupport
import DotLottie
import ExactNumbers
import GiftPackages
import JSON
import LottieDocument
import LottieInspection
import Playback
import StoreProtocol
import ZIPArchive

/// A submitted gift that passed the check: the draft to publish and the report for the publisher.
struct CheckedGift: Sendable {
    let draft: GiftDraft
    /// The report of `giftty inspect` for the file, as a JSON object.
    let inspection: [UInt8]

    /// Parses, checks, lints and packs a submitted file. This takes as long as reading and drawing its animation.
    ///
    /// Findings do not refuse a gift, and the frames for them are drawn within a limit of work of their own.
    ///
    /// - Parameters:
    ///   - id: The id of the gift kind.
    ///   - file: The submitted file.
    ///   - parameters: The parameters of the request.
    ///   - deadline: The end of the available time. All other limits are the same as for every reader of packages.
    /// - Throws: `RequestFailure` if the file is not a valid gift, or is too large.
    init(
        id: String, file: [UInt8], parameters: PublishParameters, deadline: Budget.Deadline
    ) throws(RequestFailure) {
        let package: GiftPackage
        do throws(GiftPackageError) {
            package = try GiftPackage(file, within: Budget(.giftPackage, deadline: deadline))
            try package.checkForPublication()
        } catch {
            throw RequestFailure(error.isTooLarge ? .contentTooLarge : .unprocessableContent, error.description)
        }
        do throws(PackageSignatureError) {
            try package.checkSignature(id: id)
        } catch {
            throw RequestFailure(.unprocessableContent, error.description)
        }
        var draft: GiftDraft
        do throws(ArchiveError) {
            draft = GiftDraft(id: id, package, zip: try package.zipArchive(), parameters: parameters)
        } catch {
            throw RequestFailure(.contentTooLarge, error.description)
        }
        draft.findings = Self.findings(in: package, fileSize: file.count, deadline: deadline)
        self.draft = draft
        var archive: DotLottieFile?
        if package.kind == .dotLottie, case .archive(let file)? = try? AnimationFile(file) { archive = file }
        inspection = Array(
            Inspection(
                name: "\(id).\(package.kind.fileExtension(of: file))", fileSize: file.count, archive: archive,
                composition: package.composition, presentation: InspectedPresentation(package),
                machine: package.machine.map { InspectedMachine($0) }, cost: nil
            ).json.text.utf8)
    }

    /// Returns the findings of `giftty lint` as a JSON array.
    ///
    /// Nothing is measured, as the server has other work, and no missing font is told, as its fonts are not the players'.
    private static func findings(in package: GiftPackage, fileSize: Int, deadline: Budget.Deadline) -> [UInt8] {
        var options = LintOptions.server
        options.rules.subtract([.missingFont, .missingLetter])
        let playing = package.manifest?.play ?? PlayingOptions()
        let subject = LintSubject(
            json: package.dataJSON, fileSize: fileSize, composition: package.composition,
            properties: package.properties.values(for: nil), isGift: true, loopMarker: playing.loopMarker,
            choosesParts: playing.choosesParts, manifestAssets: package.manifest?.assetIDs ?? [],
            machine: package.machine.map { InspectedMachine($0) })
        let lint = Lint(of: subject, options, deadline: deadline)
        return Array(JSONValue.array(lint.findings.map(\.json)).text.utf8)
    }
}

extension InspectedPresentation {
    /// Creates the description of what a package makes of its animation.
    fileprivate init(_ package: GiftPackage) {
        self.init(
            course: package.course, machineDuration: package.machine?.duration,
            insertions: package.properties.insertions().map {
                InspectedInsertion(
                    layers: $0.layers, name: $0.file, content: $0.content, order: $0.order, box: $0.box)
            })
    }
}

extension InspectedMachine {
    /// Creates the state machine of a gift to inspect.
    fileprivate init(_ machine: GiftMachine) {
        self.init(
            id: machine.id, document: machine.document, drives: machine.drives, unsupported: machine.unsupported)
    }
}

extension GiftPackage.Kind {
    /// Returns the file name extension of a package of this kind with these bytes.
    fileprivate func fileExtension(of bytes: [UInt8]) -> String {
        switch self {
        case .zip: "zip"
        case .dotLottie: "lottie"
        case .document: Gzip.isGzip(bytes) ? "tgs" : "json"
        }
    }
}

extension GiftPackageError {
    /// Whether the package is too large.
    fileprivate var isTooLarge: Bool {
        switch self {
        case .fileTooLarge: true
        case .archive(.limitExceeded): true
        default: false
        }
    }
}

extension GiftDraft {
    /// Creates a draft from a package. The publisher's parameters override the package's manifest.
    init(id: String, _ package: GiftPackage, zip: [UInt8], parameters: PublishParameters) {
        let length = GiftLength(of: package.composition, playing: package.course, by: package.machine)
        self.init(
            id: id, duration: length.duration, format: StoreGift.Format(package.composition), package: zip)
        loop = length.loop
        let manifest = package.manifest
        name = parameters.name ?? manifest?.name
        value = parameters.value ?? manifest?.value
        tags = parameters.tags ?? manifest?.tags
        symbol = parameters.symbol ?? manifest?.symbol
        settings = manifest?.settings
    }
}
