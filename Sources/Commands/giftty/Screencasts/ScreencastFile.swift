import AnimationExport
import ExactNumbers
import Recordings
import RoomUI
import Typography

/// A file with the screen of a recorded session.
struct ScreencastFile {
    /// The formats, with the names of the options that request them.
    enum Kind: String {
        case cast, svg, gif

        /// The default frame rate. Pictures for web pages have a lower one, so that they load faster.
        var defaultFrameRate: Double {
            switch self {
            case .cast: Screencast.defaultFrameRate
            case .svg: 10
            case .gif: 15
            }
        }
    }

    let kind: Kind
    let path: String

    /// The session and the parameters of a screencast.
    struct Request {
        let recording: Recording
        let setup: RoomShow.Setup
        /// The session time at which the screencast begins.
        var start: Nanoseconds = 0
        /// The size of the screen in cells; `nil` for that of the session.
        var size: (columns: Int, rows: Int)?
        /// The frame rate in frames per second; `nil` for that of the format.
        var frameRate: Double?

        /// Returns the frames of the screen.
        func screencast(_ kind: Kind) -> Screencast {
            let size = size ?? (recording.header.columns, recording.header.rows)
            return Screencast(
                of: recording, in: setup, from: start, columns: size.columns, rows: size.rows,
                framesPerSecond: frameRate ?? kind.defaultFrameRate)
        }
    }

    /// Checks the extension and that the file can be written, so that errors are reported before hours of work.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for the extension of another format, and 73 if the file cannot be
    ///   written.
    func check() throws(CommandFailure) {
        try FileExtension.check(path, of: "--\(kind.rawValue)", among: [kind.rawValue])
        try OutputFile.checkIsWritable(path)
    }

    /// Writes the screencast to the file, or to standard output for `-`.
    func write(_ request: Request) throws(CommandFailure) {
        let bytes: [UInt8]
        do throws(MovingPictureError) {
            bytes = try self.bytes(request)
        } catch {
            throw CommandFailure(error, path: path)
        }
        try OutputFile.replace(path, with: bytes)
    }

    private func bytes(_ request: Request) throws(MovingPictureError) -> [UInt8] {
        let screencast = request.screencast(kind)
        let (columns, rows) = request.size ?? (request.recording.header.columns, request.recording.header.rows)
        let title = request.recording.header.title
        switch kind {
        case .cast:
            return try cells(screencast, AsciicastWriter(columns: columns, rows: rows, title: title))
        case .svg:
            var survey = ColorHistogram()
            for frame in screencast { survey.add(frame.screen) }
            return try cells(
                request.screencast(kind),
                AnimatedSVGWriter(
                    columns: columns, rows: rows, palette: survey.palette(), frame: .terminal(title: title)))
        case .gif:
            guard let rasterizer = CellRasterizer(fonts: SystemFonts.installed) else {
                throw .notEncodable("expected a font for letters, found none installed")
            }
            var survey = ColorHistogram()
            for frame in screencast { survey.add(frame.screen) }
            var writer = try GIFWriter(
                width: columns * CellRasterizer.cellWidth, height: rows * CellRasterizer.cellHeight,
                palette: survey.palette())
            for frame in request.screencast(kind) {
                try writer.show(rasterizer.picture(of: frame.screen), at: frame.time)
            }
            return try writer.file(endingAt: screencast.duration)
        }
    }

    private func cells(
        _ screencast: Screencast, _ writer: consuming some CellSequenceWriter
    ) throws(MovingPictureError) -> [UInt8] {
        for frame in screencast { try writer.show(frame.screen, at: frame.time) }
        return try writer.file(endingAt: screencast.duration)
    }
}
