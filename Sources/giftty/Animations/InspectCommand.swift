import AnimationInspection
import ArgumentParser
import Lottie
import ReportText

/// Says what is in an animation, what of it is not drawn as on the web, and what it costs.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Says what is in an animation, what of it is drawn otherwise than on the web, and what it costs.",
        discussion: """
            The cost of a layer is the mean time to evaluate and draw it in a frame, with all that it shows, its matte and \
            its effects. Other programs that run at the same time make it longer.
            """)

    @Argument(help: ArgumentHelp("A Lottie file, or the id of a gift.", valueName: "file|gift"))
    var animation: String

    @OptionGroup var options: AnimationOptions

    @Option(
        help: ArgumentHelp("Size of the picture that is timed; else 160 pixels for the longer side.", valueName: "WxH"))
    var pixels: PictureSize?

    @Flag(inversion: .prefixedNo, help: "Draw the animation to find what it costs.")
    var cost = true

    @Flag(help: "List the paths of all properties instead, each with its kind and its value in the first frame.")
    var paths = false

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    mutating func run() throws {
        let pictureSize = try pixels?.drawable(option: "--pixels")
        let opened = try OpenedAnimation(argument: animation, options: options)
        var output = Output.standard()
        if paths {
            try PropertyTable(opened).write(to: &output, as: format)
            return try output.flush()
        }
        let size = pictureSize ?? .toTime(opened.composition)
        let inspection = Inspection(
            name: opened.name, fileSize: opened.fileSize, archive: opened.archive, composition: opened.composition,
            properties: opened.properties,
            cost: cost ? FrameCost(of: opened.composition, opened.properties, size: size) : nil)
        switch format {
        case .json: try output.line(inspection.json.text)
        case .text: for line in inspection.lines { try output.line(line) }
        }
        try output.flush()
    }
}

extension PictureSize {
    /// The size of `composition` with 160 pixels for its longer side: that of a gift in a usual terminal.
    fileprivate static func toTime(_ composition: Composition) -> PictureSize {
        let scale = 160 / max(composition.width, composition.height)
        func pixels(_ side: Double) -> Int { max(1, Int((side * scale).rounded())) }
        return PictureSize(width: pixels(composition.width), height: pixels(composition.height))
    }
}
