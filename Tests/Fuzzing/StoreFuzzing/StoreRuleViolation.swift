import GiftPackages
import StoreProtocol
import TestSupport

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

    /// Writes the packages of the gifts into a store's folder, and returns their catalogue entries.
    static func publish(to folder: TemporaryFolder) throws -> [StoreGift] {
        try ids.enumerated().map { number, id in
            let package = try GiftPackage(document(number)).zipArchive()
            try folder.write(package, to: "gifts/\(id)/1.zip")
            return StoreGift(
                id: id, name: id, version: 1, value: 5, duration: 1_000_000_000, package: "gifts/\(id)/1.zip",
                size: package.count, sha256: .digest(of: package), tags: ["a"],
                format: StoreGift.Format(width: 100, height: 100, frameRate: 30), published: time(),
                symbol: GiftSymbol(emoji: "x", ascii: "y"))
        }
    }

    /// Returns a Lottie document with one rectangle; each number gives a different document.
    static func document(_ number: Int) -> [UInt8] {
        Array(
            """
            {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":\(100 + number),"h":100,"assets":[],\
            "layers":[{"ty":1,"ip":0,"op":30,"st":0,"ks":{},"sw":50,"sh":50,"sc":"#ff8800"}]}
            """.utf8)
    }
}
