import StagePage

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
        case "stage.js": StageFile(mediaType: "text/javascript; charset=utf-8", stage_page_script)
        case "stage.css": StageFile(mediaType: "text/css; charset=utf-8", stage_page_style)
        default: nil
        }
    }

    private init(mediaType: String, _ file: stage_page_file) {
        self.mediaType = mediaType
        // The bytes are constants of the program, so the pointer is valid as long as the program runs.
        bytes = Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.length)))
    }
}
