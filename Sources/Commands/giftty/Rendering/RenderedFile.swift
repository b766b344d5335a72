import AnimationExport
import ImageCoding
import TerminalCells
import VectorGraphics

/// A writer of frames to a file of one format.
struct RenderedFile {
    let kind: RenderedFileKind
    /// The color depth of a text file.
    let depth: ColorDepth?
    /// The glyphs of a file of cells.
    let glyphs: PictureGlyphs

    /// Writes all frames of a film to the file at `path`, or to standard output for `-`.
    func write(_ film: RenderedFilm, to path: String) throws(CommandFailure) {
        // A single picture can go to anything that is writable. A file that takes longer to create is replaced
        // atomically.
        if kind == .png, film.hasSingleFrame || path == "-" {
            var file = try Output(path: path)
            try file.write(try bytes(of: film, path))
            return try file.flush()
        }
        try OutputFile.replace(path, with: try bytes(of: film, path))
    }

    private func bytes(of film: RenderedFilm, _ path: String) throws(CommandFailure) -> [UInt8] {
        do {
            return try bytes(of: film)
        } catch let error as PictureError {
            throw CommandFailure(.software, "\(path): \(error)")
        } catch let error as MovingPictureError {
            throw CommandFailure(error, path: path)
        } catch {
            throw CommandFailure(.software, "\(path): \(error)")
        }
    }

    private func bytes(of film: RenderedFilm) throws -> [UInt8] {
        let (width, height) = (film.size.width, film.size.height)
        let (columns, rows) = glyphs.cells(width: width, height: height)
        switch kind {
        case .png:
            guard film.hasSingleFrame else { return try pixels(of: film, TimedPNGWriter(width: width, height: height)) }
            var bytes: [UInt8] = []
            try film.drawFrames { picture, _ in bytes = try picture.pngBytes() }
            return bytes
        case .gif:
            var survey = ColorHistogram()
            film.drawFrames { picture, _ in survey.add(picture) }
            return try pixels(of: film, GIFWriter(width: width, height: height, palette: survey.palette()))
        case .webp: return try pixels(of: film, WebPWriter(width: width, height: height))
        case .cast: return try cells(of: film, AsciicastWriter(columns: columns, rows: rows))
        case .txt: return try cells(of: film, TextFramesWriter(depth: depth ?? .none))
        case .svg:
            var survey = ColorHistogram()
            film.drawFrames { picture, _ in survey.add(CellGrid(picture, as: glyphs)) }
            return try cells(of: film, AnimatedSVGWriter(columns: columns, rows: rows, palette: survey.palette()))
        }
    }

    private func pixels(
        of film: RenderedFilm, _ writer: consuming some PictureSequenceWriter
    ) throws(MovingPictureError) -> [UInt8] {
        try film.drawFrames { picture, time throws(MovingPictureError) in try writer.show(picture, at: time) }
        return try writer.file(endingAt: film.end)
    }

    private func cells(
        of film: RenderedFilm, _ writer: consuming some CellSequenceWriter
    ) throws(MovingPictureError) -> [UInt8] {
        try film.drawFrames { picture, time throws(MovingPictureError) in
            try writer.show(CellGrid(picture, as: glyphs), at: time)
        }
        return try writer.file(endingAt: film.end)
    }
}

extension CommandFailure {
    /// Creates a failure for an animated picture that could not be encoded.
    init(_ error: MovingPictureError, path: String) {
        switch error {
        case .unacceptableSize: self.init(.usage, "\(path): \(error)")
        case .nothingToShow, .notEncodable: self.init(.software, "\(path): \(error)")
        }
    }
}
