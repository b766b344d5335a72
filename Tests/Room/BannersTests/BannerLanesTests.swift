import ExactNumbers
import SeededRandomness
import Testing

@testable import Banners

@Suite("Banners share a number of lanes")
struct BannerLanesTests {
    private func gift(
        _ kind: String, from sender: String, value: Int64 = 1, count: Int = 1, run: (id: String, total: Int)? = nil
    ) -> BannerArrival {
        BannerArrival(
            key: .init(sender: sender, kind: kind), sender: sender, gift: kind, symbol: "*", value: value, count: count,
            streak: run.map { .init(id: $0.id, total: $0.total) })
    }

    private func names(_ lanes: BannerLanes) -> [String] {
        lanes.visible.map { "\($0.arrival.sender)×\($0.count)" }
    }

    @Test("a streak increases the count of its banner, which stays while it grows and leaves a few seconds later")
    func streak() {
        var lanes = BannerLanes()
        let isNew = lanes.receive(gift("heart", from: "ann"), at: 0)
        #expect(isNew)
        for second in 1...6 {
            let isNew = lanes.receive(gift("heart", from: "ann"), at: Nanoseconds(second) * 3 * .second)
            #expect(!isNew)
        }
        #expect(names(lanes) == ["ann×7"])
        lanes.advance(to: 22 * .second - 1)
        #expect(names(lanes) == ["ann×7"])
        lanes.advance(to: 22 * .second)
        #expect(lanes.visible.isEmpty)
        #expect(lanes.leaving.map(\.count) == [7])
        lanes.advance(to: 23 * .second)
        #expect(lanes.leaving.isEmpty && lanes.nextDue == nil)
    }

    @Test("each kind of each sender has its own banner")
    func eachKindOfEachSenderHasItsBanner() {
        var lanes = BannerLanes()
        for (kind, sender) in [("heart", "ann"), ("rose", "ann"), ("heart", "bob")] {
            lanes.receive(gift(kind, from: sender), at: 0)
        }
        #expect(lanes.visible.count == 3)
    }

    @Test("a streak with totals from the feed is never counted twice, and missed parts are added")
    func reportedStreakIsCountedOnce() {
        var lanes = BannerLanes()
        lanes.receive(gift("heart", from: "ann", run: ("s", 3)), at: 0)
        #expect(lanes.visible.first?.count == 3, "the feed was joined late")
        for (id, total, count) in [("s", 4, 4), ("s", 4, 4), ("s", 2, 4), ("s", 7, 7), ("t", 1, 8), ("t", 2, 9)] {
            lanes.receive(gift("heart", from: "ann", run: (id, total)), at: .second)
            #expect(lanes.visible.first?.count == count)
        }
    }

    @Test("lanes are ordered by size, and a growing banner moves up")
    func order() {
        var lanes = BannerLanes()
        lanes.receive(gift("heart", from: "ann"), at: 0)
        lanes.receive(gift("rocket", from: "bob", value: 3), at: 0)
        lanes.receive(gift("heart", from: "cy", count: 2), at: 0)
        #expect(names(lanes) == ["bob×1", "cy×2", "ann×1"])
        lanes.receive(gift("heart", from: "ann", count: 2), at: .second)
        #expect(names(lanes) == ["ann×3", "bob×1", "cy×2"])
        let moving = lanes.visible[0]
        #expect(moving.pose(at: .second).lane == 2)
        let between = moving.pose(at: .second + 120_000_000).lane
        #expect(between > 0 && between < 2)
        #expect(abs(moving.pose(at: 3 * .second).lane) < 0.01)
    }

    @Test("in order of arrival no banner overtakes another one")
    func arrival() {
        var lanes = BannerLanes(BannerPolicy(order: .arrival))
        for (index, sender) in ["ann", "bob", "cy"].enumerated() {
            lanes.receive(gift("heart", from: sender, value: Int64(index)), at: 0)
        }
        #expect(names(lanes) == ["ann×1", "bob×1", "cy×1"])
    }

    @Test("a banner without a lane waits for some time, and is counted as missed if it finds none")
    func waiting() {
        var lanes = BannerLanes(BannerPolicy(lanes: 1, stay: 2 * .second))
        lanes.receive(gift("heart", from: "ann"), at: 0)
        lanes.receive(gift("heart", from: "bob"), at: .second)
        lanes.receive(gift("heart", from: "bob"), at: .second)
        lanes.receive(gift("rose", from: "cy", value: 9), at: .second)
        #expect(names(lanes) == ["ann×1"])
        lanes.advance(to: 2 * .second)
        #expect(names(lanes) == ["cy×1"], "the largest of those who wait comes first")
        // The lane becomes free at the time at which the wait ends.
        lanes.advance(to: 4 * .second)
        #expect(names(lanes) == ["bob×2"])
        #expect(lanes.recentlyMissed == 0)
        lanes.receive(gift("heart", from: "bob"), at: 5 * .second)
        lanes.receive(gift("rose", from: "eve", count: 3), at: 5 * .second)
        lanes.receive(gift("heart", from: "bob"), at: 6 * .second)
        lanes.receive(gift("heart", from: "bob"), at: 7 * .second)
        lanes.advance(to: 8 * .second)
        #expect(lanes.recentlyMissed == 3)
        lanes.advance(to: 10 * .second)
        #expect(lanes.recentlyMissed == 0)
    }

    @Test("if too many banners wait, the smallest one is missed, and of equal ones the newest")
    func smallestWaitingBannerIsMissed() {
        for order in BannerPolicy.Order.allCases {
            var lanes = BannerLanes(BannerPolicy(lanes: 1, order: order))
            lanes.receive(gift("rocket", from: "first", value: 500), at: 0)
            for index in 1...BannerLanes.maxWaiting {
                lanes.receive(gift("heart", from: "u-\(index)", value: 5), at: 0)
            }
            #expect(lanes.waiting.count == BannerLanes.maxWaiting && lanes.recentlyMissed == 0)
            lanes.receive(gift("heart", from: "late", value: 5), at: 0)
            let places = (1...BannerLanes.maxWaiting).map { "u-\($0)" }
            #expect(lanes.waiting.map(\.arrival.sender) == places)
            #expect(lanes.recentlyMissed == 1)
            // A larger one replaces the newest of the equal ones; a smaller one replaces none.
            lanes.receive(gift("crown", from: "rich", value: 6), at: 0)
            lanes.receive(gift("dot", from: "poor", value: 4), at: 0)
            #expect(lanes.waiting.map(\.arrival.sender) == places.dropLast() + ["rich"])
            #expect(lanes.recentlyMissed == 3 && lanes.totalMissed == 3)
        }
    }

    @Test("without lanes gifts are only counted")
    func noLanes() {
        var lanes = BannerLanes(BannerPolicy(lanes: 0))
        lanes.receive(gift("heart", from: "ann", count: 4), at: 0)
        #expect(lanes.visible.isEmpty && lanes.recentlyMissed == 4)
    }

    @Test("a gift that does not play has a note on its banner, or on a new one")
    func unplayedGiftHasANote() {
        var lanes = BannerLanes()
        lanes.receive(gift("heart", from: "ann"), at: 0)
        lanes.setNote("early", of: gift("heart", from: "ann"), at: 3 * .second)
        #expect(lanes.visible.map(\.note) == ["early"])
        #expect(lanes.visible.map(\.count) == [1])
        lanes.advance(to: 6 * .second)
        #expect(lanes.visible.count == 1, "it stays long enough to be read")
        lanes.setNote("expired", of: gift("heart", from: "ann", count: 2), at: 20 * .second)
        #expect(lanes.visible.map(\.note) == ["expired"])
        #expect(lanes.visible.map(\.count) == [2])
    }

    @Test("with fewer lanes the last banners leave")
    func fewerLanes() {
        var lanes = BannerLanes()
        for sender in ["ann", "bob", "cy", "eve"] { lanes.receive(gift("heart", from: sender), at: 0) }
        lanes.apply(BannerPolicy(lanes: 1), at: .second)
        #expect(names(lanes) == ["ann×1"])
        #expect(lanes.leaving.count == 2)
        lanes.apply(BannerPolicy(lanes: 2), at: .second)
        #expect(names(lanes) == ["ann×1", "eve×1"])
    }

    @Test("a banner slides in, jumps when it grows and fades out, and with reduced motion it only fades")
    func movements() throws {
        for reduced in [false, true] {
            var lanes = BannerLanes(BannerPolicy(reducesMotion: reduced))
            lanes.receive(gift("heart", from: "ann"), at: 0)
            var banner = try #require(lanes.visible.first)
            #expect((banner.pose(at: 0).offset < 0) == !reduced)
            #expect(banner.pose(at: 0).opacity == 0)
            let rest = banner.pose(at: .second)
            #expect((rest.lane, rest.offset, rest.width, rest.opacity) == (0, 0, 1, 1))
            #expect((rest.visibleShare, rest.count, rest.glow) == (1, 1, 0))
            lanes.receive(gift("heart", from: "ann"), at: 2 * .second)
            banner = try #require(lanes.visible.first)
            let jump = banner.pose(at: 2 * .second + 160_000_000)
            #expect((jump.offset > 1) == !reduced)
            #expect(jump.glow > 0.2)
            lanes.advance(to: 6 * .second)
            let leaving = try #require(lanes.leaving.first)
            #expect(leaving.pose(at: 6 * .second).opacity == 1)
            let later = leaving.pose(at: 6 * .second + 150_000_000)
            #expect(later.opacity < 0.9 && later.opacity > 0.1)
            #expect((later.offset < 0) == !reduced)
            #expect(lanes.isMoving(at: 6 * .second))
        }
    }
}

@Suite("Lanes keep their rules in random sessions")
struct BannerLanesPropertyTests {
    private struct RandomArrivals {
        var random: SeededGenerator
        var policy = BannerPolicy()

        mutating func gift() -> BannerArrival {
            let sender = "u-\(random.next(below: 8))"
            let kind = ["heart", "rose", "rocket"][random.next(below: 3)]
            return BannerArrival(
                key: .init(sender: sender, kind: kind), sender: sender, gift: kind, symbol: "*",
                value: [0, 1, 5, 500, .max][random.next(below: 5)], count: [1, 1, 2, 10][random.next(below: 4)])
        }

        mutating func policyChange() -> BannerPolicy {
            BannerPolicy(
                lanes: random.next(below: 5), stay: Nanoseconds(random.next(below: 5)) * .second,
                order: random.next(below: 2) == 0 ? .size : .arrival, reducesMotion: random.next(below: 2) == 0)
        }
    }

    /// Returns the visible state of the lanes.
    private func visibleState(_ lanes: BannerLanes, _ time: Nanoseconds) -> [String] {
        (lanes.visible + lanes.leaving).map { "\($0.number) \($0.count) \($0.pose(at: time))" } + [
            "\(lanes.recentlyMissed)"
        ]
    }

    @Test(
        "the lanes stay within their number and order, lose no gift, and do not depend on the number of time steps",
        arguments: UInt64(1)...40)
    func lanesKeepTheirRules(seed: UInt64) {
        var storm = RandomArrivals(random: SeededGenerator(seed: seed))
        var lanes = BannerLanes(storm.policyChange())
        var eager = lanes
        var time: Nanoseconds = 0
        var taken = 0
        var counts: [Int: Int] = [:]
        for _ in 0..<400 {
            let next = time + Nanoseconds(storm.random.next(below: 900)) * 1_000_000
            while time < next {
                time = min(next, time + 33_000_000)
                eager.advance(to: time)
                for banner in eager.visible + eager.leaving { counts[banner.number] = banner.count }
            }
            if storm.random.next(below: 20) == 0 {
                let policy = storm.policyChange()
                lanes.apply(policy, at: time)
                eager.apply(policy, at: time)
            } else {
                let gift = storm.gift()
                taken += gift.count
                lanes.receive(gift, at: time)
                eager.receive(gift, at: time)
            }
            for banner in eager.visible + eager.leaving { counts[banner.number] = banner.count }
            #expect(visibleState(lanes, time) == visibleState(eager, time), "seed \(seed)")
            #expect(lanes.visible.count <= lanes.policy.lanes)
            #expect(lanes.waiting.count <= BannerLanes.maxWaiting)
            #expect(lanes.waiting.isEmpty || lanes.visible.count == lanes.policy.lanes, "seed \(seed)")
            #expect(Set(lanes.visible.map(\.arrival.key)).count == lanes.visible.count)
            if lanes.policy.order == .size {
                #expect(
                    zip(lanes.visible, lanes.visible.dropFirst()).allSatisfy { $0.totalValue >= $1.totalValue },
                    "seed \(seed)")
            }
            if let due = lanes.nextDue { #expect(due > time, "seed \(seed)") }
        }
        let waiting = eager.waiting.reduce(0) { $0 + $1.count }
        #expect(taken == counts.values.reduce(0, +) + waiting + eager.totalMissed, "seed \(seed)")
    }
}
