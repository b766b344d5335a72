import AnimationExport
import ArgumentParser
import ExactNumbers
import LottieDocument
import LottieInspection
import TerminalCells
import VectorGraphics

/// The command `giftty render`, which draws frames of an animation into files or to standard output.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draws an animation as a moving picture, frames of it as files, or half-blocks on standard output.",
        discussion: """
            The animation is scaled uniformly to fit and centered. The default size is the terminal's, for a file of \
            pixels the animation's own, and for a file of half-blocks the largest that fits 80x24 cells. By default the \
            frame with the most content is drawn, or all frames for animated files and with --fps.

            The extension of --output selects the format: .png (with several frames an animated PNG), .gif, .webp, .svg \
            (animated half-blocks), .cast (for asciinema), .txt (half-blocks as characters; --colors adds escapes).

            A gift is drawn as play in its gift.yaml says, unless an option selects a part or a direction; its movements \
            on the stage are left out.

            --state-machine, --input and --pointer draw what a state machine shows that gets these inputs at these times.

            Examples:
              giftty render castle --pixels 320x320 --output castle.gif
              giftty render castle --cells 60x30 --fps 15 --output castle.svg
              giftty render castle --pixels 160x160 --frames 0,30 --output '{frame}.png'
            """)

    @Argument(
        help: ArgumentHelp(
            "A Lottie file, a gift's package, an http or https URL of one, the id of a gift, or - for standard input.",
            valueName: "file|url|gift"), completion: .animations)
    var animation: String

    @OptionGroup var shown: ShownAnimationOptions

    @Option(help: ArgumentHelp("Size of the picture in pixels.", valueName: "WxH"), transform: PictureSize.parse)
    var pixels: PictureSize?

    @Option(
        help: ArgumentHelp("Size of the picture in cells, each one pixel wide and two high.", valueName: "CxR"),
        transform: PictureSize.parse)
    var cells: PictureSize?

    @Option(
        help: ArgumentHelp(
            "The characters of a picture of cells: half, quadrant, sextant or octant.", valueName: "half"),
        completion: .glyphs)
    var glyphs: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frames by the animation's own numbers, such as 3,40,75.5 or 10-20, or all (default: the one with the most content).",
            valueName: "list"))
    var frames: String?

    @OptionGroup var playback: PlaybackOptions

    @Option(
        help: ArgumentHelp("Draw a moving picture so many times one after the other.", valueName: "n"),
        transform: WholeNumber.parser(min: 1))
    var loop: Int?

    @OptionGroup var stateMachine: StateMachineOptions

    @Option(
        help: ArgumentHelp(
            "The length of a state machine's moving picture; else until nothing moves, 10 seconds at most, or as long as "
                + "the gift.",
            valueName: "4s"),
        transform: DurationArgument.parse)
    var length: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "One frame by its place in the animation, from 0 to 1 or from 0% to 100%.", valueName: "0.5"),
        transform: ShareArgument.parse)
    var progress: ShareArgument?

    @Option(
        help: ArgumentHelp("Frames a second, 0.1 to 240, instead of the animation's own.", valueName: "30"),
        transform: FrameRateArgument.parse)
    var fps: FrameRateArgument?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write; {frame} in its name stands for the frame's number and makes one file per frame.",
            valueName: "path"), completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("Color behind the animation.", valueName: "RRGGBB"), transform: HexColor.parse)
    var background: HexColor?

    @Option(
        help: ArgumentHelp(
            "Colors of half-blocks as characters: the terminal's unless given, none for .txt.",
            valueName: "truecolor|256|16|none"))
    var colors: ColorChoice?

    mutating func run() throws {
        guard pixels == nil || cells == nil else {
            throw CommandFailure(.usage, "expected --pixels or --cells, found both")
        }
        guard frames == nil || progress == nil else {
            throw CommandFailure(.usage, "expected --frames or --progress, found both")
        }
        let kind = try output.map { path throws(CommandFailure) in try RenderedFileKind(path: path) }
        guard let opened = try shown.open([animation]).first else { return }
        let glyphs = try pictureGlyphs(for: kind)
        let picture = RenderSize(pixels: pixels, cells: cells, glyphs: glyphs)
        let film: RenderedFilm
        let names: [String]
        if let machine = try machineFilm(of: opened, kind) {
            let size = try picture.size(of: machine.firstComposition ?? opened.composition, for: kind)
            film = RenderedFilm(machine, size: size, background: background?.pixel)
            names = machine.times.indices.map(String.init)
        } else {
            let reel = try selection(for: kind, of: opened).timedFrames(of: opened)
            let size = try picture.size(of: opened.composition, for: kind)
            film = RenderedFilm(opened, timedFrames: reel, size: size, background: background?.pixel)
            names = reel.frames.map(\.text)
            stateMachine.reportIgnored(of: opened, verb: "drawn")
        }
        if let output, let kind {
            try write(film, names, to: output, RenderedFile(kind: kind, depth: colors?.depth, glyphs: glyphs))
        } else {
            try printFrames(film, glyphs)
        }
        try film.incompletePictures.check(opened.name, names: names)
    }

    /// Writes a film to one file, or each of its pictures, by their names, to a file of its own.
    private func write(
        _ film: RenderedFilm, _ names: [String], to output: String, _ file: RenderedFile
    ) throws(CommandFailure) {
        guard output.contains("{frame}") else {
            try OutputFile.check([output])
            return try file.write(film, to: output)
        }
        let paths = names.map {
            output.split(separator: "{frame}", omittingEmptySubsequences: false).joined(separator: $0)
        }
        try OutputFile.check(paths)
        for (index, path) in paths.enumerated() {
            try OutputFile.makeFolders(above: path)
            try file.write(film.singleFrame(index), to: path)
        }
    }

    /// Returns the film of the state machine that options name; `nil` if none of them is given.
    private func machineFilm(
        of opened: OpenedAnimation, _ kind: RenderedFileKind?
    ) throws(CommandFailure) -> MachineFilm? {
        guard let option = stateMachine.firstGiven else {
            guard length == nil else {
                throw CommandFailure(.usage, "--length: can only be used with --state-machine, --input or --pointer")
            }
            return nil
        }
        let others = [
            playback.firstGiven, frames.map { _ in "--frames" }, progress.map { _ in "--progress" },
            loop.map { _ in "--loop" },
        ]
        if let other = others.compactMap(\.self).first {
            throw CommandFailure(.usage, "expected \(option) or \(other), found both")
        }
        guard length?.time != 0 else { throw CommandFailure(.usage, "--length: expected a time above 0") }
        guard let item = try stateMachine.item(of: [opened], options: shown.options, playedBy: nil) else { return nil }
        let isMoving = fps != nil || kind?.isMoving == true || output?.contains("{frame}") == true
        let rate = isMoving ? self.rate(for: kind, of: opened.composition) : nil
        return try MachineFilm(
            of: item, length: length?.time, rate: isMoving ? rate ?? opened.composition.frameRate : nil)
    }

    /// Returns the frame rate of the options, or one that the format can show; `nil` for that of the animation.
    private func rate(for kind: RenderedFileKind?, of composition: Composition) -> Double? {
        if let fps { return fps.perSecond }
        guard kind == .gif, composition.frameRate > GIFWriter.maxFrameRate else { return nil }
        // Regular times at a fraction of the rate look better than more frames at irregular times.
        var parts = 2.0
        while composition.frameRate / parts > GIFWriter.maxFrameRate { parts += 1 }
        return composition.frameRate / parts
    }

    /// Returns the glyphs of cells: those of the option; without it half-blocks, whatever the terminal shows.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if the picture does not consist of cells.
    private func pictureGlyphs(for kind: RenderedFileKind?) throws(CommandFailure) -> PictureGlyphs {
        guard let name = glyphs else { return .half }
        guard pixels == nil, kind?.isCells != false else {
            throw CommandFailure(.usage, "--glyphs: can only be used for cells, not for pixels")
        }
        let glyphs = try GlyphSupport.glyphs(option: name, environment: [:])
        guard kind == nil else { return glyphs }
        let isASCII = GlyphRepertoire.detected(environment: TerminalFacts.environment) == .ascii
        return isASCII ? .half : TerminalFacts.hasTerminal ? GlyphSupport.shown(glyphs) : glyphs
    }

    /// Returns the frames that the options select.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if options for moving pictures are used for a single picture, or
    ///   contradict each other.
    private func selection(
        for kind: RenderedFileKind?, of opened: OpenedAnimation
    ) throws(CommandFailure) -> FrameSelection {
        let composition = opened.composition
        let range = frames.flatMap { FrameRangeArgument(argument: $0) }
        let isOneFile = output?.contains("{frame}") != true
        let movesByItself = fps != nil || isOneFile && (kind?.isMoving == true || range != nil)
        let option = playback.firstGiven ?? loop.map { _ in "--loop" }
        // Frames from one to another are a part like any other if an option says how they are played.
        let part = movesByItself && option != nil ? range : nil
        let isAll = movesByItself && progress == nil && (frames == nil || part != nil)
        let isMoving = isAll || frames == "all"
        if !isMoving, let option {
            let use =
                movesByItself && frames != nil
                ? "with all frames, or with one range of --frames such as 10-20"
                : "for moving pictures and with --fps"
            throw CommandFailure(.usage, "\(option): can only be used \(use)")
        }
        if playback.parts.hold?.isForever == true {
            throw CommandFailure(.usage, "--hold: expected a duration, found forever")
        }
        var selection = FrameSelection(
            frames: isAll ? "all" : frames, progress: progress.map { Double($0.share.count) / 1e6 },
            rate: rate(for: kind, of: composition),
            course: try playback.choice(for: composition, name: opened.name, frames: part?.frames),
            rounds: loop ?? 1)
        if !playback.selectsPart, part == nil, let course = try opened.course(holding: playback.parts.hold) {
            selection.course = .course(course)
        }
        return selection
    }

    /// Draws the frames as half-blocks to standard output, one below the other.
    private func printFrames(_ film: RenderedFilm, _ glyphs: PictureGlyphs) throws(CommandFailure) {
        let environment = TerminalFacts.environment
        let repertoire = GlyphRepertoire.detected(environment: environment)
        let depth = colors?.depth ?? ColorDepth.detected(environment: environment)
        var screen = Output.standard()
        var isFirst = true
        try film.drawFrames { picture, _ throws(CommandFailure) in
            if !isFirst { try screen.writeLine() }
            isFirst = false
            try screen.write(CellGrid(picture, as: glyphs).escapes(depth: depth, repertoire: repertoire))
        }
        try screen.flush()
    }
}
