import AnimationLoading
import GiftLibrary
import GiftPackages
import LottieDocument
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
            do throws(AnimationAddressError) {
                return .web(try AnimationAddress(text))
            } catch {
                throw assignment.failure(error)
            }
        }
        return try settings.storeSource().map { .store($0) }
    }

    /// Whether the place is a web server.
    var isWeb: Bool { if case .web = self { true } else { false } }
}

extension Assignment {
    /// Checks that a value of the setting `store` is a place that a room can follow; other settings pass.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an option, and 78 otherwise.
    func checkStore() throws(CommandFailure) {
        guard key == .store else { return }
        var settings = LayeredSettings()
        settings.assign(self)
        _ = try RoomStorePlace.place(of: settings)
    }
}

extension FallbackAnimation {
    /// Reads the animation that the setting `fallback` names; `nil` for `none`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift, and 65 if it is invalid.
    init?(_ settings: LayeredSettings, home: StoreHomeOption) throws(CommandFailure) {
        let assignment = settings.assignment(of: .fallback)
        guard case .text(let argument) = assignment.value else { return nil }
        let (composition, options) = try assignment.reading {
            () throws(CommandFailure) -> (Composition, PresentationOptions) in
            let source = try AnimationSource(argument: argument, home: home, store: nil)
            let composition = try source.composition()
            guard let (yaml, file) = source.manifest else {
                return (composition, PresentationOptions(GiftManifest(), of: composition))
            }
            let options = try PresentationOptions(
                yaml: yaml, file: file, of: composition, animations: source.insertedAnimations)
            return (composition, options)
        }
        self.init(composition, options: options)
    }
}
