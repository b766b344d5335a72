import DotLottie

extension LoadedAnimation {
    /// Parses the initial animation of a file.
    package init(_ bytes: [UInt8], location: String) throws(AnimationLoadingError) {
        do throws(DotLottieError) {
            let file = try AnimationFile(bytes)
            var archive: DotLottieFile?
            if case .archive(let found) = file, !found.stateMachines.isEmpty { archive = found }
            self.init(
                try file.composition(), byteCount: bytes.count, location: location, archive: archive)
        } catch {
            throw .invalid(location: location, error)
        }
    }
}
