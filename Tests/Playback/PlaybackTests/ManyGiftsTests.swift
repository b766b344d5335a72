import ExactNumbers
import Playback
import SeededRandomness
import Testing

/// Tests with many waiting gifts of which some leave before their turn.
@Suite struct ManyGiftsTests {
    private struct Sent {
        let number: Int
        let kind: String
        let value: Int64
    }

    /// Returns the numbers of the gifts that started, in order.
    private func starts(_ events: [TraceEvent]) -> [Int] {
        events.compactMap { event in
            if case .started(let gift) = event.kind { return gift }
            return nil
        }
    }

    @Test(
        "the remaining and later gifts play by value or by arrival after some kinds lose their animation",
        arguments: 1...80 as ClosedRange<UInt64>)
    func remainingGiftsPlayInOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let isByValue = random.next(below: 4) > 0
        var settings = Settings()
        settings.apply(.order(isByValue ? .value : .arrival))
        var controller = PlaybackController(settings: settings)
        var events: [TraceEvent] = []
        var waiting: [Sent] = []
        var number = 0
        func send(_ controller: inout PlaybackController, _ kind: String, value: Int64) -> [TraceEvent] {
            let arrival = Arrival(kind: kind, sender: "ann", value: value, duration: 10 * .second)
            return controller.handle(.arrival(arrival), at: controller.now)
        }
        events += send(&controller, "opener", value: 0)
        number = 1
        for _ in 0..<3 {
            for _ in 0..<34 + random.next(below: 30) {
                let kind = ["heart", "rose", "rocket", "crown"][random.next(below: 4)]
                let value = Int64(random.next(below: 40))
                events += send(&controller, kind, value: value)
                number += 1
                waiting.append(Sent(number: number, kind: kind, value: value))
            }
            // The first gift still plays; only waiting gifts leave.
            let lost = ["heart", "rose", "rocket", "crown"][random.next(below: 4)]
            events += controller.handle(.asset(kind: lost, .withdrawn), at: controller.now)
            events += controller.handle(.asset(kind: lost, .ready), at: controller.now)
            waiting.removeAll { $0.kind == lost }
            #expect(controller.waitingCount == waiting.count, "seed \(seed)")
        }
        let expected = waiting.sorted {
            isByValue && $0.value != $1.value ? $0.value > $1.value : $0.number < $1.number
        }
        #expect(controller.upNext(10).map(\.number) == expected.prefix(10).map(\.number), "seed \(seed)")
        #expect(controller.waiting.map(\.number) == expected.map(\.number), "seed \(seed)")
        while let due = controller.nextDue { events += controller.advance(to: due) }
        #expect(starts(events) == [1] + expected.map(\.number), "seed \(seed)")
    }

    @Test(
        "of too many waiting gifts the one that the overflow rule selects is dropped",
        arguments: Settings.Overflow.allCases, 1...20 as ClosedRange<UInt64>)
    func overflowRuleSelectsDroppedGift(rule: Settings.Overflow, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var settings = Settings()
        for setting in [Setting.maxWaiting(45), .overflow(rule), .order(.value)] { settings.apply(setting) }
        var controller = PlaybackController(settings: settings)
        var waiting: [Sent] = []
        for number in 1...150 {
            let value = Int64(random.next(below: 30))
            let arrival = Arrival(kind: "heart", sender: "ann", value: value, duration: 10 * .second)
            let events = controller.handle(.arrival(arrival), at: 0)
            if number > 1 { waiting.append(Sent(number: number, kind: "heart", value: value)) }
            if waiting.count > 45, let gone = giftToDrop(waiting, by: rule) {
                waiting.removeAll { $0.number == gone.number }
                let isGone = events.contains {
                    $0.kind == .ended(gift: gone.number, .dropped(.overflow, progress: nil))
                }
                #expect(isGone, "seed \(seed), gift \(number)")
            }
            // Occasionally a gift starts, so that the heaps contain dead entries.
            if random.next(below: 3) == 0, let next = controller.upNext(1).first {
                _ = controller.handle(.close, at: 0)
                waiting.removeAll { $0.number == next.number }
            }
        }
        #expect(controller.waiting.map(\.number).sorted() == waiting.map(\.number))
    }

    private func giftToDrop(_ waiting: [Sent], by rule: Settings.Overflow) -> Sent? {
        switch rule {
        case .dropNewest: waiting.max { $0.number < $1.number }
        case .dropOldest: waiting.min { $0.number < $1.number }
        case .dropCheapest: waiting.min { ($0.value, -$0.number) < ($1.value, -$1.number) }
        }
    }

    @Test(
        "what waits next, what would be dropped and what an arrival would do are found at once among 100 000 gifts",
        .timeLimit(.minutes(1)), arguments: [Settings.Overflow.dropOldest, .dropCheapest])
    func viewsAreQuick(overflow: Settings.Overflow) {
        var settings = Settings()
        settings.apply(.maxWaiting(100_000))
        settings.apply(.overflow(overflow))
        var controller = PlaybackController(settings: settings)
        func send(value: Int64) {
            let arrival = Arrival(kind: "heart", sender: "ann", value: value, duration: 10 * .second)
            _ = controller.handle(.arrival(arrival), at: 0)
        }
        // The cheap gifts behind the first one go first, and leave a gap at the front of the queue.
        for number in 0..<120_000 { send(value: number < 2 || number > 20_000 ? 9 : 1) }
        #expect(controller.waitingCount == 100_000 && controller.isQueueFull)
        var numbers = 0
        for _ in 0..<10 {
            numbers += controller.upNext(24).count
            #expect(controller.nextToDrop != nil && controller.forecast(value: 5) != nil)
        }
        #expect(numbers == 10 * 24)
    }
}
