public import DotLottie
public import LottieDocument

extension DotLottieFile {
    /// Reads a state machine of the archive.
    ///
    /// - Throws: `DotLottieError` if there is none of this id, or if its file is missing or invalid.
    public func stateMachineDocument(_ id: String) throws(DotLottieError) -> StateMachineDocument {
        let (name, json) = try stateMachineFile(id)
        do throws(LottieError) {
            return try StateMachineDocument(json: json)
        } catch {
            throw .document(file: name, error)
        }
    }

    /// Reads the animations that the states of a machine name, and the initial one.
    ///
    /// - Throws: `DotLottieError` if an animation is missing or invalid.
    public func animations(of document: StateMachineDocument) throws(DotLottieError) -> [String: Composition] {
        var animations = [initialAnimation.id: try composition(initialAnimation.id)]
        for id in document.states.compactMap({ $0.playback?.animation }) where !id.isEmpty && animations[id] == nil {
            animations[id] = try composition(id)
        }
        return animations
    }
}
