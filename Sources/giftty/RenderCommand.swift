import AnimationInspection
import ArgumentParser
import Glibc
import HalfBlocks
import Lottie
import LottieRenderer
import Pictures
import VectorGraphics

/// Draws frames of an animation into PNG files or onto standard output.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draws frames of an animation as PNG files, or as half-blocks on standard output.",
        discussion: """
            The animation is scaled uniformly to fit and centred. Without a size it gets the terminal's, or its own \
            for PNG files. Without frames its first one is drawn.
            """)

    @Argument(help: ArgumentHelp("A Lottie file, or the id of a gift.", valueName: "file|gift"))
    var animation: String

    @OptionGroup var options: AnimationOptions

    @Option(help: ArgumentHelp("Size of the picture in pixels.", valueName: "WxH"))
    var pixels: PictureSize?

    @Option(help: ArgumentHelp("Size of the picture in cells, each one pixel wide and two high.", valueName: "CxR"))
    var cells: PictureSize?

    @Option(help: ArgumentHelp("Frames by the animation's own numbers, such as 3,40,75.5, or all.", valueName: "list"))
    var frames: String?

    @Option(help: "One frame by its place in the animation, 0 to 1.")
    var progress: Double?

    @Option(help: ArgumentHelp("Where the PNG files go; {frame} stands for the frame's number.", valueName: "path"))
    var output: String?

    @Option(help: ArgumentHelp("Colour behind the animation.", valueName: "RRGGBB"))
    var background: HexColor?

    @Option(help: ArgumentHelp("Colours of the half-blocks.", valueName: "truecolor|256|16|none"))
    var colors: ColorChoice?

    mutating func run() throws {
        guard pixels == nil || cells == nil else {
            throw CommandFailure(.usage, "expected --pixels or --cells, found both")
        }
        guard frames == nil || progress == nil else {
            throw CommandFailure(.usage, "expected --frames or --progress, found both")
        }
        let opened = try OpenedAnimation(argument: animation, options: options)
        let numbers = try FrameSelection(frames: frames, progress: progress).frames(of: opened.composition)
        if let output, numbers.count > 1, !output.contains("{frame}") {
            throw CommandFailure(.usage, "--output: expected {frame} in the path, as there are \(numbers.count) frames")
        }
        let size = try self.size(for: opened.composition)
        let renderer = AnimationRenderer(
            opened.composition, width: size.width, height: size.height, properties: opened.properties)
        var pixmap = Pixmap(width: size.width, height: size.height)
        var screen = Output.standard()
        for (index, frame) in numbers.enumerated() {
            renderer.draw(frame: frame.number, into: &pixmap)
            if let background { pixmap.putBehind(background.pixel) }
            if let output {
                let path = output.split(separator: "{frame}", omittingEmptySubsequences: false)
                    .joined(separator: frame.text)
                try write(pixmap, to: path)
            } else {
                if index > 0 { try screen.line() }
                try screen.write(halfBlocks(pixmap))
            }
        }
        try screen.flush()
    }

    private func size(for composition: Composition) throws -> PictureSize {
        if let pixels { return try pixels.drawable(option: "--pixels") }
        if let cells {
            return try PictureSize(width: cells.width, height: cells.height * 2).drawable(option: "--cells")
        }
        if output != nil {
            let largest = Double(Rasterizer.largestSide)
            let width = Int(min(largest, composition.width.rounded(.up)))
            let height = Int(min(largest, composition.height.rounded(.up)))
            return try PictureSize(width: width, height: height).drawable(option: "--pixels")
        }
        var window = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 && window.ws_row > 1
        // The last row stays free for the prompt.
        return isKnown
            ? PictureSize(width: Int(window.ws_col), height: 2 * (Int(window.ws_row) - 1))
            : PictureSize(width: 80, height: 46)
    }

    private func write(_ pixmap: Pixmap, to path: String) throws(CommandFailure) {
        let png: [UInt8]
        do {
            png = try pixmap.pngBytes()
        } catch {
            throw CommandFailure(.software, "\(path): \(error)")
        }
        var file = try Output(path: path)
        try file.write(png)
        try file.flush()
    }

    private func halfBlocks(_ pixmap: Pixmap) -> [UInt8] {
        let environment = TerminalFacts.environment
        let repertoire = GlyphRepertoire.detected(environment: environment)
        let depth = colors?.depth ?? ColorDepth.detected(environment: environment)
        var grid = CellGrid(columns: pixmap.width, rows: (pixmap.height + 1) / 2)
        grid.draw(pixmap, column: 0, row: 0)
        return grid.escapes(depth: depth, repertoire: repertoire)
    }
}

extension Pixmap {
    /// Fills what is transparent, and the transparent share of what is half so, with an opaque colour.
    fileprivate mutating func putBehind(_ color: UInt32) {
        for index in pixels.indices { pixels[index] = PixelArithmetic.over(pixels[index], color) }
    }
}
