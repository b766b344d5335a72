import Lottie

/// An animation named on the command line, read.
struct OpenedAnimation {
    /// What errors call it.
    let name: String
    let composition: Composition

    /// Finds, reads and parses what `argument` names.
    /// - Throws: 66 where there is nothing of that name, 65 where it is no animation that can be played.
    init(argument: String) throws(CommandFailure) {
        let source = try AnimationSource(argument: argument)
        name = source.name
        do throws(LottieError) {
            composition = try Composition(json: source.bytes)
        } catch {
            throw CommandFailure(.badData, "\(source.name): \(error.description)")
        }
    }
}
