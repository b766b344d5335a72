/// Animations for tests, each with one colored rectangle.
enum Animations {
    /// Returns a Lottie document of 100 × 50 pixels at 30 frames per second.
    static func document(color: String = "#ff8800", frames: Int = 60) -> [UInt8] {
        Array(
            """
            {"v":"5.7.0","nm":"plane","fr":30,"ip":0,"op":\(frames),"w":100,"h":50,"assets":[],"layers":[
            {"ty":1,"nm":"plane","sw":100,"sh":50,"sc":"\(color)","ip":0,"op":\(frames),"st":0,
            "ks":{"o":{"k":100},"r":{"k":0},"p":{"k":[50,25]},"a":{"k":[50,25]},"s":{"k":[100,100]}}}]}
            """.utf8)
    }
}
