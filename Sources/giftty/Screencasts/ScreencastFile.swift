import MovingPictures
import Playback
import Recordings
import Stage
import Typography

/// Makes a file of a recorded session's screen.
struct ScreencastFile {
    /// What it can be, by the names of the options that ask for it.
    enum Kind: String {
        case cast, svg, gif

        /// Frames a second where nobody says how many: pictures are for pages, which people wait for.
        var usualRate: Double {
            switch self {
            case .cast: Screencast.usualRate
            case .svg: 10
            case .gif: 15
            }
        }
    }

    let kind: Kind
    let path: String

    /// How it is made of a session.
    struct Request {
        let recording: Recording
        let setup: RoomShow.Setup
        /// Where in the session it begins.
        var start: Nanoseconds = 0
        /// The size of the screen in cells; that of the session where nil.
        var size: (columns: Int, rows: Int)?
        /// Frames a second; those of the kind where nil.
        var rate: Double?

        /// The screen, from its first frame to the last.
        func screencast(_ kind: Kind) -> Screencast {
            let size = size ?? (recording.header.columns, recording.header.rows)
            return Screencast(
                of: recording, in: setup, from: start, columns: size.columns, rows: size.rows,
                framesPerSecond: rate ?? kind.usualRate)
        }
    }

    /// Writes the file, or onto standard output for `-`.
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
            var survey = ColorSurvey()
            for frame in screencast { survey.add(frame.screen) }
            return try cells(
                request.screencast(kind),
                AnimatedSVGWriter(
                    columns: columns, rows: rows, palette: survey.palette(), frame: .terminal(title: title)))
        case .gif:
            guard let rasterizer = CellRasterizer(fonts: SystemFonts.installed) else {
                throw .notEncodable("expected a font for letters, found none installed")
            }
            var survey = ColorSurvey()
            for frame in screencast { survey.add(frame.screen) }
            var writer = try GIFWriter(
                width: columns * CellRasterizer.cellWidth, height: rows * CellRasterizer.cellHeight,
                palette: survey.palette())
            for frame in request.screencast(kind) {
                try writer.show(rasterizer.picture(of: frame.screen), at: frame.time)
            }
            return try writer.file(endingAt: screencast.length)
        }
    }

    private func cells(
        _ screencast: Screencast, _ writer: consuming some CellSequenceWriter
    ) throws(MovingPictureError) -> [UInt8] {
        for frame in screencast { try writer.show(frame.screen, at: frame.time) }
        return try writer.file(endingAt: screencast.length)
    }
}
