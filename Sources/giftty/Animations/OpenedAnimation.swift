import DotLottie
import Lottie
import LottieRenderer

/// An animation named on the command line, read.
struct OpenedAnimation {
    /// What errors call it.
    let name: String
    let composition: Composition
    /// Values in place of its own.
    let properties: DynamicProperties
    /// The archive it is from, if it is from one.
    let archive: DotLottieFile?
    /// Bytes of the file.
    let fileSize: Int

    /// Finds, reads and parses what `argument` names, with the pictures that lie beside it.
    /// - Throws: 66 where there is nothing of that name, 65 where it is no animation that can be played, 64 where it lacks
    ///   what the options name.
    init(argument: String, options: AnimationOptions) throws(CommandFailure) {
        let source = try AnimationSource(argument: argument, home: options.home)
        name = source.name
        fileSize = source.bytes.count
        let file: AnimationFile
        do throws(DotLottieError) {
            file = try AnimationFile(source.bytes)
        } catch {
            throw CommandFailure(.badData, "\(source.name): \(error)")
        }
        var composition = try options.composition(of: file, name: source.name)
        if case .archive(let archive) = file {
            self.archive = archive
        } else {
            archive = nil
            if let path = source.path {
                var folder = PictureFolder(beside: path)
                composition.embedImages { folder.picture(named: $0) }
            }
        }
        self.composition = composition
        var properties = try options.manifestProperties(of: source, composition)
        properties.append(contentsOf: try options.dynamicProperties(of: composition))
        self.properties = properties
    }
}
