import ArgumentParser
import LottieDocument
import LottieRenderer
import PlayerSettings

/// The options `--hide` and `--show`, which hide layers and show hidden ones.
struct VisibilityOptions: ParsableArguments {
    @Option(
        name: .customLong("hide"), parsing: .singleValue,
        help: ArgumentHelp(
            "Hide layers, such as 'Scene.**.Shadow'; inspect --key-paths lists them; may be repeated.",
            valueName: "path"))
    var hidden: [String] = []

    @Option(
        name: .customLong("show"), parsing: .singleValue,
        help: ArgumentHelp(
            "Show layers that the file or --hide hides; may be repeated.", valueName: "path"))
    var shown: [String] = []

    /// Adds the values that hide and show layers; `--show` takes precedence.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a path that leads to no layer.
    func apply(to properties: inout DynamicProperties, of composition: Composition) throws(CommandFailure) {
        guard !hidden.isEmpty || !shown.isEmpty else { return }
        let known = AnimationRenderer(composition, width: 1, height: 1).layerPaths
        for (option, paths, isHidden) in [("--hide", hidden, true), ("--show", shown, false)] {
            for text in paths {
                let path: LayerPath
                do throws(PropertyPathError) {
                    path = try LayerPath(parsing: text)
                } catch {
                    throw CommandFailure(.usage, "\(option) \(text): \(error)")
                }
                guard known.contains(where: { path.matches($0) }) else {
                    let hint = Suggestion.hint(for: text, among: known.map(\.description))
                    throw CommandFailure(.usage, "\(option) \(text): no layer of that path\(hint)")
                }
                properties.set(path, isHidden: isHidden)
            }
        }
    }
}
