import Foundation
import TestSupport
import Testing

/// Tests that no name, text, file, option or variable can control the terminal.
@Suite("Hostile text", .timeLimit(.minutes(10)))
struct HostileTextTests {
    @Test("every command of the program is tested")
    func everyCommandIsTested() throws {
        let leaves = try CommandTree().leaves.map { $0.words.joined(separator: " ") }.filter { $0 != "help" }
        #expect(Set(leaves) == Set(HostileFiles.commands))
    }

    @Test("hostile text is harmless in pipes and error messages", arguments: HostileFiles.commands)
    func hostileTextIsHarmlessInPipes(command: String) throws {
        let files = try HostileFiles()
        for run in HostileFiles.runs[command] ?? [] {
            let result = try Program.run(
                arguments(run, files), environment: run.environment, in: files.folder)
            #expect(result.status < 128, "\(run.arguments.map(\.debugDescription))")
            let output = run.output == .screen ? .lines : run.output
            if !run.isForeign { expect(result.output, output, run) }
            expect(result.errors, .lines, run)
        }
    }

    @Test("hostile text is harmless on a terminal", arguments: HostileFiles.commands)
    func hostileTextIsHarmlessOnTerminals(command: String) throws {
        let files = try HostileFiles()
        for run in HostileFiles.runs[command] ?? [] {
            let terminal = try PseudoTerminal(
                columns: 100, rows: 30, running: [Program.path] + arguments(run, files),
                environment: ["HOME": files.folder.path].merging(run.environment) { $1 })
            if run.arguments.first == "replay", run.output == .screen {
                // A replay stays at the end of its session until the user quits.
                try terminal.wait(for: "the screen") { terminal.output.contains("▀") }
                terminal.type("q")
            }
            _ = try terminal.end()
            terminal.read()
            expect(terminal.output, run.output, run)
        }
    }

    @Test(
        "hostile text is harmless as an option, as its value or as a surplus argument", arguments: HostileFiles.commands
    )
    func hostileArgumentsAreHarmless(command: String) throws {
        let folder = try TemporaryFolder()
        let leaf = try #require(CommandTree().leaves.first { $0.words.joined(separator: " ") == command })
        let words = HostileStrings.all
        var attempts = [[words], [words, words], ["--\(words)"], ["--\(words)=1"], ["-\(words)"], ["--help", words]]
        attempts += leaf.arguments.compactMap(\.option).flatMap { [[$0, words], ["\($0)=\(words)"]] }
        for attempt in attempts {
            let run = HostileFiles.Run(arguments: leaf.words + attempt)
            // Small limits keep the exploration and the generated feed short.
            let limits = ["explore": ["--gifts", "1", "--actions", "0"], "feed generate": ["--duration", "1s"]][command]
            let result = try Program.run(leaf.words + (limits ?? []) + attempt, in: folder)
            // Programs that read a path need its exact bytes.
            if command != "config path" { expect(result.output, .lines, run) }
            expect(result.errors, .lines, run)
        }
    }

    @Test("hostile text is harmless where a command is expected")
    func hostileCommandIsHarmless() throws {
        for attempt in [
            [HostileStrings.all], ["help", HostileStrings.all], ["--\(HostileStrings.all)"],
            ["feed", HostileStrings.all],
        ] {
            let result = try Program.run(attempt)
            expect(result.output + result.errors, .lines, HostileFiles.Run(arguments: attempt))
        }
    }

    @Test("hostile text is harmless in the messages of gift-store")
    func hostileTextIsHarmlessInStoreMessages() throws {
        let path = Programs.built("gift-store")
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let words = HostileStrings.all
        var attempts = [[words], ["--\(words)"], ["help", words], ["--root", "\(folder.path)/file/\(words)"]]
        attempts += try CommandTree(of: path).leaves.flatMap(\.arguments).compactMap(\.option)
            .filter { $0 != "--root" }.map { [$0, words] }
        #expect(attempts.count > 6)
        for attempt in attempts {
            let result = try Program.run(attempt, in: folder, program: path)
            expect(result.output + result.errors, .lines, HostileFiles.Run(arguments: attempt))
        }
        let root = "\(folder.path)/\(HostileStrings.short)"
        let terminal = try PseudoTerminal(
            columns: 100, rows: 30, running: [path, "--root", root, "--port", "0"], environment: [:])
        try terminal.wait(for: "the server") { terminal.output.contains(" serves ") }
        kill(terminal.process, SIGTERM)
        #expect(try terminal.end() == 0)
        terminal.read()
        expect(terminal.output, .lines, HostileFiles.Run(arguments: ["--root", root]))
    }

    private func arguments(_ run: HostileFiles.Run, _ files: HostileFiles) -> [String] {
        run.arguments.map { $0.hasPrefix("@") ? "\(files.folder.path)/\($0.dropFirst())" : $0 }
    }

    private func expect(_ text: String, _ output: HostileStrings.Output, _ run: HostileFiles.Run) {
        let harm = HostileStrings.violations(in: text, as: output)
        #expect(
            harm.isEmpty,
            "\(run.arguments.map(\.debugDescription).joined(separator: " ").prefix(300)): \(harm.sorted()) in \(text.debugDescription.prefix(600))"
        )
    }
}
