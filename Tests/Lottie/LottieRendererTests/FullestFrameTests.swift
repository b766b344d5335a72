import LottieDocument
import LottieRenderer
import Testing

@Suite("The fullest frame has the most visible content")
struct FullestFrameTests {
    /// Returns a composition of 100 × 50 units from frame 10 to 50 with a square whose size has these keyframes.
    private func square(_ keyframes: String) throws -> Composition {
        try Composition(
            json: Array(
                """
                {"v":"5.7.0","fr":30,"ip":10,"op":50,"w":100,"h":50,"layers":[{"ty":4,"nm":"s","ip":10,"op":50,"ks":{},"shapes":[
                {"ty":"rc","p":{"k":[50,25]},"s":{"a":1,"k":[\(keyframes)]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}]}]}
                """.utf8))
    }

    @Test(
        "the fullest frame is the first of twenty frames with the largest visible area",
        arguments: [
            // The square grows, shrinks, is visible only in the middle, and does not change.
            (#"{"t":10,"s":[0,50]},{"t":50,"s":[100,50]}"#, 48.0), (#"{"t":10,"s":[100,50]},{"t":50,"s":[0,50]}"#, 10),
            (#"{"t":10,"s":[0,0],"h":1},{"t":27,"s":[50,50],"h":1},{"t":31,"s":[0,0],"h":1}"#, 28),
            (#"{"t":10,"s":[40,40],"h":1}"#, 10),
        ])
    func fullestFrameHasLargestVisibleArea(keyframes: String, frame: Double) throws {
        #expect(try square(keyframes).fullestFrame() == frame)
    }

    @Test("dynamic properties count for the fullest frame")
    func dynamicPropertiesCount() throws {
        var properties = DynamicProperties()
        try properties.set("s.**.Size") { .vector([$0 < 20 ? 90 : 10, 50, 0]) }
        #expect(try square(#"{"t":10,"s":[0,50]},{"t":50,"s":[100,50]}"#).fullestFrame(properties: properties) == 10)
    }

    @Test("the fullest frame of an animation without visible content is its first frame")
    func emptyAnimationUsesFirstFrame() throws {
        let empty = #"{"v":"5.7.0","fr":30,"ip":3,"op":9,"w":100000,"h":1,"layers":[]}"#
        #expect(try Composition(json: Array(empty.utf8)).fullestFrame() == 3)
    }
}
