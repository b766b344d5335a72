import Testing

@testable import Motion

@Suite("Poses yield values that can be shown")
struct PoseTests {
    @Test(
        "degrees are rounded to the nearest quarter turn",
        arguments: [
            (0.0, 0), (44, 0), (46, 1), (90, 1), (180, 2), (271, 3), (315.5, 0), (360, 0), (450, 1), (-90, 3), (-1, 0),
            (-44, 0), (-46, 3), (1e300, 0), (.nan, 0),
        ])
    func degreesAreRoundedToQuarterTurns(degrees: Double, turns: Int) {
        let shown = Pose().with(.rotation, degrees).quarterTurns
        #expect(degrees.magnitude < 1e6 ? shown == turns : (0..<4).contains(shown))
    }

    @Test("characters appear one by one, each exactly in its nanosecond", arguments: [1, 3, 7, 49, 997])
    func charactersAppearOneByOne(count: Int) {
        let trajectory = MotionPlan.type(characters: count, each: .nanoseconds(33_333_333)).trajectory()
        for shown in 1...count {
            let time = Int64(shown) * 33_333_333
            #expect(trajectory.pose(atNanoseconds: time - 1).characters(of: count) == shown - 1)
            #expect(trajectory.pose(atNanoseconds: time).characters(of: count) == shown)
        }
    }

    @Test("a counted number increases to its end and is always whole")
    func countedNumberIsWhole() {
        let count = MotionPlan.between(.number, 0, and: 1000, for: .seconds(1), easing: .linear).trajectory()
        #expect(
            [0, 1, 500, 1000, 2000].map { count.pose(at: .milliseconds($0)).wholeNumber } == [0, 1, 500, 1000, 1000])
        #expect(Pose().with(.number, .infinity).wholeNumber > 0 && Pose().with(.number, .nan).wholeNumber == 0)
        #expect(Pose().with(.offset, [-2.6, .nan]).wholeOffset == [-3, 0])
        #expect(Pose().with(.reveal, .nan).characters(of: 5) >= 0)
    }

    @Test("every color is preserved by the conversion to motion channels")
    func colorsSurviveConversion() {
        for rgb in stride(from: UInt32(0), through: 0xFF_FFFF, by: 997) {
            #expect(MotionColor(motionChannels: MotionColor(rgb).motionChannels).rgb == rgb)
            #expect(MotionColor(motionChannels: MotionColor(rgb, alpha: 0.3).motionChannels).rgb == rgb)
        }
    }

    @Test("halfway from black to white is the perceived middle grey, and a color that fades in has its hue at once")
    func colorInterpolationIsPerceptual() {
        let fade = MotionPlan.between(
            .color, MotionColor(0), and: MotionColor(0xFFFFFF), for: .seconds(1), easing: .linear)
        #expect(fade.trajectory().pose(at: .milliseconds(500)).color.rgb == 0x636363)
        let tint = MotionPlan.to(.color, MotionColor(0xFF8000), for: .seconds(1), easing: .linear).trajectory()
        let color = tint.pose(at: .milliseconds(10)).color
        #expect(color.rgb == 0xFF8000 && abs(color.alpha - 0.01) < 1e-12)
    }

    @Test("springs can overshoot the visible range, and poses clamp the values")
    func posesClampValues() {
        let pose = Pose().with(.opacity, 1.2).with(.reveal, -0.1)
        #expect(pose.opacity == 1 && pose.reveal == 0 && pose[.opacity] == 1.2)
    }
}
