import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

/// Tests that compare a recording of the screen with the screen of a player at the same moment.
@Suite(
    "Recordings of the screen and the screen itself", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct RecordedScreenTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // The demo's session, cut off after a few seconds.
        let lines = try String(contentsOfFile: ReplayTests.storm, encoding: .utf8).split(separator: "\n")
        let short = lines.filter { line in
            (line.firstMatch(of: /^\{"at":([0-9.]+)/).flatMap { Double($0.1) } ?? 0) < 6.5
        }
        try folder.write(short.joined(separator: "\n") + "\n", to: "a.jsonl")
    }

    /// Returns the screen of a recording at a frame, at 30 frames a second.
    private func screen(of name: String, at frame: Int) throws -> CellGrid {
        let cast = try Asciicast(folder.read(name))
        var terminal = EmulatedTerminal(columns: cast.columns, rows: cast.rows)
        // Times are rounded to microseconds.
        for event in cast.events.prefix(while: { $0.time <= Double(frame) / 30 + 1e-5 }) {
            try terminal.process(event.text)
        }
        return terminal.screen
    }

    /// Covers the area of the button that closes a gift, which a replay does not have.
    ///
    /// - Returns: Whether `other` has the button.
    private func coverButton(of screen: inout CellGrid, like other: CellGrid) -> Bool {
        let words = "[ ✕ ]"
        guard let row = other.row(containing: words) else { return false }
        let column = other.text(row: row).components(separatedBy: words)[0].count
        screen.fill(
            CellRect(column: column - 1, row: row, columns: words.count + 2, rows: 1), with: Cell())
        return true
    }

    /// Covers the line of keys, as a replay has other keys.
    private func coverKeys(of screen: inout CellGrid) {
        screen.fill(CellRect(column: 0, row: screen.rows - 1, columns: screen.columns, rows: 1), with: Cell())
    }

    @Test(
        "a paused player shows the same cells as the recording at that moment",
        arguments: [(80, 24, 7), (80, 24, 31), (132, 40, 20)])
    func pausedPlayerMatchesRecording(columns: Int, rows: Int, frames: Int) throws {
        let cast = try Program.run(
            ["replay", "a.jsonl", "--size", "\(columns)x\(rows)", "--cast", "a.cast"], in: folder)
        #expect(cast.status == 0, "\(cast.errors)")
        // The player has a status line below the room.
        let terminal = try TmuxSession(columns: columns, rows: rows + 1, folder: folder)
        try terminal.start("replay a.jsonl")
        try terminal.wait(forText: " / 0:06")
        try terminal.type(" ")
        try terminal.press("Home")
        try terminal.wait(forText: "0:00 / 0:06")
        try terminal.press("Right")
        try terminal.type(String(repeating: ".", count: frames))
        var recorded = try screen(of: "a.cast", at: 150 + frames)
        let next = try screen(of: "a.cast", at: 150 + frames + 1)
        #expect(next.differences(from: recorded) != [])
        let unlike = recorded
        #expect(coverButton(of: &recorded, like: unlike))
        coverKeys(of: &recorded)
        var room = CellGrid(columns: columns, rows: rows)
        try terminal.wait(for: "the cells of the recording") {
            room.place(try terminal.cells(columns: columns, rows: rows + 1), column: 0, row: 0)
            _ = coverButton(of: &room, like: unlike)
            coverKeys(of: &room)
            return room.differences(from: recorded).isEmpty
        }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    // MARK: - Identical files

    /// Repeatedly stops and continues a process until `isOver`.
    ///
    /// The process runs longer each time, so that a fast machine stops it several times and a busy one still finishes.
    ///
    /// - Returns: The number of stops.
    private func stopRepeatedly(_ process: pid_t, until isOver: () throws -> Bool) rethrows -> Int {
        var count = 0
        while try !isOver() {
            kill(process, SIGSTOP)
            usleep(40_000)
            kill(process, SIGCONT)
            count += 1
            usleep(UInt32(min(20_000, 1_000 * count)))
        }
        return count
    }

    @Test("a machine that stalls repeatedly writes the same file, byte for byte")
    func stallingMachineWritesSameFile() throws {
        let arguments = ["replay", "a.jsonl", "--size", "60x20", "--fps", "10"]
        for kind in ["cast", "svg"] {
            #expect(try Program.run(arguments + ["--\(kind)", "a.\(kind)"], in: folder).status == 0)
            let program = try ChildProgram(
                ["nice", "-n", "19", Program.path] + arguments + ["--\(kind)", "b.\(kind)"], folder: folder.path)
            let count = stopRepeatedly(program.process) { !program.isRunning }
            #expect(try program.end() == 0 && count > 3)
            #expect(try folder.read("a.\(kind)") == folder.read("b.\(kind)"))
        }
    }

    @Test(
        "the recording of a live session equals that of its replay, on a stalling machine and on poor terminals",
        arguments: [("TERM=tmux-256color", true), ("TERM=vt100 LANG=C NO_COLOR=1", false), ("TERM=linux", false)])
    func liveRecordingEqualsReplay(variables: String, isDisturbed: Bool) throws {
        let terminal = try TmuxSession(columns: 70, rows: 22, folder: folder)
        try folder.write(
            "echo $$ >pid; exec env -u COLORTERM \(variables) \"$GIFTTY\" demo --seed 5 --profile storm --duration 3s"
                + " --record d.jsonl --cast d.cast\n", to: "run.sh")
        // An interactive shell would treat a stopped program as a suspended job.
        try terminal.type("clear; bash -c 'sh run.sh; echo left $?'\n")
        if isDisturbed {
            // The session lasts only three seconds, so the test must not wait for a busy terminal to show it.
            try terminal.wait(for: "an event of the session") {
                (try? folder.read("d.jsonl"))?.contains(/\n\{"at":[0-9]*\.[0-9]/) == true
            }
            let program = try #require(pid_t(try folder.read("pid").trimmingCharacters(in: .newlines)))
            let count = stopRepeatedly(program) { kill(program, 0) != 0 }
            #expect(count > 3)
        }
        try terminal.wait(forText: "left 0")
        #expect(try Program.run(["replay", "d.jsonl", "--cast", "e.cast"], in: folder).status == 0)
        #expect(try folder.read("d.cast") == folder.read("e.cast"))
        let words = try folder.read("d.cast")
        #expect(words.contains("▀") && words.contains(";2;"))
    }
}
