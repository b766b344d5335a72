import Foundation
import StoreFuzzing

/// A program that attacks a store for a given time: `StoreFuzzer http|catalogue|signed|package SECONDS [SEED]`.
///
/// It exits with 1 and a line on standard error after a fault or if it has used more than 1 GB of memory.
@main
enum StoreFuzzer {
    /// The number of connections to one server, after which the next seed starts a new server.
    private static let connections = 2_000

    /// The value of `RUSAGE_SELF`, which has a type of its own in the headers of some systems.
    private static let thisProcess: Int32 = 0
    /// The greatest memory use: 1 GB.
    private static let mostKilobytes = 1 << 20

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard let kind = arguments.first, let seconds = arguments.dropFirst().first.flatMap({ Double($0) }) else {
            end("expected http, catalogue, signed or package, and seconds", 64)
        }
        var seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1
        let deadline = ContinuousClock.now + .seconds(seconds)
        var trials = 0
        do {
            switch kind {
            case "http":
                while ContinuousClock.now < deadline {
                    trials += try await HTTPTrial.run(
                        seed: seed, connections: connections, hasEnded: { ContinuousClock.now >= deadline })
                    seed &+= 1
                    checkMemory(after: seed)
                }
            case "catalogue":
                let trial = try CatalogueTrial()
                while ContinuousClock.now < deadline {
                    try trial.run(seed: seed)
                    trials += 1
                    seed &+= 1
                    checkMemory(after: seed)
                }
            case "signed":
                let trial = try SignedDocumentTrial()
                while ContinuousClock.now < deadline {
                    try trial.run(seed: seed)
                    trials += 1
                    seed &+= 1
                    checkMemory(after: seed)
                }
            case "package":
                var accepted = 0
                while ContinuousClock.now < deadline {
                    if try PackageTrial.run(seed: seed) { accepted += 1 }
                    trials += 1
                    seed &+= 1
                    checkMemory(after: seed)
                }
                print("package: \(accepted) were accepted")
            default: end("expected http, catalogue, signed or package, found \(kind)", 64)
            }
        } catch {
            end("after \(trials) trials: \(error)", 1)
        }
        print("\(kind): \(trials) trials, nothing found")
    }

    /// Ends the program if it has used more memory than an attack may cause in a server or player.
    private static func checkMemory(after seed: UInt64) {
        var usage = rusage()
        guard getrusage(thisProcess, &usage) == 0 else { return }
        if usage.ru_maxrss > mostKilobytes { end("before seed \(seed): took \(usage.ru_maxrss >> 10) MB", 1) }
    }

    private static func end(_ message: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data("StoreFuzzer: \(message)\n".utf8))
        exit(status)
    }
}
