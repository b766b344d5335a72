import ExactNumbers
import Playback
import Testing

@testable import RoomSession

@Suite("The memory of a session's last minutes")
struct SessionMemoryTests {
    /// A session with random inputs, its memory, and what it was like after each step.
    private struct Remembered {
        var memory = SessionMemory()
        var states: [(at: Nanoseconds, counts: OutcomeCounts, running: Presentation?, log: Int)] = []

        init(seed: UInt64, steps: Int) throws {
            var session = try TestSession.session()
            TestSession.run(&session, seed: seed, steps: steps) { session, events in
                memory.record(events, session)
                let controller = session.controller
                states.append((controller.now, controller.counts, controller.running, session.giftLog.entries.count))
            }
        }
    }

    @Test("each moment is as it was", arguments: [1, 2, 3] as [UInt64])
    func moments(seed: UInt64) throws {
        let remembered = try Remembered(seed: seed, steps: 80)
        for (index, state) in remembered.states.enumerated()
        where index + 1 == remembered.states.count || remembered.states[index + 1].at > state.at {
            let session = try #require(remembered.memory.session(at: state.at))
            #expect(session.controller.counts == state.counts && session.controller.running == state.running)
            #expect(session.giftLog.entries.count == state.log)
        }
        #expect(remembered.memory.session(at: -1) == nil)
    }

    @Test("a moment goes on as the session did")
    func advance() throws {
        let remembered = try Remembered(seed: 4, steps: 60)
        let (first, last) = (remembered.states[20], remembered.states[59])
        var session = try #require(remembered.memory.session(at: first.at))
        remembered.memory.advance(&session, from: first.at, to: last.at)
        #expect(session.controller.counts == last.counts && session.controller.running == last.running)
    }

    @Test("steps go from decision to decision")
    func decisions() throws {
        let remembered = try Remembered(seed: 5, steps: 60)
        var times: [Nanoseconds] = []
        var time: Nanoseconds = 0
        while let next = remembered.memory.decision(after: time) {
            times.append(next)
            time = next
        }
        #expect(times.count > 20 && times == times.sorted())
        var back: [Nanoseconds] = []
        while let previous = remembered.memory.decision(before: time) {
            back.append(previous)
            time = previous
        }
        #expect(Array(back.reversed().suffix(times.count - 1)) == times.dropLast())
    }

    @Test("the memory is bounded in time and in bytes")
    func bounds() throws {
        var session = try TestSession.session(["replaceAt=0"])
        var memory = SessionMemory()
        var time: Nanoseconds = 0
        for index in 0..<4_000 {
            time += 200_000_000
            let gift = TestSession.gift("heart", from: "ann", at: time, id: "g\(index)")
            memory.record(session.receive(gift), session)
            #expect(memory.bytes <= SessionMemory.maxBytes + 5_000_000)
        }
        let start = try #require(memory.start)
        #expect(time - start <= SessionMemory.maxAge + SessionMemory.interval)
        #expect(memory.session(at: start - 1) == nil && memory.session(at: time) != nil)
    }
}
