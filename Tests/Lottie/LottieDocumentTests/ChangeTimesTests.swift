import LottieDocument
import Testing

@Suite("The times at which a composition changes")
struct ChangeTimesTests {
    /// Returns the times of a document with these layers and assets.
    private func times(layers: String, assets: String = "") throws -> ChangeTimes {
        let json = """
            {"v":"5.7.4","fr":30,"ip":0,"op":60,"w":10,"h":10,"assets":[\(assets)],"layers":[\(layers)]}
            """
        return ChangeTimes(of: try Composition(json: [UInt8](json.utf8)))
    }

    private func shapes(_ items: String = "", transform: String = "", in inPoint: Double = 0)
        -> String
    {
        #"{"ty":4,"ip":\#(inPoint),"op":60,"st":0,"ks":{\#(transform)},"shapes":[\#(items)]}"#
    }

    private func precomposition(_ id: String, _ more: String = #""st":0"#, from start: Double = 0) -> String {
        #"{"ty":0,"refId":"\#(id)","ip":\#(start),"op":60,"w":10,"h":10,"ks":{},\#(more)}"#
    }

    private func asset(_ id: String, _ layers: [String]) -> String {
        #"{"id":"\#(id)","layers":[\#(layers.joined(separator: ","))]}"#
    }

    @Test(
        "between two keyframes everything changes, before and after them nothing",
        arguments: [
            (0, 10, true), (10, 20, false), (10, 11, false), (19.5, 20, false), (20, 59, true),
            (59, 20, true),
            (15, 5, false), (5, 5, true),
        ] as [(Double, Double, Bool)])
    func keyframes(first: Double, last: Double, isStill: Bool) throws {
        let moving = shapes(transform: #""o":{"a":1,"k":[{"t":10.5,"s":[0]},{"t":20,"s":[100]}]}"#)
        #expect(try times(layers: moving).isStill(from: first, to: last) == isStill)
    }

    @Test("equal orientations count as changes, because they are rounded on the way")
    func orientations() throws {
        let turned =
            #""rx":{"k":0},"ry":{"k":0},"rz":{"k":0},"or":{"a":1,"k":[{"t":10,"s":[30,90,0]},{"t":20,"s":[30,90,0]}]}"#
        let layer = #"{"ddd":1,"ty":4,"ip":0,"op":60,"st":0,"ks":{\#(turned)},"shapes":[]}"#
        #expect(try !times(layers: layer).isStill(from: 12, to: 13))
        #expect(try times(layers: layer).isStill(from: 20, to: 21))
    }

    @Test("times too large to be mapped are times of changes")
    func overflow() throws {
        let moving = shapes(transform: #""o":{"a":1,"k":[{"t":10,"s":[0]},{"t":20,"s":[100]}]}"#)
        let found = try times(
            layers: precomposition("a", #""st":0,"sr":1e200"#),
            assets: asset("a", [precomposition("b", #""st":0,"sr":1e200"#)]) + "," + asset("b", [moving]))
        #expect(!found.isStill(from: 0, to: 1))
    }

    @Test("starts that cancel each other do not hide that their sums are rounded")
    func cancelledStarts() throws {
        let found = try times(
            layers: precomposition("a", #""st":1e12"#),
            assets: asset("a", [precomposition("b", #""st":-1e12"#, from: -1e13)]) + "," + asset("b", [shapes(in: 5)]))
        #expect(!found.isStill(from: 4.9999, to: 4.99996))
    }

    @Test(
        "many uses of many items, each of which never changes, are not searched to the end",
        .timeLimit(.minutes(1)))
    func manyUses() throws {
        let many = shapes(
            Array(repeating: #"{"ty":"rc","p":{"k":[0,0]},"s":{"k":[1,1]},"r":{"k":0}}"#, count: 2_000)
                .joined(separator: ","))
        let use = { (id: String) in Array(repeating: self.precomposition(id), count: 100) }
        let found = try times(
            layers: use("a").joined(separator: ","),
            assets: [asset("a", use("b")), asset("b", use("c")), asset("c", [many])].joined(
                separator: ","))
        #expect(!found.isStill(from: 1, to: 2))
    }
}
