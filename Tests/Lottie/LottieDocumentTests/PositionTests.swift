import LottieDocument
import Testing

@Suite("Positions with tangents move along a curve at a speed that is even by length")
struct SpatialTests {
    private static let arch =
        #"{"k":[{"t":0,"s":[0,0],"to":[0,60],"ti":[-20,90]},{"t":100,"s":[100,0]}]}"#

    /// Returns the point of the curve at the parameter `t`.
    private func bezier(_ t: Double) -> Vector {
        let (p0, p1, p2, p3) = (Vector.zero, Vector(0, 60, 0), Vector(80, 90, 0), Vector(100, 0, 0))
        let u = 1 - t
        let near = p0 * (u * u * u) + p1 * (3 * u * u * t)
        return near + p2 * (3 * u * t * t) + p3 * (t * t * t)
    }

    private func distance(_ a: Vector, _ b: Vector) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

    @Test("equal times cover equal lengths")
    func equalTimesCoverEqualLengths() throws {
        let property = try parsedPosition(Self.arch)
        let steps = (0...50).map { property.value(at: Double($0) * 2) }
        let ways = zip(steps, steps.dropFirst()).map(distance)
        let mean = ways.reduce(0, +) / 50
        #expect(ways.allSatisfy { abs($0 / mean - 1) < 0.02 })
        #expect(steps[0] == Vector.zero)
        #expect(steps[50] == Vector(100, 0, 0))
    }

    @Test("the curve is the cubic through start, start + to, end + ti and end")
    func positionIsOnCubicCurve() throws {
        let property = try parsedPosition(Self.arch)
        let curve = (0...2000).map { bezier(Double($0) / 2000) }
        for time in stride(from: 5.0, to: 100, by: 9) {
            let place = property.value(at: time)
            let nearest = curve.map { distance($0, place) }.min() ?? .infinity
            #expect(nearest < 0.1, "at \(time)")
        }
    }

    @Test("easing applies to the length")
    func easingAppliesToLength() throws {
        let handles = #""o":{"x":0.8,"y":[0]},"i":{"x":0.9,"y":[0.5]}"#
        let eased = try parsedPosition(
            #"{"k":[{"t":0,"s":[0,0],"to":[0,60],"ti":[-20,90],\#(handles)},{"t":100,"s":[100,0]}]}"#)
        #expect(eased.value(at: 50).x < 20)
    }

    /// lottie-web computes with a list of several numbers as with one number, which gives no number (`PropertyFactory.js`,
    /// `BezierEaser.js`).
    @Test(
        "with several amounts of progress, the position is at the curve's end from the first keyframe on",
        arguments: [
            (#"{"x":[0.3,0.2],"y":[0.1,0.5]}"#, #"{"x":[0.7,0.6],"y":[0.9,1]}"#),
            (#"{"x":[0.3,0.3,0.3],"y":[0.1,0.1,0.1]}"#, #"{"x":[0.7,0.7,0.7],"y":[0.9,0.9,0.9]}"#),
            (#"{"x":[0.3],"y":[0.1,0.1]}"#, #"{"x":[0.7],"y":[0.9]}"#),
            (#"{"x":[0.3],"y":[0.1]}"#, #"{"x":0.7,"y":[0.9,0.9]}"#),
        ])
    func progressListLeadsToEnd(out: String, into: String) throws {
        let property = try parsedPosition(
            #"{"k":[{"t":0,"s":[0,0],"to":[0,60],"ti":[-20,90],"o":\#(out),"i":\#(into)},{"t":100,"s":[100,0]}]}"#)
        #expect(property.value(at: -1) == .zero)
        #expect(property.value(at: 0) == .zero)
        for time in [0.01, 1, 25, 50, 99, 100, 101] { #expect(property.value(at: time) == Vector(100, 0, 0)) }
    }

    @Test("with several times but one amount of progress, the position stays near the curve's start")
    func timeListStaysNearStart() throws {
        let property = try parsedPosition(
            #"{"k":[{"t":0,"s":[0,0],"to":[0,60],"ti":[-20,90],"o":{"x":[0.3,0.3],"y":[0.1]},"i":{"x":[0.7],"y":[0.9]}},{"t":100,"s":[100,0]}]}"#
        )
        // lottie-web shows (0.1, 3.3).
        for time in [1.0, 50, 99] { #expect(distance(property.value(at: time), Vector(0.1, 3.3, 0)) < 0.1) }
        #expect(property.value(at: 100) == Vector(100, 0, 0))
    }

    @Test("easing beyond 0…1 gives the curve's end, even below 0, as in lottie-web")
    func overshootStopsAtCurveEnds() throws {
        let json =
            #"{"k":[{"t":0,"s":[0,0],"to":[0,60],"ti":[-20,90],"o":{"x":0.3,"y":-3},"i":{"x":0.7,"y":4}},{"t":100,"s":[100,0]}]}"#
        let property = try parsedPosition(json)
        #expect(property.value(at: 0) == .zero)
        for time in 1...100 { #expect(property.value(at: Double(time)) == Vector(100, 0, 0)) }
    }

    @Test("tangents along the chord give a straight line that is eased by component")
    func collinearTangentsGiveStraightLine() throws {
        let handles = #""o":{"x":[0.9,0.1],"y":[0,1]},"i":{"x":[0.95,0.2],"y":[0.1,1]}"#
        let ends = #""s":[0,0],\#(handles)"#
        let plain = try parsedPosition(#"{"k":[{"t":0,\#(ends)},{"t":10,"s":[90,30]}]}"#)
        for tangents in [#""to":[30,10],"ti":[-30,-10]"#, #""to":[0,0],"ti":[0,0]"#, #""to":[-9,-3],"ti":[9,3]"#] {
            let straight = try parsedPosition(#"{"k":[{"t":0,\#(tangents),\#(ends)},{"t":10,"s":[90,30]}]}"#)
            for time in 0...10 { #expect(straight.value(at: Double(time)) == plain.value(at: Double(time))) }
        }
    }

    @Test("a missing `ti` is zero")
    func missingTangentIsZero() throws {
        let a = try parsedPosition(#"{"k":[{"t":0,"s":[0,0],"to":[0,50]},{"t":10,"s":[50,0]}]}"#)
        let b = try parsedPosition(#"{"k":[{"t":0,"s":[0,0],"to":[0,50],"ti":[0,0]},{"t":10,"s":[50,0]}]}"#)
        #expect(a.value(at: 4) == b.value(at: 4))
        #expect(a.value(at: 4).y > 5)
    }

    @Test("tangents make a loop between equal positions, and without tangents the position rests")
    func tangentsMakeLoopBetweenEqualPositions() throws {
        let loop = try parsedPosition(#"{"k":[{"t":0,"s":[5,5],"to":[60,0],"ti":[0,60]},{"t":10,"s":[5,5]}]}"#)
        #expect(distance(loop.value(at: 5), Vector(5, 5, 0)) > 10)
        let rest = try parsedPosition(#"{"k":[{"t":0,"s":[5,5],"to":[0,0],"ti":[0,0]},{"t":10,"s":[5,5]}]}"#)
        #expect(rest.value(at: 5) == Vector(5, 5, 0))
    }

    @Test(
        "a curve without a measurable length is a straight line",
        arguments: [(0, 1e-200, true), (0, 1e-9, false), (1e6, 1e-12, false), (0, 1e8, false), (1e300, 1e300, true)])
    func curveNeedsLength(place: Double, tangent: Double, isStraight: Bool) {
        let (point, step) = (Vector(place, 0, 0), Vector(0, tangent, 0))
        let curve = MotionCurve(start: point, end: point, tangentOut: step, tangentIn: step * 2)
        #expect((curve == nil) == isStraight)
    }

    @Test("a hold keyframe with tangents does not move")
    func holdKeyframeDoesNotMove() throws {
        let property = try parsedPosition(
            #"{"k":[{"t":0,"s":[1,2],"to":[0,50],"ti":[9,9],"h":1},{"t":10,"s":[50,0]}]}"#)
        #expect(property.value(at: 9) == Vector(1, 2, 0))
        #expect(property.value(at: 10) == Vector(50, 0, 0))
    }

    @Test("the direction is that of the motion, and 0 at rest")
    func directionFollowsMotion() throws {
        let down = try parsedPosition(#"{"k":[{"t":0,"s":[3,0]},{"t":10,"s":[3,50]}]}"#)
        for time in [-5.0, 0, 5, 10, 99] { #expect(abs(down.direction(at: time) - 90) < 0.1, "at \(time)") }
        #expect(try parsedPosition(#"{"k":[{"t":0,"s":[3,0],"h":1},{"t":10,"s":[3,50]}]}"#).direction(at: 5) == 0)
        #expect(try parsedPosition("{\"k\":[4,5]}").direction(at: 5) == 0)
        let arch = try parsedPosition(Self.arch)
        #expect(abs(arch.direction(at: 0) - 90) < 1)
        #expect(arch.direction(at: 99) < -60)
    }

    @Test("a slow start far from the origin has no direction yet in the 32-bit numbers of lottie-web")
    func slowStartHasNoDirection() throws {
        let slow = #""o":{"x":0.333,"y":0},"i":{"x":0.11,"y":1}"#
        let property = try parsedPosition(#"{"k":[{"t":0,"s":[546,540],\#(slow)},{"t":20,"s":[546,512]}]}"#)
        #expect(property.direction(at: 0) == 0)
        #expect(abs(property.direction(at: 5) + 90) < 1)
    }

    @Test("the direction does not follow an expression or repeated keyframes, as in lottie-web")
    func directionIsThatOfKeyframes() throws {
        let keys = #"[{"t":0,"s":[0,0]},{"t":5,"s":[0,50]},{"t":10,"s":[50,50]}]"#
        for source in ["loopOut('cycle')", "$bm_rt = [-time, 0]"] {
            let property = try parsedPosition(#"{"k":\#(keys),"x":"\#(source)"}"#)
            for (time, degrees) in [(2.0, 90.0), (7, 0), (12, 0)] {
                #expect(abs(property.direction(at: time) - degrees) < 0.1, "at \(time)")
            }
        }
        #expect(try parsedPosition(#"{"k":[1,2],"x":"[time, 0]"}"#).direction(at: 3) == 0)
    }

    @Test("before the first and after the last keyframe the direction is that of the nearest segment")
    func directionOutsideKeyframesIsThatOfNearestSegment() throws {
        let bent = try parsedPosition(
            #"{"k":[{"t":0,"s":[0,0]},{"t":1,"s":[0,9]},{"t":10,"s":[50,9]},{"t":11,"s":[50,0]}]}"#)
        for (time, degrees) in [(-5.0, 90.0), (0, 90), (0.5, 90), (5, 0), (10.5, -90), (11, -90), (99, -90)] {
            #expect(abs(bent.direction(at: time) - degrees) < 0.1, "at \(time)")
        }
    }
}

@Suite("Split positions animate each coordinate separately")
struct SplitPositionTests {
    @Test(
        "the flag is true or 1, at any place in the object",
        arguments: [
            #"{"s":true,"x":{"k":3},"y":{"k":[{"t":0,"s":[0]},{"t":10,"s":[20]}]}}"#,
            #"{"s":1,"x":{"k":[3]},"y":{"k":[{"t":0,"s":0},{"t":10,"s":20}]},"z":{"k":0}}"#,
            #"{"x":{"k":3},"y":{"k":[{"t":0,"s":[0]},{"t":10,"s":[20]}]},"s":true}"#,
            #"{"s":true,"x":{"k":3},"y":{"k":[{"t":0,"s":[0]},{"t":10,"s":[20]}]},"k":[9,9,9]}"#,
        ])
    func readsSplitPosition(json: String) throws {
        let property = try parsedPosition(json)
        #expect(property.value(at: 5) == Vector(3, 10, 0))
        #expect(property.isAnimated)
    }

    @Test("a false flag means a position with one value for all coordinates")
    func falseFlagMeansOneValue() throws {
        #expect(try parsedPosition(#"{"s":false,"k":[4,5,6]}"#).value(at: 0) == Vector(4, 5, 6))
        #expect(try parsedPosition(#"{"s":0,"k":[4,5]}"#).value(at: 0) == Vector(4, 5, 0))
    }

    @Test("a missing coordinate is 0")
    func missingCoordinateIsZero() throws {
        #expect(try parsedPosition(#"{"s":true,"y":{"k":7},"x":{}}"#).value(at: 0) == Vector(0, 7, 0))
    }

    @Test("the direction depends on both coordinates")
    func directionDependsOnBothCoordinates() throws {
        let json =
            #"{"s":true,"x":{"k":[{"t":0,"s":[0]},{"t":10,"s":[20]}]},"y":{"k":[{"t":0,"s":[0]},{"t":10,"s":[20]}]}}"#
        #expect(abs(try parsedPosition(json).direction(at: 5) - 45) < 0.1)
    }

    @Test("without keyframes of one coordinate there is no direction, as in lottie-web")
    func unmovedCoordinateLeavesNoDirection() throws {
        let json = #"{"s":true,"x":{"k":3},"y":{"k":[{"t":0,"s":[0]},{"t":10,"s":[20]}]}}"#
        #expect(try parsedPosition(json).direction(at: 5) == 0)
    }

    @Test("outside the keyframes of x, the direction is that just inside the keyframes of each coordinate")
    func keyframesOfXDecideForBoth() throws {
        let y = #"{"k":[{"t":0,"s":[0]},{"t":5,"s":[50]},{"t":20,"s":[50]},{"t":25,"s":[0]}]}"#
        let property = try parsedPosition(#"{"s":true,"x":{"k":[{"t":10,"s":[0]},{"t":15,"s":[50]}]},"y":\#(y)}"#)
        for (time, degrees) in [(2.0, 45.0), (10, 45), (12, 0), (15, -45), (22, -45), (30, -45)] {
            #expect(abs(property.direction(at: time) - degrees) < 0.1, "at \(time)")
        }
    }
}

@Suite("Tangents on the line between two positions are dropped only if the next keyframe has a value")
struct StraightTangentTests {
    /// Returns a position that moves from 0 to 100 evenly in time, with tangents that start 60 units backwards.
    private func position(lastHasValue: Bool) throws -> PositionProperty {
        let last = lastHasValue ? #"{"t":10,"s":[100,0,0]}"# : #"{"t":10}"#
        let json = """
            {"fr":10,"ip":0,"op":10,"w":9,"h":9,"layers":[{"ty":3,"ks":{"p":{"k":[
              {"t":0,"s":[0,0,0],"e":[100,0,0],"to":[-60,0,0],"ti":[0,0,0],
               "i":{"x":1,"y":1},"o":{"x":0,"y":0}},\(last)]}}}]}
            """
        return try Composition(json: Array(json.utf8)).layers[0].transform.position
    }

    @Test("if the next keyframe has a value, the tangents are dropped and the motion is straight and even")
    func collinearTangentsAreDropped() throws {
        #expect(abs(try position(lastHasValue: true).value(at: 5).x - 50) < 1e-9)
    }

    @Test("in old files whose last keyframe has no value, the motion overshoots its ends")
    func collinearTangentsAreKeptInOldFiles() throws {
        let property = try position(lastHasValue: false)
        #expect((0...10).contains { property.value(at: Double($0)).x < -5 })
        #expect(abs(property.value(at: 10).x - 100) < 1e-9)
    }
}
