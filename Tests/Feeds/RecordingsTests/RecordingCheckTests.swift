import ExactNumbers
import PlayerSettings
import RoomEvents
import Testing

@testable import Recordings

@Suite("Checks of recordings against the present program")
struct RecordingCheckTests {
    private let text = SampleRecordings.text(SampleRecordings.short)

    @Test("an unchanged recording gives the same decisions")
    func unchangedRecordingGivesSameDecisions() throws {
        let check = RecordingCheck(try Recording(text))
        #expect(check.difference == nil)
        #expect(
            check.equalCount
                == SampleRecordings.short.lines.count { if case .decision = $0.kind { true } else { false } })
    }

    @Test("a different outcome is reported as the first difference, with the lines around it")
    func changedOutcomeIsFirstDifference() throws {
        let recording = try Recording(text.replacing(#""outcome":"replaced""#, with: #""outcome":"completed""#))
        let difference = try #require(RecordingCheck(recording).difference)
        #expect(difference.at == 2 * .second)
        #expect(difference.recorded?.json.contains(#""outcome":"completed""#) == true)
        #expect(difference.replayed?.contains(#""outcome":"replaced""#) == true)
        #expect(difference.before.map(\.number) == [11, 12, 13] && difference.after.map(\.number).first == 15)
    }

    @Test("a missing line or an extra line is a difference")
    func missingOrExtraLineIsDifference() throws {
        var lines = text.split(separator: "\n").map(String.init)
        let index = try #require(lines.firstIndex { $0.contains(#""event":"started""#) })
        let line = lines.remove(at: index)
        let without = try #require(RecordingCheck(try Recording(lines.joined(separator: "\n"))).difference)
        #expect(without.replayed == line)
        lines.insert(contentsOf: [line, line], at: index)
        let twice = try #require(RecordingCheck(try Recording(lines.joined(separator: "\n"))).difference)
        #expect(twice.recorded?.json == line)
    }

    @Test("missing lines at the end are a difference unless the recording is torn")
    func missingLinesAtEndAreDifference() throws {
        let recording = SampleRecordings.recorded([
            RecordedLine(at: 3, .gift(SampleRecordings.gift("a", "comet"), duration: 4 * .second, asset: .ready)),
            RecordedLine(at: .second, .end),
        ])
        var lines = SampleRecordings.text(recording).split(separator: "\n").map(String.init)
        let last = lines.removeLast()
        #expect(last.contains(#""outcome":"unplayed""#))
        let difference = try #require(RecordingCheck(try Recording(lines.joined(separator: "\n"))).difference)
        #expect(difference.replayed == last && difference.recorded == nil && difference.at == .second)
        lines.removeLast()
        #expect(RecordingCheck(try Recording(lines.joined(separator: "\n"))).difference == nil)
    }

    @Test("a check repeats the changes of a store, with arms and withdrawals")
    func storeChangesAreRepeated() throws {
        let trial = [
            Assignment(.mode, .choice("replace"), origin: .store), Assignment(.arm, .text("b"), origin: .store),
        ]
        let recording = SampleRecordings.recorded([
            RecordedLine(at: 1, .settings(.store, trial)), RecordedLine(at: 2, .asset(kind: "comet", .ready)),
            RecordedLine(at: 3, .gift(SampleRecordings.gift("a", "comet"), duration: 4 * .second, asset: .ready)),
            RecordedLine(at: .second, .asset(kind: "comet", .withdrawn)),
            RecordedLine(at: 2 * .second, .settings(.store, [])), RecordedLine(at: 3 * .second, .end),
        ])
        let read = try Recording(SampleRecordings.text(recording))
        let check = RecordingCheck(read)
        #expect(check.difference == nil && check.equalCount == 6)
        let decisions = read.lines.filter { if case .decision = $0.kind { true } else { false } }.map(\.json)
        #expect(decisions[1] == #"{"at":0.000000001,"event":"settings","mode":"replace","arm":"b"}"#)
        #expect(decisions[4].contains(#""event":"ended","gift":1,"outcome":"dismissed""#))
        #expect(decisions[5] == #"{"at":2,"event":"settings","mode":"queue","arm":null}"#)
    }

    @Test("the controller receives only settings that change something, so that a branch keeps its own settings")
    func controllerReceivesOnlyEffectiveSettings() throws {
        var settings = LayeredSettings()
        settings.assign(Assignment(.mode, .choice("replace"), origin: .option("--set")))
        let threshold = Assignment(.replaceAt, .fraction(Millionths(350_000)), origin: .key("]"))
        let recording = SampleRecordings.recorded(
            [
                RecordedLine(at: 1, .settings(.key, [threshold])),
                RecordedLine(at: 2, .settings(.file, [Assignment(.mode, .choice("queue"), origin: .file("a"))])),
                RecordedLine(at: 5, .terminalInput(.key("?"))),
            ], settings: settings)
        let inputs = recording.inputs
        #expect(inputs.map(\.input) == [.set([.replaceAt(Millionths(350_000))]), .end])
        #expect(inputs.map(\.at) == [1, 5])
    }
}
