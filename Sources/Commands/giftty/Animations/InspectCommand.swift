import ArgumentParser
import CommandLineSupport
import GiftPackages
import JSON
import LottieDocument
import LottieInspection
import LottieRenderer
import TerminalText

/// The command `giftty inspect`, which reports the contents of an animation, its differences from the web and its cost.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Lists what is in an animation, what is drawn differently from browsers, and what it costs.",
        discussion: """
            The cost of a layer is the mean time to evaluate and draw it in a frame, with all that it shows, its matte and \
            its effects. Other programs that run at the same time make it longer.

            For a folder that is not a package, all animations in it and its subfolders are reported in order of name; \
            --format json prints one line for each. An error in one of them is reported on standard error, and the others \
            are reported nevertheless.
            """)

    @Argument(
        help: ArgumentHelp(
            "A Lottie file, a gift's package as a zip or a folder, a folder of these, an http or https URL of a file, the "
                + "id of a gift, or - for standard input.",
            valueName: "file|url|gift"), completion: .animations)
    var animation: String

    @OptionGroup var options: AnimationOptions

    @Option(
        help: ArgumentHelp("Size of the picture that is timed; else 160 pixels for the longer side.", valueName: "WxH"),
        transform: PictureSize.parse)
    var pixels: PictureSize?

    @Flag(inversion: .prefixedNo, help: "Draw the animation to measure its cost.")
    var cost = true

    @Flag(help: "List the paths of all properties instead, each with its kind and its value in the first frame.")
    var paths = false

    @Flag(help: "List the key paths of all layers instead, for --hide and --show.")
    var keyPaths = false

    @Option(help: "text or json.")
    var format: ReportFormat = .text

    mutating func run() throws {
        let pictureSize = try pixels?.checkedForDrawing(option: "--pixels")
        var output = Output.standard()
        guard let names = try AnimationFolder.paths(in: animation) else {
            let opened = try OpenedAnimation(argument: animation, options: options)
            try report(on: opened, size: pictureSize, to: &output)
            return try output.flush()
        }
        var firstFault: CommandFailure?
        var hasTold = false
        for name in names {
            switch open(name) {
            case .success(let opened):
                if hasTold, format == .text { try output.writeLine() }
                hasTold = true
                try report(on: opened, size: pictureSize, to: &output)
            case .failure(let fault):
                if let line = fault.line(of: "giftty") { StandardError.write(line: line) }
                if firstFault == nil { firstFault = fault }
            }
        }
        try output.flush()
        // The error message has been printed already.
        if let firstFault { throw CommandFailure.silent(ExitStatus(rawValue: firstFault.code) ?? .badData) }
    }

    /// Opens an animation of a folder and returns it, or the error.
    private func open(_ name: String) -> Result<OpenedAnimation, CommandFailure> {
        do throws(CommandFailure) {
            return .success(try OpenedAnimation(argument: name, options: options))
        } catch {
            return .failure(error)
        }
    }

    private func writeKeyPaths(of opened: OpenedAnimation, to output: inout Output) throws {
        let paths = opened.renderer(width: 1, height: 1).layerPaths.map(\.description)
        switch format {
        case .json: try output.writeLine(JSONValue.array(paths.map { .string($0) }))
        // Their signs are those of the layers' names, and other options take the paths as they are.
        case .text: for path in paths { try output.writeLine(encoded: path.terminalSafe()) }
        }
    }

    private func report(
        on opened: OpenedAnimation, size pictureSize: PictureSize?, to output: inout Output
    ) throws {
        if paths { return try PropertyTable(opened).write(to: &output, as: format) }
        if keyPaths { return try writeKeyPaths(of: opened, to: &output) }
        let size = pictureSize ?? .benchmarkSize(of: opened.composition)
        let inspection = Inspection(
            name: opened.name, fileSize: opened.fileSize, archive: opened.archive, composition: opened.composition,
            presentation: InspectedPresentation(
                course: opened.course, machineDuration: opened.machine?.duration, insertions: opened.insertions,
                ineffectiveEntries: (opened.manifest?.ineffectiveEntries ?? []).map(\.description)
                    + (opened.archive?.ineffectiveSettings(includesLoops: true) ?? [])),
            machine: opened.machine.map { InspectedMachine($0) }, properties: opened.properties,
            cost: cost
                ? FrameCost(of: opened.composition, opened.properties, opened.compatibility, size: size) : nil,
            rules: cost ? RulesComparison(of: opened.composition, opened.properties, size: size) : nil)
        switch format {
        case .json: try output.writeLine(inspection.json)
        case .text: for line in inspection.lines { try output.writeLine(line) }
        }
    }
}

extension PictureSize {
    /// Returns the size of `composition` with a longer side of 160 pixels, as for a gift in a typical terminal.
    fileprivate static func benchmarkSize(of composition: Composition) -> PictureSize {
        let (width, height) = composition.pictureSize(longerSide: 160)
        return PictureSize(width: width, height: height)
    }
}

extension InspectedMachine {
    /// Creates the state machine of a gift to inspect.
    init(_ machine: GiftMachine) {
        self.init(
            id: machine.id, document: machine.document, drives: machine.drives, unsupported: machine.unsupported)
    }
}
