import Banners
import ExactNumbers
import Motion
import Testing

@Suite("Gifts can define the movements of their banners")
struct BannerMovementsTests {
    private func lanes(_ movements: BannerMovements, count: Int = 1, isReduced: Bool = false) -> BannerLanes {
        var lanes = BannerLanes(BannerPolicy(stay: 4 * .second, reducesMotion: isReduced))
        lanes.receive(
            BannerArrival(
                key: .init(sender: "ann", kind: "heart"), sender: "ann", gift: "Heart", symbol: "*", value: 1,
                count: count, movements: movements), at: 0)
        return lanes
    }

    @Test("the movements enter, stay and exit follow each other, and the exit starts from the current position")
    func movementsFollowEachOther() throws {
        var lanes = lanes(
            BannerMovements(
                enter: .from(.x, 20, for: .seconds(1)), stay: .to(.x, 8, for: .seconds(2)),
                exit: .by(.x, -40, for: .seconds(1))))
        let banner = try #require(lanes.visible.first)
        #expect([0, 1, 2, 3].map { banner.pose(at: $0 * .second).offset } == [20, 0, 4, 8])
        #expect(lanes.isMoving(at: 3 * .second - 1) && !lanes.isMoving(at: 3 * .second))
        lanes.advance(to: 4 * .second)
        let leaving = try #require(lanes.leaving.first)
        #expect(leaving.pose(at: 4 * .second).offset == 8 && leaving.pose(at: 5 * .second).offset == -32)
        lanes.advance(to: 5 * .second)
        #expect(lanes.leaving.isEmpty)
    }

    @Test("an endless movement continues until the banner leaves")
    func endlessMovementLastsUntilExit() throws {
        let lanes = lanes(
            BannerMovements(stay: MotionPlan.by(.y, 2, for: .seconds(1)).autoreversed().repeatedForever()))
        let banner = try #require(lanes.visible.first)
        #expect(lanes.isMoving(at: 100 * .second))
        // Two half rows down are one lane. The default entrance comes first.
        let quarter = Nanoseconds(260_000_000)
        #expect(banner.pose(at: quarter + .second).lane == 1 && banner.pose(at: quarter + 2 * .second).lane == 0)
    }

    @Test("a count is shown while it increases to its number, until the gift's count grows")
    func counting() throws {
        let enter = MotionPlan.set(.number, 0).then(.to(.number, 50, for: .seconds(1)))
        var lanes = lanes(BannerMovements(enter: enter), count: 50)
        #expect([0, 500_000_000, .second].map { lanes.visible[0].pose(at: $0).count } == [0, 25, 50])
        lanes.receive(
            BannerArrival(
                key: .init(sender: "ann", kind: "heart"), sender: "ann", gift: "Heart", symbol: "*", value: 1),
            at: 600_000_000)
        #expect(lanes.visible[0].pose(at: 700_000_000).count == 51)
    }

    @Test("reduced motion ignores the movements, and their values stay within bounds")
    func valuesStayWithinBounds() throws {
        let wild = BannerMovements(
            enter: .from(.x, 1e300, for: .seconds(1)).with(.from(.scale, -1e300, for: .seconds(1))),
            stay: .to(.y, .nan, for: .seconds(1)))
        for time in 0...40 {
            let pose = try #require(lanes(wild).visible.first).pose(at: Nanoseconds(time) * 100_000_000)
            #expect(abs(pose.offset) <= 1000 && abs(pose.lane) <= 1000 && (0...3).contains(pose.width))
            let reduced = try #require(lanes(wild, isReduced: true).visible.first)
            #expect(reduced.pose(at: Nanoseconds(time) * 100_000_000).offset == 0)
        }
    }
}
