import TestSupport
import Testing

/// Tests with animations that would play for days.
@Suite("Endless animations")
struct SlowAnimationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for rate in ["1e-3", "1e-7", "1e-9", "1e-320"] {
            try folder.write(
                #"{"v":"5.7.0","fr":\#(rate),"ip":0,"op":6,"w":12,"h":12,"layers":[{"ty":1,"ip":0,"op":6,"st":0,"#
                    + ##""sr":1,"sw":6,"sh":6,"sc":"#ff8000","ks":{"r":{"a":1,"k":[{"t":0,"s":[0]},{"t":6,"s":[9]}]}}}]}"##,
                to: "\(rate).json")
        }
    }

    @Test(
        "an animation longer than a day is not written as a moving picture", arguments: ["gif", "svg", "webp", "cast"])
    func longAnimationIsNotWritten(ending: String) throws {
        for (rate, written) in [("1e-7", "1e-07"), ("1e-9", "1e-09"), ("1e-320", "1e-320")] {
            let result = try Program.run(["render", "\(rate).json", "--output", "a.\(ending)"], in: folder)
            #expect(result.status == 65 && result.output == "")
            let words = "expected an animation that is over in a day, found \(written) frames a second"
            #expect(result.errorLine == "giftty: \(rate).json: \(words)")
        }
        #expect(try Program.run(["render", "1e-3.json", "--output", "a.\(ending)"], in: folder).status == 0)
    }

    @Test("still pictures of such an animation can be written", arguments: ["1e-7", "1e-9", "1e-320"])
    func stillsOfLongAnimationAreWritten(rate: String) throws {
        for arguments in [
            ["--output", "a.png"], ["--frames", "0,3", "--output", "{frame}.png"], ["--progress", "1"],
        ] {
            #expect(try Program.run(["render", "\(rate).json"] + arguments, in: folder).status == 0)
        }
        #expect(try Program.run(["inspect", "\(rate).json"], in: folder).status == 0)
    }
}
