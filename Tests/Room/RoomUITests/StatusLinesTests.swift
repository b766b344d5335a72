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
            lastEnded: controller.lastEnding.map { ($0, $0.gift.kind) }, arrivalCount: controller.counts.arrivals)
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
        #expect(lines[1].hasSuffix("2 wait: heart, rose"))
    }

    @Test("the number of waiting gifts appears with its limit if there is one")
    func waitingCountShowsItsLimit() {
        var settings = LayeredSettings()
        settings.assign(Assignment(Setting.maxWaiting.key, .count(100), origin: .programDefault("demo")))
        let status = status(settings: settings) { controller in
            let gift = Arrival(kind: "heart", sender: "bob", duration: .second)
            _ = controller.handle(.arrival(gift), at: 500_000_000)
        }
        #expect(lines(status, columns: 120)[1].hasSuffix("1 of 100 wait: heart"))
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

    @Test("the number of parked gifts appears behind the waiting and held ones, and none if there is none")
    func parked() {
        var status = status()
        #expect(lines(status, columns: 120)[1].hasSuffix("none waits"))
        status.parkedCount = 2
        #expect(lines(status, columns: 120)[1].hasSuffix("none waits, 2 parked"))
        status.heldName = "heart"
        #expect(lines(status, columns: 120)[1].hasSuffix("held: heart, 2 parked"))
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
