import Playback
import SeededRandomness
import Testing

@testable import PolicyTuning

@Suite("Search spaces")
struct SearchSpaceTests {
    private static func space(_ texts: [String], fixed: [Setting] = []) throws -> SearchSpace {
        try SearchSpace(try texts.map { try TuningAxis($0) }, fixed: fixed)
    }

    @Test("values are words, numbers and ranges of numbers, each once")
    func valuesAreRead() throws {
        #expect(
            try TuningAxis("maxWaiting=none,5:15:5,10").values.map { $0.map { "\($0)" } } == ["none", "5", "10", "15"])
        #expect(try TuningAxis("replaceAt=30%, 0.5").values == [.fraction(.init(300_000)), .fraction(.init(500_000))])
        #expect(try TuningAxis("replaceAt@1000+=room,0.9").values.first == .some(nil))
        #expect(try TuningAxis("early@castle=hold").name.scope == .kind("castle"))
    }

    @Test(
        "wrong axes say what was expected",
        arguments: [
            ("replaceAt", "expected KEY=VALUE"), ("replaceat=1", "did you mean \"replaceAt\""),
            ("early=holt", "drop"), ("mode@1000+=queue", "gifts have no mode of their own"),
            ("replaceAt=1:0:0.1", "FROM"), ("early=a:b:c", "words with commas"), ("replaceAt@=1", "a price tier"),
            ("replaceAt=0:1:0.0005", "at most 1000 values"), ("gap=room", "gap"),
        ])
    func wrongAxesAreExplained(text: String, part: String) {
        let error = #expect(throws: TuningSyntaxError.self) { try TuningAxis(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test("a condition is about an earlier axis or a setting that is fixed")
    func conditionsAreChecked() throws {
        #expect(throws: TuningSyntaxError.self) { try Self.space(["replaceAt=0,1 if mode=replace"]) }
        #expect(throws: TuningSyntaxError.self) { try Self.space(["mode=queue", "mode=replace"]) }
        #expect(throws: TuningSyntaxError.self) { try Self.space(["gap=0s,1s"], fixed: [.gap(0)]) }
        #expect(try Self.space(["replaceAt=0,1 if mode=replace"], fixed: [.mode(.replace)]).count == 2)
        #expect(try Self.space(["replaceAt=0,1 if mode=replace"], fixed: [.mode(.queue)]).count == 1)
    }

    @Test("settings are tried only where their condition holds, and the number is that of the different ones")
    func candidatesAreDifferent() throws {
        let space = try Self.space([
            "mode=queue,replace", "early=drop,hold if mode=replace", "maxWaiting=none,3,9 if mode=queue",
            "overflow=dropNewest,dropCheapest if maxWaiting!=none", "combineWithin=none,5s",
        ])
        let all = space.all
        // Queue: no limit, or two limits with two rules each; replace: two.
        #expect(all.count == (1 + 2 * 2 + 2) * 2)
        #expect(space.count == all.count && Set(all).count == all.count && all == all.sorted())
        let settings = all.map { space.settings($0) }
        #expect(Set(settings).count == all.count)
        for list in settings {
            let isQueue = list.contains(.mode(.queue))
            #expect(list.contains { $0.key.name == "early" } != isQueue)
            #expect(list.contains { $0.key.name == "maxWaiting" } == isQueue)
        }
    }

    @Test("candidates from any indices are among all", arguments: 1...10)
    func candidatesAreCanonical(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let space = SearchSpace.usual(fixed: [])
        let all = Set(space.all)
        for _ in 0..<200 {
            let indices = space.axes.map { random.next(below: $0.values.count) }
            #expect(all.contains(space.candidate(indices)), "seed \(seed)")
        }
    }

    @Test("the usual space leaves out what is fixed")
    func usualSpaceLeavesOutFixed() {
        let all = SearchSpace.usual(fixed: [])
        #expect(all.count == all.all.count && all.axes.count == SearchSpace.usual.count)
        let queue = SearchSpace.usual(fixed: [.mode(.queue), .order(.value)])
        #expect(queue.axes.map(\.name.key.name) == ["maxWaiting", "overflow", "expireAfter", "combineWithin"])
    }

    @Test("a very large space is counted without going through it")
    func largeSpaceIsCounted() throws {
        let axes = ["replaceAt", "gap", "waitAtMost", "expireAfter", "combineWithin", "maxWaiting"]
        let space = try Self.space(
            axes.map {
                $0 == "maxWaiting" ? "\($0)=1:999:1" : $0 == "replaceAt" ? "\($0)=0:0.9:0.001" : "\($0)=1s:900s:1s"
            })
        #expect(space.count == 901 * 900 * 900 * 900 * 900 * 999)
    }
}
