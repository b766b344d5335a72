import AnimationLoading
import GiftLibrary
import GiftPackages
import PlayerSettings
import RoomSession
import RoomUI

/// What a room follows for its gifts: a library with a store, or a web server.
protocol RoomStore: StoreUpdates, PublishedAnimations {
    /// Stops the work in the background.
    func end()
}

/// The place of a room's gifts that the settings name.
enum RoomStorePlace {
    /// A store with a catalogue.
    case store(StoreSource)
    /// A plain web server.
    case web(AnimationAddress)

    /// The place of the setting `store`; `nil` if it names none.
    static func place(of settings: LayeredSettings) throws(CommandFailure) -> RoomStorePlace? {
        let assignment = settings.assignment(of: .store)
        if case .text(let text) = assignment.value, AnimationAddress.isAddress(text) {
            return .web(try AnimationStoreOption.address(text, origin: assignment.origin.description))
        }
        return try settings.storeSource().map { .store($0) }
    }

    /// Whether the place is a web server.
    var isWeb: Bool { if case .web = self { true } else { false } }
}

extension FallbackAnimation {
    /// Reads the animation that the setting `fallback` names; `nil` for `none`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift, and 65 if it is invalid.
    init?(_ settings: LayeredSettings, home: StoreHomeOption) throws(CommandFailure) {
        guard case .text(let argument) = settings.value(of: .fallback) else { return nil }
        let source = try AnimationSource(argument: argument, home: home, store: nil)
        let composition = try source.composition()
        guard let (yaml, file) = source.manifest else {
            self.init(composition, options: PresentationOptions(GiftManifest(), of: composition))
            return
        }
        self.init(
            composition,
            options: try PresentationOptions(
                yaml: yaml, file: file, of: composition, animations: source.insertedAnimations))
    }
}
