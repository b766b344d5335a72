import ArgumentParser
import Budgets
import CommandLineSupport
import ExactNumbers
import JSON
import LottieDocument
import LottieInspection
import LottieRenderer
import SystemIO
import VectorGraphics

/// The format of a report.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
}

/// The command `giftty bench`, which measures the speed of parsing and drawing animations.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures how fast animations are read and drawn.",
        discussion: """
            load: the time to read and parse the file and draw its first frame, after the same preparation as at the \
            start of the stage. frame: the mean time to evaluate and draw one frame into pixels, over whole passes of all \
            frames, on one thread, without reusing drawn frames. JSON has two more figures: still_frames, the number of frames \
            that look like the one before, and played_ms, the mean time if these are not drawn again, as on the stage.
            """)

    @Argument(
        help: ArgumentHelp(
            "Lottie files, gifts' packages, http or https URLs of these, ids of gifts, or - for standard input.",
            valueName: "file|url|gift"), completion: .animations)
    var files: [String]

    @OptionGroup var options: AnimationOptions

    @Option(help: ArgumentHelp("Size of the pictures in pixels.", valueName: "WxH"), transform: PictureSize.parse)
    var pixels: PictureSize

    @Option(help: "text, or json for one object a file.")
    var format: ReportFormat = .text

    mutating func run() throws {
        let size = try pixels.checkedForDrawing(option: "--pixels")
        let clock = ContinuousClock()
        let preparation = clock.measure { AnimationRenderer.prepare() }
        var output = Output.standard()
        if format == .text { try output.writeLine("  load ms  frame ms  evaluate      draw  frames  animation") }
        var pixmap = Pixmap(width: size.width, height: size.height)
        for file in files {
            pixmap.clear()
            let measured = try Measurement(of: file, options: options, pixmap: &pixmap)
            switch format {
            case .json: try output.writeLine(measured.json(preparation: preparation))
            case .text: try output.writeLine(measured.row)
            }
            try output.flush()
            if let shortage = measured.shortage {
                StandardError.write(
                    line: "giftty: \(measured.name): \(shortage); frames that lack a part were measured")
            }
        }
    }
}

/// The measurements of one animation.
private struct Measurement {
    let name: String
    let size: PictureSize
    let load: Duration
    let frame: Duration
    let evaluation: Duration
    /// The mean time of a frame if frames that look like the one before are not drawn again.
    let played: Duration
    let frames: Int
    /// The number of frames that look like the one before.
    let stillFrames: Int
    /// What a frame exceeded, so that a part of it is missing; `nil` if all are complete.
    private(set) var shortage: BudgetExceeded?

    /// The minimum number of frames and the minimum time of a measurement.
    private static let minFrames = 60
    private static let minTime = Duration.milliseconds(300)

    /// Measures an animation.
    ///
    /// - Parameter pixmap: The target, allocated before the measurement, as for the renderers with which this one is
    ///   compared.
    init(of file: String, options: AnimationOptions, pixmap: inout Pixmap) throws(CommandFailure) {
        size = PictureSize(width: pixmap.width, height: pixmap.height)
        let clock = ContinuousClock()
        let began = clock.now
        let opened = try OpenedAnimation(argument: file, options: options)
        let composition = opened.composition
        let renderer = opened.renderer(width: size.width, height: size.height)
        renderer.draw(frame: composition.inPoint, into: &pixmap)
        load = clock.now - began
        name = opened.name
        frames = composition.frameCount
        var drawn = 0
        var still = 0
        var (evaluating, playing) = (Duration.zero, Duration.zero)
        let start = clock.now
        var last = start
        repeat {
            // No pass uses what an earlier one has drawn.
            pixmap.clear()
            for index in 0..<frames {
                let frame = composition.inPoint + Double(index)
                let isShown = renderer.isShown(frame: frame, in: pixmap)
                renderer.evaluate(frame: frame)
                let evaluated = clock.now
                renderer.draw(into: &pixmap)
                let end = clock.now
                evaluating += evaluated - last
                if isShown { still += 1 } else { playing += end - last }
                last = end
                if shortage == nil { shortage = renderer.shortage }
            }
            drawn += frames
        } while drawn < Self.minFrames || last - start < Self.minTime
        frame = (last - start) / drawn
        evaluation = evaluating / drawn
        played = playing / drawn
        stillFrames = still / (drawn / frames)
    }

    /// Returns the measurements as JSON, with the time of the preparation that `load` does not count.
    func json(preparation: Duration) -> JSONValue {
        .object([
            ("file", .string(name)), ("load_ms", .number(Self.milliseconds(load))),
            ("frame_ms", .number(Self.milliseconds(frame))), ("evaluate_ms", .number(Self.milliseconds(evaluation))),
            ("draw_ms", .number(Self.milliseconds(frame - evaluation))),
            ("played_ms", .number(Self.milliseconds(played))), ("frames", .integer(frames)),
            ("still_frames", .integer(stillFrames)),
            ("peak_rss_kb", .integer(ProcessEnvironment.peakMemory)),
            ("prepare_ms", .number(Self.milliseconds(preparation))),
            ("pixels", .string("\(size.width)x\(size.height)")),
        ])
    }

    var row: String {
        let columns = [load, frame, evaluation, frame - evaluation].map { duration in
            Self.padded(Self.fixed(Self.milliseconds(duration)), to: 9)
        }
        return columns.joined(separator: " ") + Self.padded(String(frames), to: 8) + "  " + name
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        duration / .milliseconds(1)
    }

    /// Formats a number with four decimal places.
    private static func fixed(_ value: Double) -> String {
        ExactDecimal(Int64((value * 10_000).rounded()), digits: 4).fixedText
    }

    private static func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
