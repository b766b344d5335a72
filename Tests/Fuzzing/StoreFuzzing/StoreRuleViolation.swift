/// A violation of a rule by the store, with the seed that reproduces it.
public struct StoreRuleViolation: Error, CustomStringConvertible {
    /// The violation, with the seed of its trial.
    public let description: String

    init(seed: UInt64, _ what: String) { description = "seed \(seed): \(what)" }
}

/// The gifts with which trials begin.
enum TrialGifts {
    static let time: @Sendable () -> String = { "2026-11-21T10:00:00Z" }
    static let ids = ["heart", "rose", "rocket"]

    /// Returns a Lottie document with one rectangle; each number gives a different document.
    static func document(_ number: Int) -> [UInt8] {
        Array(
            """
            {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":\(100 + number),"h":100,"assets":[],\
            "layers":[{"ty":1,"ip":0,"op":30,"st":0,"ks":{},"sw":50,"sh":50,"sc":"#ff8800"}]}
            """.utf8)
    }
}
