import Foundation
import GiftPackages
import GiftPreviews
import SeededRandomness

/// A trial that checks hostile packages as a store does before it publishes them.
///
/// It checks that a package is refused with one line, or that it stays the same gift in every form that the store
/// offers.
public enum PackageTrial {
    /// The longest time for one step of the work, in seconds of processor time.
    private static let maxSeconds = 5.0
    /// The longest line with a reason for a refusal, in bytes.
    private static let maxLineLength = 16_384

    /// Tries one package, which depends only on the seed.
    ///
    /// - Returns: Whether the package was accepted.
    /// - Throws: `StoreRuleViolation` if the package costs too much, is refused with more than one line, or changes.
    @discardableResult
    public static func run(seed: UInt64) throws -> Bool {
        var random = SeededGenerator(seed: seed)
        let file = HostilePackage.large(&random)
        guard let package = try accepted(file, seed: seed) else { return false }
        try checkForms(of: package, seed: seed)
        try checkPictures(of: package, seed: seed)
        return true
    }

    private static func timed<Result>(_ work: String, seed: UInt64, _ body: () throws -> Result) throws -> Result {
        let begin = clock()
        let result = try body()
        let seconds = Double(clock() - begin) / Double(CLOCKS_PER_SEC)
        guard seconds <= maxSeconds else { throw StoreRuleViolation(seed: seed, "\(work) takes \(seconds) s") }
        return result
    }

    private static func accepted(_ file: [UInt8], seed: UInt64) throws -> GiftPackage? {
        let result = try timed("checking", seed: seed) { () -> Result<GiftPackage, GiftPackageError> in
            do throws(GiftPackageError) {
                return .success(try GiftPackage(file))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let package): return package
        case .failure(let error):
            let line = error.description
            guard !line.isEmpty, line.utf8.count <= maxLineLength, !line.contains(where: \.isNewline) else {
                throw StoreRuleViolation(seed: seed, "is refused with other than a line: \(line)")
            }
            return nil
        }
    }

    private static func checkForms(of package: GiftPackage, seed: UInt64) throws {
        let size = (package.composition.width, package.composition.height)
        let zip = try timed("packing", seed: seed) { try package.zipArchive() }
        for (form, make) in [
            ("zip", { zip }), (".lottie", { try package.dotLottieArchive() }),
            ("document", { try package.standaloneJSON() }),
        ] as [(String, () throws -> [UInt8])] {
            let again: GiftPackage
            do {
                again = try timed("reading the \(form)", seed: seed) { try GiftPackage(try make()) }
            } catch let error as GiftPackageError {
                throw StoreRuleViolation(seed: seed, "is accepted, and then refused as \(form): \(error)")
            }
            guard (again.composition.width, again.composition.height) == size else {
                throw StoreRuleViolation(seed: seed, "has another size as \(form)")
            }
            guard try form != "zip" || again.zipArchive() == zip else {
                throw StoreRuleViolation(seed: seed, "changes when it is packed again")
            }
        }
    }

    private static func checkPictures(of package: GiftPackage, seed: UInt64) throws {
        let preview = GiftPreview(package.composition, properties: package.properties.values(for: nil))
        for (name, draw) in [("still", { try preview.stillPNG() }), ("preview", { try preview.animatedPNG() })]
            as [(String, () throws -> [UInt8])]
        {
            do {
                let file = try timed("drawing the \(name)", seed: seed, draw)
                guard file.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
                    throw StoreRuleViolation(seed: seed, "has a \(name) that is no PNG")
                }
            } catch GiftPreviewError.tooCostly {
                // The drawing ended in time, which is all that the store promises for a package of excessive cost.
            }
        }
    }
}
