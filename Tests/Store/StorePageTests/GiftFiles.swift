import ZIPArchive

/// Small animations for the tests.
enum GiftFiles {
    /// Returns a one-second animation of a square of one color that moves from left to right.
    static func square(_ red: Double, _ green: Double, _ blue: Double) -> [UInt8] {
        let text = """
            {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":100,"h":100,"layers":[
              {"ty":4,"ind":1,"ip":0,"op":30,"st":0,
               "ks":{"p":{"a":1,"k":[{"t":0,"s":[20,50],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":30,"s":[80,50]}]}},
               "shapes":[
                {"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[40,40]},"r":{"a":0,"k":8}},
                {"ty":"fl","c":{"a":0,"k":[\(red),\(green),\(blue),1]},"o":{"a":0,"k":100}}]}]}
            """
        return Array(text.utf8)
    }

    static let red = square(0.9, 0.2, 0.2)
    static let blue = square(0.2, 0.4, 0.9)
    static let green = square(0.2, 0.8, 0.4)

    /// An animation that shows nothing at first, of a layer whose name is markup.
    static let late = Array(
        (#"{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":100,"h":100,"layers":[{"ty":1,"nm":"<b>late</b>","sw":50,"sh":50,"#
            + ##""sc":"#ff8800","ip":9,"op":30,"ks":{},"ao":1}]}"##).utf8)

    /// A file that is not a valid animation, because a layer's type is a text.
    static let broken = Array(#"{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":100,"h":100,"layers":[{"ty":"x"}]}"#.utf8)

    /// Returns a package of an animation and a `gift.yaml`.
    static func package(manifest: String, _ animation: [UInt8]) throws -> [UInt8] {
        var archive = ArchiveWriter()
        try archive.add("data.json", animation)
        try archive.add("gift.yaml", Array(manifest.utf8))
        return try archive.bytes()
    }
}
