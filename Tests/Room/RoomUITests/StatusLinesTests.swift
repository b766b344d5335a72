import ExactNumbers
import Playback
import PlayerSettings
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The status lines")
struct StatusLinesTests {
    /// Returns the status of a session in which a rocket plays, after `change` has acted on its controller.
    private func status(
        at time: Nanoseconds = 1_680_000_000, settings: LayeredSettings = LayeredSettings(),
        _ change: (inout PlaybackController) -> Void = { _ in }
    ) -> Status {
        var controller = PlaybackController(settings: settings.playback)
        _ = controller.handle(
            .arrival(Arrival(kind: "rocket", sender: "ann", count: 3, value: 500, duration: 4 * .second)), at: 0)
        change(&controller)
        _ = controller.advance(to: time)
        return Status(
            settings: settings, running: controller.running, runningName: controller.running?.gift.kind ?? "",
            waitingCount: controller.waitingCount, nextNames: controller.upNext(3).map(\.kind),
            heldName: controller.held?.kind, parkedCount: controller.parkedCount, isPaused: controller.isPaused,
            lastEnded: controller.lastEnding.map { ($0, $0.gift.kind) }, arrivalCount: controller.counts.arrivals,
            outlook: ArrivalOutlook(controller) { $0.kind })
    }

    private func lines(_ status: Status, columns: Int, repertoire: GlyphRepertoire = .unicode) -> [String] {
        let lines = StatusLines(status: status, symbols: .symbols(for: repertoire), columns: columns)
        return [lines.policyLine.text, lines.progressLine.text]
    }

    @Test("the lines show mode, origin, threshold, running gift, progress and waiting gifts")
    func queue() {
        let status = status { controller in
            for kind in ["heart", "rose"] {
                let gift = Arrival(kind: kind, sender: "bob", duration: .second)
                _ = controller.handle(.arrival(gift), at: 500_000_000)
            }
        }
        let lines = lines(status, columns: 120)
        #expect(lines[0].hasPrefix(" QUEUE  default  ·  replaceAt 30 %"))
        #expect(lines[1].hasPrefix("▶ rocket ×3 ann  ━"))
        #expect(lines[1].contains("42 %  1.6/4.0 s"))
        #expect(lines[1].hasSuffix("an arrival now: waits  ·  2 waiting: heart, rose"))
    }

    @Test("the number of waiting gifts appears with its limit if there is one")
    func waitingCountShowsItsLimit() {
        var settings = LayeredSettings()
        settings.assign(Assignment(Setting.maxWaiting.key, .count(100), origin: .programDefault("demo")))
        let status = status(settings: settings) { controller in
            let gift = Arrival(kind: "heart", sender: "bob", duration: .second)
            _ = controller.handle(.arrival(gift), at: 500_000_000)
        }
        #expect(lines(status, columns: 120)[1].hasSuffix("1 of 100 waiting: heart"))
    }

    @Test("the bar marks the threshold at its place")
    func barMarksTheThreshold() throws {
        let line = StatusLines(status: status(), symbols: .symbols(for: .ascii), columns: 120).progressLine.text
        let bar = try #require(line.firstIndex { "=-|".contains($0) })
        let cells = line[bar...].prefix { "=-|".contains($0) }
        let mark = try #require(cells.firstIndex(of: "|"))
        let place = cells.distance(from: cells.startIndex, to: mark)
        #expect(place == cells.count * 3 / 10)
        #expect(cells.filter { $0 == "=" }.count == cells.count * 42 / 100 - 1)
    }

    @Test("the last outcome appears with its reason")
    func outcome() throws {
        var settings = LayeredSettings()
        settings.assign(try Assignment.option("mode=replace"))
        let status = status(at: 600_000_000, settings: settings) { controller in
            let heart = Arrival(kind: "heart", sender: "bob", duration: .second)
            _ = controller.handle(.arrival(heart), at: 480_000_000)
        }
        #expect(lines(status, columns: 120)[0].hasSuffix("heart from bob dropped: early at 12 %"))
        #expect(lines(status, columns: 120)[0].hasPrefix(" REPLACE  --set"))
        // With less space the sender is omitted first.
        #expect(lines(status, columns: 70)[0].hasSuffix("heart dropped: early at 12 %"))
    }

    @Test("a threshold above 1 reads as never and has no mark")
    func thresholdAboveOneReadsNever() throws {
        var settings = LayeredSettings()
        settings.assign(try Assignment.option("replaceAt=2"))
        let lines = lines(status(settings: settings), columns: 120, repertoire: .ascii)
        #expect(lines[0].contains("replaceAt never"))
        #expect(!lines[1].contains("|"))
    }

    @Test("the lines show the pause and the held gift")
    func pauseAndHeldGiftAreShown() throws {
        var settings = LayeredSettings()
        settings.assign(try Assignment.option("mode=replace"))
        settings.assign(try Assignment.option("early=hold"))
        let status = status(settings: settings) { controller in
            let heart = Arrival(kind: "heart", sender: "bob", duration: .second)
            _ = controller.handle(.arrival(heart), at: 100_000_000)
            _ = controller.handle(.pause, at: 200_000_000)
        }
        let lines = lines(status, columns: 120)
        #expect(lines[0].contains("PAUSED"))
        #expect(lines[1].hasSuffix("held: heart"))
    }

    @Test("the last outcome names the other gift instead of its number, with the percentage of the decision line")
    func otherGiftIsNamed() throws {
        var room = try Room(
            ["mode=replace", "replaceAt=35.5%"],
            events: [
                Room.gift("rocket", from: "ann", at: 0, id: "1"), Room.gift("heart", from: "bob", at: 1.423, id: "2"),
            ])
        let grid = room.grid(at: 2.2, columns: 120)
        let screen = (0..<24).map { Room.text(grid, row: $0) }
        let decision = try #require(screen.first { $0.contains("replaced ann's Rocket at ") })
        let share = try #require(decision.firstMatch(of: /at ([0-9.]+ %) \(allowed from 35.5 %\)/)).1
        #expect(screen[21].contains("Rocket from ann replaced by Heart at \(share)"))
    }

    @Test("the number of parked gifts appears behind the waiting and held ones, and none if there is none")
    func parked() {
        var status = status()
        #expect(lines(status, columns: 120)[1].hasSuffix("nothing waiting"))
        status.parkedCount = 2
        #expect(lines(status, columns: 120)[1].hasSuffix("nothing waiting, 2 parked"))
        status.heldName = "heart"
        #expect(lines(status, columns: 120)[1].hasSuffix("held: heart, 2 parked"))
    }

    /// Returns the line about a session in which a heart of another sender has arrived at half a second, or not.
    private func outlook(
        _ options: [String], heart value: Int64? = nil, at time: Nanoseconds = 600_000_000, columns: Int = 160,
        _ change: (inout PlaybackController) -> Void = { _ in }
    ) throws -> String {
        var settings = LayeredSettings()
        for option in options { settings.assign(try Assignment.option(option)) }
        let status = status(at: time, settings: settings) { controller in
            if let value {
                let heart = Arrival(kind: "heart", sender: "bob", value: value, duration: .second)
                _ = controller.handle(.arrival(heart), at: 500_000_000)
            }
            change(&controller)
        }
        return lines(status, columns: columns)[1]
    }

    @Test("the line says what happens to a gift that arrives now")
    func lineSaysWhatHappensToAnArrival() throws {
        let replace = ["mode=replace"]
        #expect(try outlook([]).contains("  ·  an arrival now: waits  ·  nothing waiting"))
        #expect(try outlook(replace).hasSuffix("  ·  an arrival now: is dropped"))
        #expect(try outlook(replace, at: 1_200_000_000).hasSuffix("  ·  an arrival now: replaces"))
        #expect(try outlook(replace + ["early=hold"]).hasSuffix("  ·  an arrival now: is held"))
        #expect(
            try outlook(replace + ["early=hold"], heart: 1).contains(
                "an arrival now: is held instead of heart  ·  held: heart"))
        #expect(try outlook(["maxWaiting=0"]).contains("an arrival now: is dropped, the queue is full"))
        #expect(try outlook(["maxWaiting=1"], heart: 1).contains("an arrival now: is dropped, the queue is full"))
        #expect(
            try outlook(["maxWaiting=1", "overflow=dropOldest"], heart: 1).contains(
                "an arrival now: waits, heart is dropped"))
        #expect(
            try outlook(["maxWaiting=1", "overflow=dropCheapest"], heart: 7).contains(
                "an arrival now: waits if worth more than 7"))
        // Without room for the whole text, a short one tells the same.
        #expect(try outlook(["maxWaiting=0"], columns: 80).contains("now: dropped, full"))
    }

    @Test("a pause and a gap do not change what is true of an arrival")
    func pauseAndGapAreTakenIntoAccount() throws {
        let paused = try outlook(["mode=replace"], at: 9 * .second) { _ = $0.handle(.pause, at: 600_000_000) }
        #expect(paused.hasSuffix("an arrival now: is dropped"), "the presentation stays below the threshold")
        let gap = try outlook(["gap=5s"], at: 2 * .second) { _ = $0.handle(.close, at: 600_000_000) }
        #expect(gap.contains("nothing waiting  ·  an arrival now: waits"))
        let empty = try outlook([], at: 2 * .second) { _ = $0.handle(.close, at: 600_000_000) }
        #expect(!empty.contains("arrival"), "an empty stage needs no explanation")
    }

    @Test("the bar keeps its width while the fate of an arrival changes", arguments: [80, 100, 120, 200])
    func barKeepsItsWidth(columns: Int) throws {
        var settings = LayeredSettings()
        settings.assign(try Assignment.option("mode=replace"))
        let bars = [600_000_000, 1_200_000_000].map { time in
            StatusLines(
                status: status(at: time, settings: settings), symbols: .symbols(for: .unicode), columns: columns
            )
            .barColumns
        }
        #expect(bars[0] == bars[1] && (bars[0]?.count ?? 0) >= 16)
    }

    @Test("an empty stage shows the key for sending only if the viewer can send", arguments: [true, false])
    func empty(offersSending: Bool) {
        let line = lines(Status(canSend: offersSending), columns: 80)[1]
        #expect(line.hasSuffix("   1-9 send a gift, ? help") == offersSending)
        #expect(line.contains("send") == offersSending && line.hasSuffix("   ? help") != offersSending)
    }

    @Test("the lines fit every width in both repertoires", arguments: [20, 30, 40, 60, 80, 100, 200])
    func linesFitEveryWidth(columns: Int) {
        for repertoire in [GlyphRepertoire.unicode, .ascii] {
            let lines = StatusLines(status: status(), symbols: .symbols(for: repertoire), columns: columns)
            #expect(lines.policyLine.width <= columns - 2)
            #expect(lines.progressLine.width <= columns - 2)
            #expect(lines.policyLine.text.contains("QUEUE"))
            if repertoire == .ascii {
                let texts = lines.policyLine.text + lines.progressLine.text
                #expect(texts.unicodeScalars.allSatisfy { $0.isASCII || $0 == "·" })
            }
        }
    }
}
