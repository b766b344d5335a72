// A benchmark of poses of motions: nanoseconds of one core, and memory allocations.
import CAllocationCount
import Motion

let shake = MotionPlan.keyframes(
    .x, (1...8).map { .init(at: .milliseconds(40 * $0), $0 == 8 ? 0 : $0 % 2 == 0 ? 2 : -2) }, added: true)
let entrance = MotionPlan.from(.x, -40, spring: .gentle).with(.from(.opacity, 0, for: .milliseconds(200)))
    .then(shake.with(.to(.color, MotionColor(0xFF8000, alpha: 0.5), for: .milliseconds(320))))
let deep = (0..<64).reduce(entrance) { motion, level in
    level % 2 == 0 ? motion.with(.by(.y, 1, for: .seconds(1))) : motion.delayed(by: .milliseconds(1))
}

let cases: [(name: String, motion: MotionPlan)] = [
    ("to, linear", .to(.x, 10, for: .seconds(1), easing: .linear)),
    ("to, curve", .to(.x, 10, for: .seconds(1), easing: .easeInOut)),
    ("to, steps", .to(.x, 10, for: .seconds(1), easing: .steps(7, .end))),
    ("to, spring", .to(.x, 10, spring: .wobbly)),
    ("offset, spring", .to(.offset, [10, 4], spring: .wobbly)),
    ("entrance: slide, fade, shake, tint", entrance),
    ("the same forever", entrance.repeatedForever()),
    ("the same in 64 others", deep),
    ("sequence of 10000", .sequence(Array(repeating: .by(.x, 1, for: .milliseconds(1)), count: 10_000))),
    ("parallel of 100", .parallel(Array(repeating: .by(.x, 1, for: .seconds(1)), count: 100))),
]

/// Requests many poses of a trajectory and returns their sum, so that the optimiser removes none of the work.
@inline(never)
func sampledSum(_ trajectory: Trajectory, times: Int, every step: Int64) -> Double {
    var sum = 0.0
    for index in 0..<times {
        sum += trajectory.pose(atNanoseconds: Int64(index) &* step).x
    }
    return sum
}

print("ns a pose  blocks")
for (name, motion) in cases {
    let trajectory = motion.trajectory()
    let step = (trajectory.nanoseconds ?? 86_400_000_000_000) / 100_000
    _ = sampledSum(trajectory, times: 1000, every: step)
    let clock = ContinuousClock()
    let before = allocation_count()
    var sum = 0.0
    let elapsed = clock.measure { sum = sampledSum(trajectory, times: 100_000, every: step) }
    let blocks = allocation_count() - before
    let nanoseconds = elapsed / 100_000
    precondition(sum.isFinite)
    let columns = "\(nanoseconds.components.attoseconds / 1_000_000_000)"
    print(String(repeating: " ", count: max(0, 9 - columns.count)) + columns, " \(blocks)\t", name)
}
