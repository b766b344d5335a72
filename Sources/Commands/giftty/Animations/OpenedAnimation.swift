import AnimationPlayback
import DotLottie
import GiftPackages
import LottieDocument
import LottieRenderer

/// A parsed animation that an argument names.
struct OpenedAnimation {
    /// The name in error messages.
    let name: String
    let composition: Composition
    /// The property values that override those of the animation.
    let properties: DynamicProperties
    /// What is played of the animation of a gift; `nil` for the whole of it, as for any other animation.
    let course: PlaybackCourse?
    /// The dotLottie archive; `nil` if the animation is not from one.
    let archive: DotLottieFile?
    /// The size of the animation file, in bytes.
    let fileSize: Int
    /// Whether the animation belongs to a gift kind or a package.
    let isGift: Bool
    /// The text of the animation's document.
    let document: [UInt8]

    /// Finds, reads and parses the animation that `argument` names, and loads the pictures next to it.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file or gift kind, 65 if it is not a valid
    ///   animation, and 64 if it lacks something that an option names.
    init(argument: String, options: AnimationOptions) throws(CommandFailure) {
        let source = try AnimationSource(argument: argument, home: options.home)
        name = source.name
        fileSize = source.bytes.count
        isGift = source.isGift
        let file: AnimationFile
        do throws(DotLottieError) {
            file = try AnimationFile(source.bytes)
        } catch {
            throw CommandFailure(.badData, "\(source.name): \(error)")
        }
        var composition = try options.composition(of: file, name: source.name)
        switch file {
        case .archive(let archive):
            self.archive = archive
            // The composition was read from it, so that it exists.
            document = (try? archive.document(options.animation))?.json ?? []
        case .document(let json):
            archive = nil
            document = json
            source.package?.embedPictures(in: &composition)
            if let path = source.path {
                var folder = PictureFolder(beside: path)
                composition.embedImages { folder.picture(named: $0) }
            }
        }
        self.composition = composition
        let manifest = try options.manifest(of: source)
        course = try manifest?.course(of: composition, name: source.name)
        var properties = try options.properties(of: manifest ?? GiftManifest(), source, composition)
        properties.append(contentsOf: try options.dynamicProperties(of: composition))
        self.properties = properties
    }
}
