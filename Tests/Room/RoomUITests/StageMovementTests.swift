import ExactNumbers
import GiftChoreography
import Motion
import Playback
import PlayerSettings
import Testing
import VectorGraphics

@testable import RoomUI

@Suite("The movements of gifts on the stage")
struct StageMovementTests {
    private let surroundings = MotionSurroundings(roomSize: [100, 60], origin: [30, 10], size: [40, 40])

    private func transitions(enter: String? = nil, exit: String? = nil) throws -> GiftTransitions {
        func read(_ yaml: String?, _ occasion: Choreography.Occasion) throws -> Choreography? {
            guard let yaml else { return nil }
            return try Choreography(try #require(try YAMLValue.document(yaml, file: "gift.yaml")), for: occasion)
        }
        return GiftTransitions(enter: try read(enter, .enter), exit: try read(exit, .exit))
    }

    private func movement(
        _ manners: GiftTransitions = GiftTransitions(), duration: Nanoseconds = 4 * .second, covers: Bool = false,
        isReduced: Bool = false
    ) -> StageMovement {
        StageMovement(manners, in: surroundings, duration: duration, covers: covers, isReduced: isReduced)
    }

    @Test("by default a gift enters and leaves softly and rests between", arguments: [false, true])
    func defaultMovementsAreSoft(covers: Bool) throws {
        let movement = movement(covers: covers)
        let first = try #require(movement.pose(at: 0))
        #expect(first.opacity > 0.2, "what begins in a pause is seen")
        #expect((first.scale == 1) == covers, "the edges of a show are not to be seen")
        #expect((first.opacity == 1) == !covers)
        #expect(movement.pose(at: 300_000_000) == nil)
        #expect(movement.pose(at: 3_700_000_000) == nil)
        let last = try #require(movement.pose(at: 4 * .second - 1))
        #expect(last.opacity < 0.01)
    }

    @Test("the movements of the manifest replace the default ones and end with the presentation")
    func manifest() throws {
        let movement = movement(try transitions(enter: "slide: {from: left, for: 300ms}", exit: "drop"))
        #expect(movement.pose(at: 0)?.x == -70)
        #expect(movement.pose(at: 400_000_000) == nil)
        let last = try #require(movement.pose(at: 4 * .second - 1))
        #expect(abs(last.y - 50) < 0.01)
    }

    @Test("a gift whose planned rounds fill its length leaves as any other does")
    func plannedRoundsLeaveRoomForTheExit() throws {
        let loop = try #require(GiftLoop(start: 0, end: 4 * .second, plannedRounds: 4))
        let movement = StageMovement(
            GiftTransitions(), in: surroundings, duration: 4 * .second, loop: loop, covers: false, isReduced: false)
        #expect(movement.pose(at: 4 * .second - 1) == self.movement().pose(at: 4 * .second - 1))
    }

    @Test("with reduced motion a gift only fades")
    func reducedMotionOnlyFades() throws {
        let movement = movement(try transitions(enter: "[drop, spin: 2]", exit: "slide: left"), isReduced: true)
        for step in 0...100 {
            let pose = movement.pose(at: Nanoseconds(step) * 40_000_000) ?? .rest
            #expect(pose.with(.opacity, 1) == .rest)
        }
    }

    @Test(
        "movements take at most half of a presentation, however short it is and however long they are",
        arguments: [Nanoseconds(1), 1_000_000, 100_000_000, .second, 20 * .second])
    func movementsTakeAtMostHalf(duration: Nanoseconds) throws {
        let long = try transitions(enter: "slide: {from: left, for: 10s}", exit: "fade: 5s")
        for manners in [GiftTransitions(), long] {
            let movement = movement(manners, duration: duration)
            #expect(movement.pose(at: duration * 35 / 100) == nil || duration < 1000 || duration == 20 * .second)
            _ = movement.pose(at: duration)
        }
    }

    @Test("the exit of a gift with a loop is in its outro, however short that is", arguments: [0, 50_000_000])
    func exitIsInTheOutro(outro: Nanoseconds) throws {
        let loop = try #require(GiftLoop(start: .second, end: 2 * .second))
        let movement = StageMovement(
            try transitions(exit: "fade: 1s"), in: surroundings, duration: 2 * .second + outro, loop: loop,
            covers: false, isReduced: false)
        #expect(movement.pose(at: 2 * .second) == nil)
        #expect((movement.pose(at: 2 * .second + outro - 1)?.opacity ?? 1 < 0.01) == (outro > 0))
    }

    private func square() -> Pixmap {
        var pixmap = Pixmap(width: 20, height: 20)
        for y in 5..<15 { for x in 5..<15 { pixmap[x, y] = 0xFF00_00FF } }
        return pixmap
    }

    private func posed(_ pose: Pose) -> Pixmap {
        var picture = PosedPicture()
        picture.pose(square(), as: pose)
        return picture.pixmap
    }

    private func sum(_ pixmap: Pixmap) -> Double { pixmap.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 } }

    @Test("a pose moves a picture by whole pixels, scales it, and turns it around its middle")
    func poses() {
        #expect(posed(.rest) == square())
        let moved = posed(Pose().with(.offset, [3.4, -2]))
        #expect(moved[8, 3] == 0xFF00_00FF && moved[7, 3] == 0 && moved[17, 12] == 0xFF00_00FF)
        #expect(abs(sum(posed(Pose().with(.scale, 0.5))) - 25) < 3)
        #expect(abs(sum(posed(Pose().with(.scale, 1.5))) - 225) < 10)
        for turn in [90.0, 180, -270] {
            let turned = posed(Pose().with(.rotation, turn))
            #expect(turned[10, 10] == 0xFF00_00FF && abs(sum(turned) - 100) < 4)
        }
    }

    @Test("a pose fades, reveals and colors a picture, and extreme values of a spring do not trap")
    func poseFadesAndColorsThePicture() {
        let faded = posed(Pose().with(.opacity, 0.5))
        #expect(faded[10, 10] == 0x8000_0080)
        let half = posed(Pose().with(.reveal, 0.5))
        #expect(half[9, 10] == 0xFF00_00FF && half[10, 10] == 0)
        #expect(posed(Pose().with(.color, MotionColor(0x00FF00)))[10, 10] == 0xFF00_FF00)
        for wild in [1e300, -1e300, .infinity, .nan, 0] {
            _ = posed(Pose().with(.x, wild).with(.scale, wild).with(.rotation, wild))
            _ = posed(Pose().with(.rotation, wild))
            _ = posed(Pose().with(.scale, wild))
        }
    }
}
