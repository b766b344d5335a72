import GiftPackages
import LottieDocument
import LottieRenderer
import PlayerSettings

extension AnimationOptions {
    /// Returns the property values that a gift's manifest sets; without a sender, only those that do not depend on one.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a sender without a gift, and 65 if the manifest is invalid.
    func manifestProperties(
        of source: AnimationSource, _ composition: Composition
    ) throws(CommandFailure) -> DynamicProperties {
        guard source.isGift || sender == nil else {
            throw CommandFailure(.usage, "--sender: expected a gift, found the file \(source.name)")
        }
        guard let (yaml, file) = source.manifest else { return DynamicProperties() }
        do throws(ConfigurationError) {
            let manifest = try GiftManifest(yaml: yaml, file: file)
            let values = try GiftProperties(manifest, of: composition, file: file)
            return values.values(
                for: sender.map { PresentationValues(sender: $0, count: 1, gift: manifest.name ?? source.name) })
        } catch {
            throw CommandFailure(.badData, "\(source.name): \(error)")
        }
    }
}
