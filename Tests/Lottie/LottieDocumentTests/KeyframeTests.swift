import LottieDocument
import Testing

@Suite("A property has one value or keyframes, regardless of its flag")
struct PropertyFormTests {
    @Test(
        "a number can have any of the exporters' forms",
        arguments: [
            "{\"a\":0,\"k\":7}", "{\"k\":7}", "{\"a\":1,\"k\":7}", "{\"k\":[7]}", "{\"k\":[7,8]}", "{\"k\":\"7\"}", "7",
            "[7]",
        ])
    func readsSingleValue(json: String) throws {
        let property = try parsedNumber(json)
        #expect(property.fixedValue == 7)
        #expect(!property.isAnimated)
    }

    @Test("a property without a value has the default", arguments: ["{}", "{\"a\":0}", "{\"k\":null}", "null"])
    func missingValueHasDefault(json: String) throws {
        #expect(try parsedNumber(json).fixedValue == 100)
        #expect(try parsedVector(json).fixedValue == Vector(100, 100, 100))
        #expect(try parsedPosition(json).value(at: 0) == .zero)
    }

    @Test("keyframes apply even if the flag denies them")
    func keyframesApplyDespiteWrongFlag() throws {
        let property = try parsedNumber(#"{"a":0,"k":[{"t":0,"s":[0]},{"t":10,"s":[10]}]}"#)
        #expect(property.isAnimated)
        #expect(property.value(at: 5) == 5)
    }

    @Test("a single keyframe is a fixed value")
    func singleKeyframeIsFixedValue() throws {
        #expect(try parsedNumber(#"{"a":1,"k":[{"t":12,"s":[4]}]}"#).fixedValue == 4)
        #expect(try parsedNumber(#"{"a":1,"k":[{"t":12}]}"#).fixedValue == 100)
        #expect(try parsedNumber(#"{"a":1,"k":[]}"#).fixedValue != nil)
    }

    @Test("a vector has two or three components")
    func vectorHasTwoOrThreeComponents() throws {
        #expect(try parsedVector("{\"k\":[50,70]}").fixedValue?.y == 70)
        #expect(try parsedVector("{\"k\":[50,70,90]}").fixedValue == Vector(50, 70, 90))
        #expect(try parsedVector("{\"k\":[50,70,90,110]}").fixedValue == Vector(50, 70, 90))
        #expect(try parsedVector("{\"k\":50}").fixedValue == Vector(50, 50, 50))
    }
}

@Suite("Keyframes divide time into segments")
struct KeyframeTests {
    /// Times, each with the expected value.
    typealias Samples = [(time: Double, value: Double)]

    @Test("the value is constant before the first and after the last keyframe")
    func valueIsConstantOutsideKeyframes() throws {
        let property = try parsedNumber(#"{"k":[{"t":10,"s":[1]},{"t":20,"s":[3]}]}"#)
        for (time, value) in [(-1000.0, 1.0), (9.9, 1), (10, 1), (15, 2), (20, 3), (1e9, 3)] {
            #expect(property.value(at: time) == value, "at \(time)")
        }
    }

    @Test(
        "a segment ends at the next keyframe's start value, or at its own end value if the next one has none",
        arguments: [
            // In old files, the last keyframe has only a time.
            (#"[{"t":0,"s":[0],"e":[10]},{"t":10}]"#, [(5, 5), (10, 10), (99, 10)]),
            (#"[{"t":0,"s":[0],"e":[10]},{"t":10,"s":[10],"e":[30]},{"t":20}]"#, [(5, 5), (15, 20), (20, 30)]),
            // If both values exist, the next start value applies.
            (#"[{"t":0,"s":[0],"e":[99]},{"t":10,"s":[10]}]"#, [(5, 5), (10, 10)]),
            // If both values are missing, the start value is held.
            (#"[{"t":0,"s":[4]},{"t":10}]"#, [(5, 4), (10, 4), (20, 4)]),
            (#"[{"t":0,"s":[4]},{"t":10,"s":null},{"t":20,"s":[8]}]"#, [(5, 4), (10, 4), (20, 8)]),
            // The values are numbers without a list.
            (#"[{"t":0,"s":2},{"t":10,"s":4}]"#, [(5, 3)]),
        ] as [(String, Samples)])
    func segmentsEndAtTheirEndValue(json: String, samples: Samples) throws {
        try check(json, samples)
    }

    @Test(
        "a hold keyframe keeps its start value until the next keyframe and needs no handles",
        arguments: [
            (#"[{"t":0,"s":[1],"h":1},{"t":10,"s":[5]}]"#, [(0, 1), (9.999, 1), (10, 5)]),
            (
                #"[{"t":0,"s":[1],"h":1},{"t":10,"s":[5],"h":1},{"t":20,"s":[6]}]"#,
                [(9.9, 1), (10, 5), (19.9, 5), (20, 6)]
            ),
            (#"[{"t":0,"s":[1],"h":true},{"t":10,"s":[5]}]"#, [(5, 1)]),
            // A hold before a last keyframe without a value continues.
            (#"[{"t":0,"s":[1],"e":[9],"h":1},{"t":10}]"#, [(5, 1), (10, 1), (50, 1)]),
            // The value 0 means no hold.
            (#"[{"t":0,"s":[0],"h":0},{"t":10,"s":[10]}]"#, [(5, 5)]),
        ] as [(String, Samples)])
    func holdKeyframesKeepTheirValue(json: String, samples: Samples) throws {
        try check(json, samples)
    }

    @Test(
        "a start value that repeats the text of the end value before it is that value, and any other its own",
        arguments: [
            ("[20]", "[20]", 20), ("[20]", "[20.5]", 20.5), ("[2]", "[20]", 20), ("2", "20", 20), ("[20]", " [20]", 20),
            ("[20]", "[ 20]", 20), ("[20]", "null", 20),
        ] as [(String, String, Double)])
    func repeatedValuesAreShared(end: String, start: String, value: Double) throws {
        let property = try parsedNumber(
            #"{"k":[{"t":0,"s":[10],"e":\#(end)},{"t":10,"s":\#(start),"e":[40]},{"t":20}]}"#)
        #expect(property.value(at: 10) == value)
        #expect(property.value(at: 20) == 40)
    }

    @Test("of two keyframes at the same time the later one applies from there on")
    func laterOfTwoKeyframesAtSameTimeApplies() throws {
        let json = #"[{"t":0,"s":[0]},{"t":5,"s":[10]},{"t":5,"s":[50]},{"t":10,"s":[60]}]"#
        try check(json, [(2.5, 5), (5, 50), (7.5, 55), (10, 60)])
        try check(#"[{"t":5,"s":[1]},{"t":5,"s":[2]}]"#, [(4, 1), (5, 2), (6, 2)])
    }

    @Test("unsorted keyframes are sorted stably")
    func keyframesAreSortedStably() throws {
        try check(#"[{"t":10,"s":[10]},{"t":0,"s":[0]},{"t":20,"s":[40]}]"#, [(-1, 0), (5, 5), (15, 25), (30, 40)])
        try check(#"[{"t":10,"s":[1]},{"t":10,"s":[2]},{"t":0,"s":[0]}]"#, [(10, 2), (11, 2)])
    }

    @Test("times can be negative, fractional and very large")
    func timesCanBeNegativeFractionalAndLarge() throws {
        try check(#"[{"t":-10.5,"s":[0]},{"t":-0.5,"s":[10]}]"#, [(-5.5, 5), (-11, 0), (0, 10)])
        try check(#"[{"t":-1e300,"s":[1]},{"t":1e300,"s":[3]}]"#, [(-.infinity, 1), (.infinity, 3)])
    }

    private func check(_ keyframes: String, _ samples: Samples) throws {
        let property = try parsedNumber("{\"a\":1,\"k\":\(keyframes)}")
        for (time, value) in samples {
            #expect(abs(property.value(at: time) - value) < 1e-9, "at \(time): \(property.value(at: time))")
        }
    }
}

@Suite("Easing maps time to progress by a cubic curve from (0, 0) to (1, 1)")
struct EasingTests {
    private func eased(_ handles: String) throws -> Property<Double> {
        try parsedNumber(#"{"k":[{"t":0,"s":[0],\#(handles)},{"t":10,"s":[100]}]}"#)
    }

    /// Returns the progress, computed by sixty bisections.
    private func reference(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at time: Double) -> Double {
        func cubic(_ a: Double, _ b: Double, _ t: Double) -> Double {
            3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
        }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if cubic(x1, x2, middle) < time { low = middle } else { high = middle }
        }
        return cubic(y1, y2, low)
    }

    @Test(
        "the control points of the curve are the `o` and the `i` of the same keyframe",
        arguments: [
            (0.42, 0, 0.58, 1), (0.333, 0, 0.667, 1), (0.9, 0.1, 0.1, 0.9), (1, 0, 0, 1), (0, 1, 1, 0), (0, 0, 0, 1),
            (0.3, -0.6, 0.7, 1.6), (0.5, 2, 0.5, -1), (0.001, 0.999, 0.002, 1), (0.25, 0.25, 0.75, 0.75),
        ])
    func progressMatchesBisection(x1: Double, y1: Double, x2: Double, y2: Double) throws {
        let property = try eased(#""o":{"x":[\#(x1)],"y":[\#(y1)]},"i":{"x":[\#(x2)],"y":[\#(y2)]}"#)
        for step in 0...40 {
            let share = Double(step) / 40
            let exact = 100 * reference(x1, y1, x2, y2, at: share)
            // Where the curve is vertical, any progress is correct at that time.
            let isSteep = abs(reference(x1, y1, x2, y2, at: share + 1e-4) * 100 - exact) > 0.5
            #expect(isSteep || abs(property.value(at: share * 10) - exact) < 0.02, "at \(share)")
        }
        #expect(property.value(at: 0) == 0)
        #expect(property.value(at: 10) == 100)
    }

    @Test("the handles can be numbers or lists")
    func handlesCanBeNumbersOrLists() throws {
        let a = try eased(#""o":{"x":0.4,"y":0},"i":{"x":0.2,"y":1}"#)
        let b = try eased(#""o":{"x":[0.4],"y":[0]},"i":{"x":[0.2],"y":[1]}"#)
        #expect(a.value(at: 3) == b.value(at: 3))
        #expect(a.value(at: 3) != 30)
    }

    @Test(
        "a missing or empty handle gives linear progress",
        arguments: [
            "", #","i":{"x":0.1,"y":1}"#, #","o":{"x":0.9,"y":0}"#,
            #","i":{},"o":{}"#, #","i":{"x":[],"y":[]},"o":{"x":[],"y":[]}"#, #","i":null,"o":null"#,
        ])
    func missingHandleIsLinear(handles: String) throws {
        let property = try parsedNumber(#"{"k":[{"t":0,"s":[0]\#(handles)},{"t":10,"s":[100]}]}"#)
        #expect(property.value(at: 3) == 30)
    }

    @Test("the times of handles are clamped to 0…1 and their progress is not")
    func handleTimesAreClamped() throws {
        let wild = try eased(#""o":{"x":-3,"y":0},"i":{"x":7,"y":1}"#)
        let tame = try eased(#""o":{"x":0,"y":0},"i":{"x":1,"y":1}"#)
        for time in 0...10 { #expect(wild.value(at: Double(time)) == tame.value(at: Double(time))) }
        let bounce = try eased(#""o":{"x":0.3,"y":-2},"i":{"x":0.7,"y":3}"#)
        #expect(bounce.value(at: 2) < 0)
        #expect(bounce.value(at: 8) > 100)
    }

    @Test("each component has its own curve, and one without a curve uses the first one")
    func eachComponentHasItsOwnCurve() throws {
        let handles = #""o":{"x":[0.9,0.1],"y":[0,1]},"i":{"x":[0.95,0.2],"y":[0.1,1]}"#
        let property = try parsedVector(#"{"k":[{"t":0,"s":[0,0,0],\#(handles)},{"t":10,"s":[100,100,100]}]}"#)
        let value = property.value(at: 5)
        #expect(abs(value.x - 100 * reference(0.9, 0, 0.95, 0.1, at: 0.5)) < 0.02)
        #expect(abs(value.y - 100 * reference(0.1, 1, 0.2, 1, at: 0.5)) < 0.02)
        #expect(value.z == value.x)
    }

    @Test("a position without tangents and a color are eased by component too")
    func positionAndColorAreEasedByComponent() throws {
        let handles = #""o":{"x":[0.9,0.1,0.1],"y":[0,1,0.1]},"i":{"x":[0.95,0.2,0.2],"y":[0.1,1,0.2]}"#
        let place = try parsedPosition(#"{"k":[{"t":0,"s":[0,0],\#(handles)},{"t":10,"s":[100,100]}]}"#).value(at: 5)
        #expect(abs(place.x - 100 * reference(0.9, 0, 0.95, 0.1, at: 0.5)) < 0.02)
        #expect(abs(place.y - 100 * reference(0.1, 1, 0.2, 1, at: 0.5)) < 0.02)
        let tint = try parsedColor(#"{"k":[{"t":0,"s":[0,0,0,1],\#(handles)},{"t":10,"s":[1,1,1,1]}]}"#).value(at: 5)
        #expect(abs(Double(tint.x) - reference(0.9, 0, 0.95, 0.1, at: 0.5)) < 1e-3)
        #expect(abs(Double(tint.y) - reference(0.1, 1, 0.2, 1, at: 0.5)) < 1e-3)
        #expect(abs(Double(tint.z) - 0.5) < 1e-3)
        #expect(tint.w == 1)
    }
}
