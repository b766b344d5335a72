import AnimationPlayback
import GiftPackages
import LottieDocument
import LottieInspection
import LottieRenderer
import PlayerSettings

extension AnimationOptions {
    /// Returns the manifest of a gift, which is empty if it has no file.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if the manifest is invalid.
    func manifest(of source: AnimationSource) throws(CommandFailure) -> GiftManifest {
        guard let (yaml, file) = source.manifest else { return GiftManifest() }
        do throws(ConfigurationError) {
            return try GiftManifest(yaml: yaml, file: file)
        } catch {
            throw CommandFailure(.badData, "\(source.name): \(error)")
        }
    }

    /// Returns the values that a gift's manifest gives to its animation, and what it puts inside layers; without a
    /// sender, only what does not depend on one.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a sender without a gift, and 65 if a value is invalid.
    func properties(
        of manifest: @autoclosure () -> GiftManifest?, _ source: AnimationSource, _ composition: Composition
    ) throws(CommandFailure) -> (values: DynamicProperties, insertions: [InspectedInsertion]) {
        guard source.isGift || sender == nil else {
            throw CommandFailure(.usage, "--sender: expected a gift, found the file \(source.name)")
        }
        guard let file = source.manifest?.file, let manifest = manifest() else { return (DynamicProperties(), []) }
        do throws(ConfigurationError) {
            let values = try GiftProperties(
                manifest, of: composition, file: file, animations: source.insertedAnimations)
            let shown = sender.map { PresentationValues(sender: $0, count: 1, gift: manifest.name ?? source.name) }
            let insertions = values.insertions(for: shown).map { InspectedInsertion($0) }
            return (values.values(for: shown), insertions)
        } catch {
            throw CommandFailure(.badData, "\(source.name): \(error)")
        }
    }
}

extension GiftManifest {
    /// Returns what is played of an animation, as the manifest says.
    ///
    /// - Throws: `CommandFailure` with exit status 65 if the animation lacks a place or a marker.
    func course(of composition: Composition, name: String) throws(CommandFailure) -> PlaybackCourse? {
        do throws(PlaybackSegmentError) {
            return try play.course(of: composition)
        } catch {
            throw CommandFailure(.badData, "\(name): gift.yaml: play: \(error)")
        }
    }
}

extension InspectedInsertion {
    /// Creates the description of something that a gift has inside layers.
    init(_ insertion: GiftInsertion) {
        self.init(
            layers: insertion.layers, name: insertion.file, content: insertion.content, order: insertion.order,
            box: insertion.box)
    }
}
