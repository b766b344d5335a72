import ExactNumbers
import JSON
import StagePage
import TerminalCells

/// A file of the page that draws a stage.
struct StageFile {
    let mediaType: String
    let bytes: [UInt8]

    /// The fields that let the page load nothing from elsewhere, and let no other page show it.
    static let securityFields = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
                + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        ),
        ("Referrer-Policy", "no-referrer"),
    ]

    /// Returns the file with a name; `nil` if there is none.
    static func named(_ name: String) -> StageFile? {
        switch name {
        case "index.html": StageFile(mediaType: "text/html; charset=utf-8", stage_page_index)
        case "stage.js": StageFile(mediaType: scriptType, stage_page_script)
        case "blocks.js": StageFile(mediaType: scriptType, bytes: blocks)
        case "stage.css": StageFile(mediaType: "text/css; charset=utf-8", stage_page_style)
        default: nil
        }
    }

    private init(mediaType: String, bytes: [UInt8]) {
        self.mediaType = mediaType
        self.bytes = bytes
    }

    private init(mediaType: String, _ file: stage_page_file) {
        // The bytes are constants of the program, so the pointer is valid as long as the program runs.
        self.init(mediaType: mediaType, bytes: Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length))))
    }

    private static let scriptType = "text/javascript; charset=utf-8"

    /// A script with the shapes of lines and blocks: for each glyph, rectangles as `[left, top, right, bottom]` in a cell
    /// of 8 × 16 pixels.
    private static var blocks: [UInt8] {
        var script = Array("'use strict';\nconst blocks = new Map(".utf8)
        script.appendArray(BlockShape.glyphs) { json, glyph in
            json.append(UInt8(ascii: "["))
            json.append(jsonString: glyph.description)
            json.append(UInt8(ascii: ","))
            json.appendArray(BlockShape.areas(of: glyph) ?? []) { json, area in
                let edges = [area.x.lowerBound, area.y.lowerBound, area.x.upperBound, area.y.upperBound]
                json.appendArray(edges) { $0.append(integer: $1) }
            }
            json.append(UInt8(ascii: "]"))
        }
        return script + Array(");\n".utf8)
    }
}
