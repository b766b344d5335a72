import TerminalCells
import Testing

/// The defaults for colors and glyphs, which depend on the environment.
struct ColorDepthTests {
    struct Sample: Sendable {
        let environment: [String: String]
        var colors: Int?
        var hasDirectColor = false
        let depth: ColorDepth
    }

    @Test(arguments: [
        Sample(environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"], colors: 256, depth: .trueColor),
        Sample(environment: ["TERM": "xterm", "COLORTERM": "24bit"], colors: 8, depth: .trueColor),
        Sample(environment: ["TERM": "xterm", "COLORTERM": "rxvt"], colors: 8, depth: .palette16),
        Sample(environment: ["TERM": "tmux"], colors: 256, hasDirectColor: true, depth: .trueColor),
        Sample(environment: ["TERM": "xterm-direct"], colors: 0x100_0000, depth: .trueColor),
        Sample(environment: ["TERM": "xterm-256color"], colors: 256, depth: .palette256),
        Sample(environment: ["TERM": "xterm-88color"], colors: 88, depth: .palette16),
        Sample(environment: ["TERM": "linux"], colors: 8, depth: .palette16),
        Sample(environment: ["TERM": "vt100"], colors: 0, depth: .none),
        Sample(environment: ["TERM": "xterm-256color"], depth: .palette256),
        Sample(environment: ["TERM": "xterm-direct"], depth: .trueColor),
        Sample(environment: ["TERM": "xterm"], depth: .palette16),
        Sample(environment: ["TERM": "vt220"], depth: .none),
        Sample(environment: [:], depth: .none),
        Sample(environment: ["TERM": "dumb", "COLORTERM": "truecolor"], colors: 256, depth: .none),
        Sample(environment: ["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], colors: 256, depth: .none),
        Sample(
            environment: ["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""], colors: 256, depth: .trueColor),
    ])
    func environmentAndDescriptionDetermineDepth(sample: Sample) {
        let depth = ColorDepth.detected(
            environment: sample.environment, terminalColors: sample.colors, hasDirectColor: sample.hasDirectColor)
        #expect(depth == sample.depth)
    }

    @Test func depthNamesMatchTheCommandLine() {
        #expect(ColorDepth.allCases.map(\.rawValue) == ["none", "16", "256", "truecolor"])
        #expect(ColorDepth.allCases == ColorDepth.allCases.sorted())
    }

    @Test(arguments: [
        (["LANG": "en_US.UTF-8"], GlyphRepertoire.unicode), (["LANG": "C.utf8"], .unicode), ([:], .unicode),
        (["LC_ALL": "C", "LANG": "en_US.UTF-8"], .ascii), (["LC_ALL": "", "LANG": "en_US.UTF-8"], .unicode),
        (["LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"], .ascii), (["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"], .unicode),
        (["LANG": "de_DE.UTF-8@euro"], .unicode), (["LANG": "en_US.ISO-8859-1"], .ascii), (["LANG": "C"], .ascii),
    ])
    func localeDeterminesRepertoire(environment: [String: String], repertoire: GlyphRepertoire) {
        #expect(GlyphRepertoire.detected(environment: environment) == repertoire)
    }
}
