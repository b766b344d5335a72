import Foundation
import StoreProtocol
import TestSupport
import ZIPFixtures

/// Files of all kinds that the program reads, with hostile text in every possible place.
///
/// It also lists the commands that show the contents of these files.
struct HostileFiles {
    /// A run of a command. An argument that begins with `@` is a file of the folder.
    struct Run: Sendable {
        let arguments: [String]
        var output = HostileStrings.Output.lines
        var environment: [String: String] = [:]
        /// Whether the output is for programs and has no escapes, so that it is made safe only for terminals.
        var isForeign = false
    }

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let words = HostileStrings.quoted
        let viewer = #"{"id":\#(words),"name":\#(words)}"#
        try folder.write(
            """
            {"at":0,"type":"chat","id":"c","from":\(viewer),"text":\(words)}
            {"at":0.1,"type":"join","from":\(viewer)}
            {"at":0.2,"type":"gift","id":\(words),"gift":"heart","name":\(words),"from":\(viewer),"value":5,\
            "streak":{"id":\(words),"total":2}}
            {"at":0.3,"type":"gift","gift":\(words),"name":\(words),"from":\(words),"value":5}
            {"at":0.4,"type":"like","from":\(viewer),"count":3}
            {"at":0.5,"type":"seen","from":\(viewer),"message":"c"}

            """, to: "feed.ndjson")
        try folder.write(
            #"{"at":0,"type":\#(words)}"# + "\n{\"\u{1B}]0;pwned\u{7}\u{202E}\n\(HostileStrings.all)\n",
            to: "bad.ndjson")
        try folder.write(
            """
            {"at":0,"event":"arrived","gift":\(words),"name":\(words),"from":\(words),"duration":1}
            {"at":1,"event":"started","gift":\(words)}

            """, to: "app.log")
        try folder.write(#"{"at":0,"event":\#(words)}"# + "\n", to: "bad.log")
        try folder.write("{at: {column: at, format: s}, gift: name, id: gift, sender: from}", to: "mapping.yaml")
        let yaml = HostileStrings.quotedForYAML
        for (name, expected) in [("session.yaml", "completed"), ("other.yaml", "dropped")] {
            try folder.write(
                """
                name: \(yaml)
                gifts: {\(yaml): {duration: 1s, value: 5}}
                events:
                  - {at: 0, gift: \(yaml), from: \(yaml)}
                expect:
                  - {gift: 1, outcome: \(expected)}

                """, to: name)
        }
        try folder.write("replaceAt: \(yaml)\n", to: "config.yaml")
        try folder.write("\(yaml): 1\n", to: "key.yaml")
        try folder.write("a: [\(HostileStrings.all)\n", to: "broken.yaml")
        let animation = """
            {"v":"5.7.0","nm":\(words),"fr":30,"ip":0,"op":3,"w":40,"h":40,"markers":[{"tm":0,"dr":2,"cm":\(words)}],
             "layers":[{"ty":1,"nm":\(words),"ip":0,"op":3,"st":0,"sw":40,"sh":40,"sc":"#ff8800","ks":{},
                        "ef":[{"ty":99,"nm":\(words)}]},
                       {"ty":77,"nm":\(words),"ip":0,"op":3,"st":0,"ks":{}}]}
            """
        try folder.write(animation, to: "animation.json")
        try folder.write(animation, to: "\(HostileStrings.short).json")
        try folder.write("{\"v\":\(words),", to: "broken-\(HostileStrings.short).json")
        try publish(animation)
    }

    /// Publishes a gift kind whose name is hostile but permitted in catalogues.
    private func publish(_ animation: String) throws {
        let package = ZIPWriter(.init("data.json", animation)).bytes
        let name = "pw\u{202E}\u{2066}\u{200B}\u{2028}\u{FEFF}e" + String(repeating: "\u{301}", count: 12)
        let gift = StoreGift(
            id: "clover", name: name, version: 1, value: 7, duration: 100_000_000, package: "clover.zip",
            size: package.count, sha256: .digest(of: package), tags: [name])
        try folder.write(package, to: "shop/clover.zip")
        try folder.write(StoreCatalogue(revision: 1, gifts: [gift]).json, to: "shop/catalogue.json")
        try folder.write(#"{"revision":1,"gifts":[{"id":\#(HostileStrings.quoted)}]}"#, to: "bad/catalogue.json")
    }

    /// The full names of all commands that are run.
    static var commands: [String] { runs.keys.sorted() }

    /// The runs of each command, by its full name; every command of the program must be here.
    static let runs: [String: [Run]] = {
        let feed = "@feed.ndjson"
        let replayed = ["demo", "--plain", "--feed", feed, "--duration", "2s", "--record", "@recorded.jsonl"]
        let words = HostileStrings.all
        func runs(_ lines: [String]...) -> [Run] { lines.map { Run(arguments: $0) } }
        return [
            "demo": runs(replayed) + [
                Run(arguments: ["demo", "--feed", feed, "--duration", "2s"], output: .screen),
                Run(arguments: ["demo", "--plain", "--feed", "@bad.ndjson", "--duration", "1s"]),
            ],
            "play": [
                Run(arguments: ["play", "@animation.json", "--sender", words], output: .screen),
                Run(arguments: ["play", "@\(HostileStrings.short).json"], output: .screen),
            ],
            "render": [
                Run(
                    arguments: ["render", "@animation.json", "--cells", "4x2", "--sender", words], output: .coloredLines
                ),
                Run(arguments: ["render", "@broken-\(HostileStrings.short).json"]),
                Run(arguments: [
                    "render", "@animation.json", "--cells", "4x2", "--output", "@\(HostileStrings.short)/x.svg",
                ]),
            ],
            "bench": runs(
                ["bench", "@\(HostileStrings.short).json", "--pixels", "4x4"],
                ["bench", "@\(HostileStrings.short).json", "--pixels", "4x4", "--format", "json"]),
            "inspect": runs(
                ["inspect", "@animation.json"], ["inspect", "@animation.json", "--format", "json"],
                ["inspect", "@animation.json", "--paths"],
                ["inspect", "@animation.json", "--paths", "--format", "json"],
                ["inspect", "@\(HostileStrings.short).json"], ["inspect", "@broken-\(HostileStrings.short).json"],
                ["inspect", "@animation.json", "--property", "\(words)=1"]),
            "lint": runs(
                ["lint", "@animation.json", "@broken-\(HostileStrings.short).json", "@\(HostileStrings.short).json"],
                ["lint", "@animation.json", "@broken-\(HostileStrings.short).json", "--format", "json"],
                ["lint", "@animation.json", "@broken-\(HostileStrings.short).json", "--format", "sarif"],
                ["lint", "@animation.json", "--format", "junit"]),
            "simulate": runs(
                ["simulate", feed], ["simulate", feed, "--format", "json"], ["simulate", feed, "--trace", "-"],
                ["simulate", feed, "--svg", "-"], ["simulate", "@session.yaml"], ["simulate", "@bad.ndjson"],
                ["simulate", "@broken.yaml"], ["simulate", "@key.yaml"],
                ["simulate", "@session.yaml", "--trace", "-"]),
            "check": runs(
                ["check", "@session.yaml", "@other.yaml"], ["check", "@other.yaml", "--format", "json"],
                ["check", "@other.yaml", "--format", "junit"], ["check", "@other.yaml", "--svg", "-"],
                ["check", "@broken.yaml"]),
            "compare": [
                Run(
                    arguments: ["compare", feed, "--policy", "queue", "--policy", "\(words):replace"],
                    output: .coloredLines),
                Run(
                    arguments: ["compare", "@session.yaml", "--policy", "queue", "--colors", "16"],
                    output: .coloredLines),
                Run(arguments: ["compare", feed, "--policy", "queue", "--format", "json"]),
                Run(arguments: ["compare", feed, "--policy", "queue", "--format", "svg"]),
            ],
            "sweep": [
                Run(arguments: ["sweep", feed, "--replace-at", "0:1:0.5"], output: .coloredLines),
                Run(arguments: ["sweep", "@session.yaml", "--replace-at", "0:1:0.5", "--format", "csv"]),
                Run(arguments: ["sweep", "@session.yaml", "--replace-at", "0:1:0.5", "--format", "json"]),
                Run(arguments: ["sweep", "@session.yaml", "--replace-at", "0:1:0.5", "--format", "svg"]),
            ],
            "control": runs(
                ["control", "@nobody", "close"], ["control", "@nobody", "send", HostileStrings.short],
                ["control", "@nobody", HostileStrings.short], ["control", "unix:@nobody", "set", HostileStrings.short]),
            "conform": runs(
                ["conform", "@app.log", "--format", "text"], ["conform", "@app.log", "--format", "json"],
                ["conform", "@app.log", "--format", "junit"], ["conform", "@bad.log"], ["conform", "@bad.ndjson"],
                ["conform", "@app.log", "--gifts", "@key.yaml"]),
            "evaluate": runs(
                ["evaluate", feed, "@session.yaml", "--policy", "queue", "--policy", "\(words):replace"],
                ["evaluate", feed, "--policy", "\(words):replace", "--format", "json"],
                ["evaluate", feed, "--policy", "\(words):replace", "--format", "csv"],
                ["evaluate", feed, "@broken.yaml", "@bad.ndjson", "--partial", "-"],
                ["evaluate", "--merge", "@bad.ndjson"]),
            "tune": runs(
                [
                    "tune", feed, "@session.yaml", "--maximise", "shown", "--search", "early@\(words)=drop,hold",
                    "--gifts", "1",
                    "--actions", "0", "--promise", "never from = '\(words)'",
                ],
                [
                    "tune", feed, "@session.yaml", "--maximise", "shown", "--search", "early@\(words)=drop,hold",
                    "--gifts", "1",
                    "--actions", "0", "--format", "json",
                ],
                ["tune", feed, "@broken.yaml", "@bad.ndjson", "--minimise", "dropped"],
                ["tune", feed, "--maximise", words], ["tune", feed, "--maximise", "shown", "--promise", "@broken.yaml"]),
            "explore": runs(
                ["explore", "--gifts", "1", "--actions", "0", "--kind", "\(words)=1s", "--never", "completed"],
                [
                    "explore", "--gifts", "1", "--actions", "0", "--kind", "\(words)=1s", "--never", "completed",
                    "--output", "-",
                ],
                ["explore", "--gifts", "1", "--actions", "0", "--never", "completed", "--format", "json"],
                ["explore", "--gifts", "1", "--never", "completed & \(words)"]),
            "replay": [
                Run(arguments: replayed),
                Run(arguments: ["replay", "@recorded.jsonl", "--check"]),
                Run(arguments: ["replay", "@recorded.jsonl", "--set", "mode=replace"], output: .coloredLines),
                Run(arguments: ["replay", "@recorded.jsonl", "--speed", "10"], output: .screen),
                Run(arguments: ["replay", "@recorded.jsonl", "--svg", "-"]),
                Run(arguments: ["replay", "@bad.ndjson", "--check"]),
            ],
            "feed generate": runs(["feed", "generate", "--duration", "1s", "--seed", "1"]),
            "feed convert": runs(["feed", "convert", feed], ["feed", "convert", "@bad.ndjson"])
                + ["twitch-irc", "eventsub", "tiktok", "bilibili"].map { form in
                    Run(arguments: ["feed", "convert", feed, "--to", form], isForeign: form == "twitch-irc")
                },
            "feed import": runs(
                ["feed", "import", "@app.log", "--mapping", "@mapping.yaml", "--to", "-"],
                ["feed", "import", "@bad.ndjson", "--mapping", "@mapping.yaml", "--to", "@imported"],
                ["feed", "import", "@app.log", "--mapping", "@key.yaml", "--to", "-"]),
            "feed record": runs(
                ["feed", "record", feed, "--duration", "1s"], ["feed", "record", "@bad.ndjson", "--duration", "1s"]),
            "feed publish": runs(["feed", "publish", feed, "--to", "mqtt://127.0.0.1:1/\(words)"]),
            "feed stats": runs(
                ["feed", "stats", feed], ["feed", "stats", feed, "--format", "json"], ["feed", "stats", "@bad.ndjson"]),
            "feed validate": runs(
                ["feed", "validate", "@bad.ndjson"], ["feed", "validate", "@bad.ndjson", "--format", "json"],
                ["feed", "validate", feed]),
            "gifts list": [
                Run(arguments: ["gifts", "sync", "--store", "@shop", "--home", "@home"], output: .screen),
                Run(arguments: ["gifts", "list", "--home", "@home"]),
                Run(arguments: ["gifts", "list", "--home", "@home", "--format", "json"]),
            ],
            "gifts sync": [
                Run(arguments: ["gifts", "sync", "--store", "@shop", "--home", "@other"], output: .screen),
                Run(arguments: ["gifts", "sync", "--store", "@shop", "--home", "@third", "--format", "json"]),
                Run(arguments: ["gifts", "sync", "--store", "@bad", "--home", "@other"], output: .screen),
            ],
            "gifts show": [
                Run(arguments: ["gifts", "sync", "--store", "@shop", "--home", "@home"], output: .screen),
                Run(arguments: ["gifts", "show", "clover", "--home", "@home"]),
                Run(arguments: ["gifts", "show", "clover", "--home", "@home", "--format", "json"]),
            ],
            "gifts verify": runs(["gifts", "verify", "--home", "@home/\(HostileStrings.short)"]),
            "gifts sign": runs(
                ["gifts", "sign", words, "@key.yaml", "--key", "@key.yaml", "--output", "@signed.zip"],
                ["gifts", "sign", "rose", "@\(HostileStrings.short)", "--key", "@key.yaml", "--output", "@signed.zip"]),
            "gifts prune": runs(["gifts", "prune", "--home", "@\(HostileStrings.short)"]),
            "config path": [
                Run(arguments: ["config", "path", "--config", "@\(HostileStrings.short)"], isForeign: true)
            ],
            "config show": [
                Run(arguments: ["config", "show", "--set", "viewer=\(words)"]),
                Run(arguments: ["config", "show", "--set", "viewer=\(words)", "--format", "json"]),
                Run(arguments: ["config", "show", "--config", "@config.yaml"]),
                Run(arguments: ["config", "show"], environment: ["GIFTTY_REPLACE_AT": words]),
            ],
            "config set": runs(
                ["config", "set", "replaceAt", words, "--config", "@set.yaml"],
                ["config", "set", words, "1", "--config", "@set.yaml"],
                ["config", "set", "viewer", words, "--config", "@\(HostileStrings.short).yaml"]),
            "config unset": runs(
                ["config", "unset", "replaceAt", "--config", "@key.yaml"],
                ["config", "unset", words, "--config", "@config.yaml"]),
            "config validate": runs(
                ["config", "validate", "@config.yaml"], ["config", "validate", "@key.yaml"],
                ["config", "validate", "@broken.yaml"], ["config", "validate", "@\(HostileStrings.short)"]),
            "doctor": [
                Run(arguments: ["doctor"], output: .screen, environment: ["TERM": words, "COLORTERM": words]),
                Run(
                    arguments: ["doctor", "--format", "json"], output: .screen,
                    environment: ["TMUX": words, "LANG": words]),
            ],
        ]
    }()
}
