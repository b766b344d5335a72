import TestSupport

/// A square that moves within 0.6 s, in six frames, with the markers `in` (the first two) and `loop` (the others).
enum MovingSquare {
    /// The name of the file.
    static let file = "move.json"

    /// Returns a folder with the animation.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"v":"5.7.0","fr":10,"ip":0,"op":6,"w":12,"h":12,
            "markers":[{"cm":"in","tm":0,"dr":2},{"cm":"loop","tm":2,"dr":0}],
            "layers":[{"ty":1,"ip":0,"op":6,"st":0,"sr":1,"sw":6,"sh":6,
            "sc":"#ff8000","ks":{"p":{"a":1,"k":[{"t":0,"s":[0,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":6,"s":[6,6]}]}}}]}
            """, to: file)
        return folder
    }
}
