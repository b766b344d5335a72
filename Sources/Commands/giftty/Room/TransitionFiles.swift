import BuiltInGifts
import DotLottie
import LottieDocument
import Playback
import PlayerSettings
import RoomUI

/// The transitions between scenes: built-in ones, identified by name, and files.
struct TransitionFiles: TransitionProvider {
    private static let folder = "transitions/"
    private static let fileExtension = ".json"

    /// The names of the built-in transitions.
    static var names: [String] {
        EmbeddedFiles.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(fileExtension) }
            .map { String($0.dropFirst(folder.count).dropLast(fileExtension.count)) }
    }

    /// Returns the transition for a value of the setting, with errors for the room.
    func transition(named name: String) throws(SceneTransitionError) -> SceneTransition {
        do throws(CommandFailure) {
            return try Self.load(name)
        } catch {
            throw SceneTransitionError(error.message ?? "\(name): can't be played")
        }
    }

    /// Checks that the setting names a valid transition.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or built-in transition, and 65 if it is
    ///   invalid.
    static func check(_ assignment: Assignment) throws(CommandFailure) {
        guard case .text(let name) = assignment.value else { return }
        _ = try assignment.reading { () throws(CommandFailure) in try load(name) }
    }

    private static func load(_ name: String) throws(CommandFailure) -> SceneTransition {
        let bytes: [UInt8]
        if let embedded = EmbeddedFiles.bytes(at: folder + name + fileExtension) {
            bytes = embedded
        } else {
            guard InputFile.exists(at: name) || name.contains("/") || name.contains(".") else {
                let hint = Suggestion.hint(for: name, among: names)
                throw CommandFailure(.noInput, "\(name): no such file or transition\(hint)")
            }
            bytes = try InputFile.bytes(at: name)
        }
        let composition = try composition(of: bytes, name: name)
        do throws(SceneTransitionError) {
            return try SceneTransition(composition)
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
    }

    private static func composition(of bytes: [UInt8], name: String) throws(CommandFailure) -> Composition {
        do throws(DotLottieError) {
            let file = try AnimationFile(bytes)
            var composition = try file.composition()
            if case .document = file {
                var pictures = PictureFolder(beside: name)
                composition.embedImages { pictures.picture(named: $0) }
            }
            return composition
        } catch {
            throw CommandFailure(.badData, "\(name): \(error)")
        }
    }
}
