import DotLottie

extension LoadedAnimation {
    /// Parses the initial animation of a file.
    package init(_ bytes: [UInt8], location: String) throws(AnimationLoadingError) {
        do throws(DotLottieError) {
            let composition = try AnimationFile(bytes).composition()
            self.init(composition, byteCount: bytes.count, location: location)
        } catch {
            throw .invalid(location: location, error)
        }
    }
}
