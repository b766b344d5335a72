import ArgumentParser
import LottieInspection

/// The options for screencasts of a session: `--cast`, `--svg`, `--gif`, `--size` and `--fps`.
struct ScreencastOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the screen as a recording for asciinema.", valueName: "file.cast"),
        completion: .file())
    var cast: String?

    @Option(help: ArgumentHelp("Write the screen as an SVG that moves.", valueName: "file.svg"), completion: .file())
    var svg: String?

    @Option(help: ArgumentHelp("Write the screen as a GIF.", valueName: "file.gif"), completion: .file())
    var gif: String?

    @Option(
        help: ArgumentHelp("The screen's size in cells; else as it was recorded.", valueName: "COLSxROWS"),
        transform: PictureSize.parse)
    var size: PictureSize?

    @Option(
        help: ArgumentHelp(
            "Frames a second, 0.1 to 240; else 30 for asciinema, 15 for GIF, 10 for SVG.", valueName: "30"),
        transform: FrameRateArgument.parse)
    var fps: FrameRateArgument?

    /// The requested files.
    var files: [ScreencastFile] {
        let paths: [(ScreencastFile.Kind, String?)] = [(.cast, cast), (.svg, svg), (.gif, gif)]
        return paths.compactMap { kind, path in path.map { ScreencastFile(kind: kind, path: $0) } }
    }

    /// The maximum number of columns and rows, more than any terminal has.
    private static let maxSide = 1000

    /// Checks the combination of the options and the files.
    ///
    /// - Throws: `CommandFailure` if the options are invalid or a file cannot be written.
    func check() throws(CommandFailure) {
        guard !files.isEmpty || size == nil && fps == nil else {
            throw CommandFailure(.usage, "--size and --fps: can only be used with --cast, --svg or --gif")
        }
        if let size, size.width > Self.maxSide || size.height > Self.maxSide {
            throw CommandFailure(
                .usage, "--size: expected sides up to \(Self.maxSide) cells, found \(size.width)x\(size.height)")
        }
        for file in files { try file.check() }
    }
}
