import ArgumentParser
import BuiltInGifts
import CommandLineSupport
import JSON
import PlayerSettings
import Terminal
import TerminalCells
import Typography

/// The command `giftty doctor`, which reports the capabilities of the terminal and suggests improvements.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Says what this terminal can do, and what to install or set.")

    @Option(help: "text, or json with one object per line.")
    var format = ReportFormat.text

    func run() throws {
        var output = Output.standard()
        let isASCII = TerminalFacts.isASCII
        var table = TextTable([.left, .left, .left])
        var advice: [String] = []
        for finding in Diagnosis(environment: TerminalFacts.environment).findings {
            switch format {
            case .json:
                try output.writeLine(finding.json)
            case .text:
                let sign = finding.isOK ? (isASCII ? "ok" : "✓") : "!"
                table.add([sign, finding.subject, finding.found])
                if let words = finding.advice { advice.append("\(finding.subject): \(words)") }
            }
        }
        for line in table.lines { try output.writeLine(line) }
        if !advice.isEmpty {
            try output.writeLine()
            for line in advice { try output.writeLine(line) }
        }
        try output.flush()
    }
}

/// The findings about the terminal and the environment of the program.
struct Diagnosis {
    /// The result of one check.
    struct Finding {
        let subject: String
        let found: String
        /// The suggestion to the user; `nil` if everything is fine.
        let advice: String?

        var isOK: Bool { advice == nil }

        var json: JSONValue {
            .object([
                ("check", .string(subject)), ("ok", .bool(isOK)), ("found", .string(found)),
                ("advice", advice.map { .string($0) } ?? .null),
            ])
        }
    }

    let environment: [String: String]

    var findings: [Finding] {
        let description = TerminalDescription.current(environment: environment)
        return [
            output, terminal(description), colors(description), characters, pictures, letters, size, tmux(description),
        ].compactMap { $0 } + terminalFindings + [configuration, gifts]
    }

    private var output: Finding {
        TerminalFacts.hasTerminal
            ? Finding(subject: "output", found: "a terminal", advice: nil)
            : Finding(
                subject: "output", found: "no terminal",
                advice: "demo and play need a terminal; run them without | and >")
    }

    private func terminal(_ description: TerminalDescription) -> Finding {
        let named = environment["TERM"] ?? ""
        if named.isEmpty {
            return Finding(subject: "terminal", found: "TERM is not set", advice: "set TERM, such as xterm-256color")
        }
        guard description.canPositionCursor else {
            return Finding(
                subject: "terminal", found: "\(named), which cannot position its cursor",
                advice: "animations cannot be shown; use another terminal, or set TERM to this terminal's name")
        }
        guard description.name == named else {
            return Finding(
                subject: "terminal", found: "\(named), unknown here, treated as \(description.name)",
                advice: "install its description: on Debian apt-get install ncurses-term")
        }
        return Finding(subject: "terminal", found: named, advice: nil)
    }

    private func colors(_ description: TerminalDescription) -> Finding {
        if let value = environment["NO_COLOR"], !value.isEmpty {
            return Finding(subject: "colors", found: "none, because NO_COLOR is set", advice: nil)
        }
        switch description.depth(requested: nil, environment: environment) {
        case .trueColor:
            return Finding(subject: "colors", found: "16.7 million", advice: nil)
        case .palette256:
            return Finding(
                subject: "colors", found: "256, each shown as the nearest",
                advice: "set COLORTERM=truecolor if the terminal has 24-bit colors, as nearly all have")
        case .palette16:
            return Finding(
                subject: "colors", found: "16, each shown as the nearest",
                advice: "set TERM=xterm-256color if the terminal has 256 colors")
        case .none:
            return Finding(
                subject: "colors", found: "none, shades are characters",
                advice: "set TERM to a terminal with colors, such as xterm-256color, if this one has them")
        }
    }

    private var characters: Finding {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let named = names.first { environment[$0]?.isEmpty == false }
        let locale = named.map { "\($0)=\(environment[$0] ?? "")" } ?? "no locale is set"
        switch GlyphRepertoire.detected(environment: environment) {
        case .unicode:
            return Finding(subject: "characters", found: "half-blocks and all of Unicode (\(locale))", advice: nil)
        case .ascii:
            return Finding(
                subject: "characters", found: "ASCII only (\(locale))",
                advice: "set \(named ?? "LC_ALL")=C.UTF-8 for half-blocks, which double the rows")
        }
    }

    private var pictures: Finding? {
        guard GlyphRepertoire.detected(environment: environment) == .unicode else { return nil }
        let finer = PictureGlyphs.allCases.filter { $0 != .half }
        let words = finer.map { glyphs in
            guard GlyphSupport.hasWidths(glyphs) else { return "\(glyphs)s: width unknown" }
            switch GlyphSupport.hasFont(glyphs) {
            case true?: return "\(glyphs)s: supported"
            case false?: return "\(glyphs)s: in no font"
            case nil: return "\(glyphs)s: fonts unknown"
            }
        }
        return Finding(subject: "pictures", found: words.joined(separator: ", "), advice: nil)
    }

    /// Some letters of each script that names are often written in.
    private static let scripts = [
        ("Latin", "Aé"), ("Greek", "Ωα"), ("Cyrillic", "Жя"), ("Hebrew", "אש"), ("Arabic", "عم"), ("Devanagari", "अह"),
        ("Thai", "กฟ"), ("Chinese", "星漢"), ("Japanese", "あカ"), ("Korean", "한가"),
    ]

    private var letters: Finding? {
        let request = FontRequest(family: "sans-serif")
        let known = Self.scripts.map { script in
            (script.0, SystemFonts.installed.hasGlyphs(for: Array(script.1.unicodeScalars), in: request))
        }
        guard !known.contains(where: { $0.1 == nil }) else {
            return Finding(
                subject: "letters", found: "fontconfig found no fonts",
                advice: "install fontconfig and fonts for names in gifts: on Debian apt-get install fonts-noto")
        }
        let missing = known.filter { $0.1 == false }.map { $0.0 }
        if missing.isEmpty { return Finding(subject: "letters", found: "all scripts have a font", advice: nil) }
        return Finding(
            subject: "letters",
            found: "no font for \(missing.joined(separator: ", ")): names in them are shown as captions over the gift",
            advice: "install fonts for them: on Debian apt-get install fonts-noto fonts-noto-cjk")
    }

    private var size: Finding? {
        guard let (columns, rows) = TerminalFacts.size else { return nil }
        let isRoomy = columns >= 80 && rows >= 24
        return Finding(
            subject: "size", found: "\(columns)×\(rows)",
            advice: isRoomy ? nil : "make the window at least 80×24; gifts look best from 120×40 up")
    }

    private func tmux(_ description: TerminalDescription) -> Finding? {
        guard environment["TMUX"]?.isEmpty == false else { return nil }
        let hasAll = description.depth(requested: nil, environment: environment) == .trueColor
        return Finding(
            subject: "tmux", found: hasAll ? "passes 24-bit colors on" : "limits the colors",
            advice: hasAll
                ? nil : "add to ~/.tmux.conf: set -as terminal-features ',*:RGB', and set COLORTERM=truecolor")
    }

    /// The findings from the terminal's replies to queries; empty without a terminal.
    private var terminalFindings: [Finding] {
        guard let traits = TerminalTraits.query(environment: environment) else { return [] }
        guard traits.hasAnswered else {
            return [
                Finding(
                    subject: "answers", found: "none within a second",
                    advice: "only the automatic theme does not work: set theme to dark or light")
            ]
        }
        return [background(traits.background), synchronizedFrames(traits.supportsSynchronizedOutput)]
    }

    private func background(_ color: TerminalColor?) -> Finding {
        guard let color else {
            return Finding(
                subject: "background", found: "not reported by the terminal, dark is assumed",
                advice: "set theme: light in the configuration if it is light")
        }
        let parts = [color.red, color.green, color.blue].map { level in
            (level < 16 ? "0" : "") + String(level, radix: 16)
        }
        return Finding(
            subject: "background", found: "#\(parts.joined()), \(color.isLight ? "light" : "dark")", advice: nil)
    }

    private func synchronizedFrames(_ isKnown: Bool) -> Finding {
        Finding(
            subject: "frames",
            found: isKnown
                ? "shown at once (synchronized updates)"
                : "may be shown in parts: the terminal has no synchronized updates",
            advice: nil)
    }

    private var configuration: Finding {
        guard let path = ConfigurationPath.defaultPath(environment: environment) else {
            return Finding(subject: "configuration", found: "nowhere to look", advice: "set HOME or XDG_CONFIG_HOME")
        }
        guard InputFile.exists(at: path) else {
            return Finding(subject: "configuration", found: "\(path) (not there, defaults are used)", advice: nil)
        }
        do {
            let count = try ConfigurationFileOption.assignments(inFile: path).count
            return Finding(
                subject: "configuration", found: "\(path) (\(count == 1 ? "1 setting" : "\(count) settings"))",
                advice: nil)
        } catch {
            return Finding(subject: "configuration", found: "\(path) is wrong", advice: error.message ?? "mend it")
        }
    }

    private var gifts: Finding {
        do {
            let count = try embeddedGifts().catalogue.gifts.count
            return Finding(subject: "gifts", found: "\(count) built in", advice: nil)
        } catch {
            return Finding(subject: "gifts", found: "none", advice: error.message)
        }
    }
}
