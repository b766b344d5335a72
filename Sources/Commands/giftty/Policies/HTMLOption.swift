import ArgumentParser
import HTMLReports

/// The option `--html` of commands whose report can also be a page.
struct HTMLOption: ParsableArguments {
    @Option(
        name: .customLong("html"),
        help: ArgumentHelp(
            "Also write the report as a page that can be sent around: one file that loads nothing.",
            valueName: "file.html"), completion: .file(extensions: ["html"]))
    var path: String?

    /// Checks that the file can be written, so that an error is reported before the work.
    func check() throws(CommandFailure) {
        guard let path else { return }
        try FileExtension.check(path, of: "--html", among: ["html", "htm"])
        try OutputFile.checkIsWritable(path)
    }

    /// Writes the page, if there is one; `make` makes a report of at most so many gifts, rows and steps.
    func write(_ make: (Int) throws -> HTMLReport) throws {
        guard let path else { return }
        try OutputFile.replace(path, with: try withBadDataErrors { try HTMLReport.fitting(make) })
    }
}
