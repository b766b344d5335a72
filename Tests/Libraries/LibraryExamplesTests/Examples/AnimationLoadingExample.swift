import AnimationLoading

/// The animations of a folder, and those of a web server that the folder does not have.
struct FolderThenWeb: AnimationProvider {
    let folder: FolderAnimations
    let web: RememberedAnimations<WebAnimations>

    /// Creates the provider.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - address: The address of the web server, such as `https://example.org/gifts/{id}.json`.
    /// - Throws: `AnimationAddressError` if the address does not have `{id}`.
    init(folder: String, address: String) throws(AnimationAddressError) {
        self.folder = FolderAnimations(folder)
        let limits = AnimationLimits(fileBytes: 4 << 20, time: .seconds(10))
        web = RememberedAnimations(of: WebAnimations(try AnimationAddress(address), limits: limits), maxCount: 20)
    }

    func animation(_ id: String) async throws(AnimationLoadingError) -> LoadedAnimation {
        do throws(AnimationLoadingError) {
            return try await folder.animation(id)
        } catch .notFound {
            return try await web.animation(id)
        }
    }
}

/// Returns the animation of an id, or else the fallback's and the reason.
func animation(
    _ id: String, orElse fallback: String, from provider: some AnimationProvider
) async throws(AnimationLoadingError) -> (animation: LoadedAnimation, problem: String?) {
    do throws(AnimationLoadingError) {
        return (try await provider.animation(id), nil)
    } catch {
        return (try await provider.animation(fallback), error.description)
    }
}
