import Playback
import Scenarios

/// Checks the scenarios of files and returns what did not happen as they expect, one line each.
///
/// - Parameters:
///   - files: The names and texts of the files.
///   - mode: A mode that replaces the one of the files.
/// - Throws: The first error in a file, with its line and column.
func failures(of files: [(name: String, text: String)], mode: Settings.Mode? = nil) throws -> [String] {
    let kinds = ScenarioCatalogue(["heart": ScenarioGift(duration: 1_000_000_000, value: 1)])
    var lines: [String] = []
    for file in files {
        let scenario = try Scenario(file.text, path: file.name, catalogue: kinds)
        let overrides = mode.map { [Setting.mode($0)] } ?? []
        lines += scenario.check(overriding: overrides).map { "\(file.name): \($0.problem)" }
    }
    return lines
}
