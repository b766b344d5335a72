import Foundation
import Testing

@Suite("The demo with a store", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct DemoStoreTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String, program: String = "demo --rate 0") throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try terminal.type("clear; \"$GIFTTY\" \(program) \(arguments); echo left $?\n")
        return terminal
    }

    /// Waits until the gift on stage is of this colour, in the middle of the picture.
    private func wait(forColor color: String, in terminal: TmuxSession) throws {
        try terminal.wait(for: "the colour \(color)") { _ in try terminal.colors().contains(color) }
    }

    private static let green = "2;0;255;0m"
    private static let blue = "2;0;0;255m"

    @Test("gifts that were fetched before play without a network, and a recording of it finds them again")
    func offline() throws {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00")
        let sync = try Program.run(["gifts", "sync", "--store", store.url, "--home", "gifts"], in: folder)
        #expect(sync.status == 0, "\(sync.errors)")
        let terminal = try start("--home gifts --record a.jsonl")
        try terminal.wait(forText: "QUEUE  default")
        // It is there as soon as it was read, which nobody waits for.
        try terminal.wait(for: "the comet's key") { lines in
            try terminal.type(" 0")
            return try terminal.lines().contains { $0.contains("Comet you") }
        }
        try wait(forColor: Self.green, in: terminal)
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
        let replay = try start("", program: "replay a.jsonl --home gifts")
        try wait(forColor: Self.green, in: replay)
        #expect(try Program.run(["replay", "a.jsonl", "--check"], in: folder).status == 0)
    }
}
