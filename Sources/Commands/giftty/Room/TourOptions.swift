import ArgumentParser
import BuiltInGifts
import PlayerSettings
import Scenarios

/// The options of the guided tour.
struct TourOptions: ParsableArguments {
    @Flag(help: "Begin with the guided tour, which shows every rule in a few steps.")
    var tour = false

    @Argument(
        help: ArgumentHelp("With --tour: a tour file instead of the built-in tour.", valueName: "tour-file"),
        completion: .yamlFiles)
    var tourFile: String?

    /// The name of the built-in tour among the embedded files.
    private static let builtIn = "tour.yaml"

    /// Reads the built-in tour.
    static func builtInTour() throws(CommandFailure) -> Tour {
        try tour(EmbeddedFiles.text(at: builtIn) ?? "", path: builtIn)
    }

    /// Reads the tour, which the key t begins too.
    func read() throws(CommandFailure) -> Tour {
        guard let tourFile else { return try Self.builtInTour() }
        guard tour else { throw CommandFailure(.usage, "\(tourFile): expected an option such as --tour before it") }
        return try Self.tour(String(decoding: try InputFile.bytes(at: tourFile), as: UTF8.self), path: tourFile)
    }

    private static func tour(_ text: String, path: String) throws(CommandFailure) -> Tour {
        let catalogue = try ScenarioSource.catalogue()
        do throws(ConfigurationError) {
            return try Tour(text, path: path, catalogue: catalogue)
        } catch {
            throw CommandFailure(.badData, error.description)
        }
    }
}
