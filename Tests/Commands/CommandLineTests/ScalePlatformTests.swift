import Foundation
import TestSupport
import Testing

/// Tests the scripts of `Demo/scale` that show how a store serves a platform.
@Suite("Demo/scale for a platform", .serialized)
struct ScalePlatformTests {
    private func run(_ script: String, _ arguments: [String] = []) throws -> ProgramResult {
        let folder = try TemporaryFolder()
        return try ChildProgram.run(
            ["/bin/sh", ProjectFolder.file("Demo/scale/\(script)").path] + arguments,
            environment: Programs.environment(
                home: folder.path,
                [
                    "GIFTTY": Program.path, "GIFT_STORE": Programs.built("gift-store"),
                    "CROWD": Programs.built("FollowerCrowd"),
                ]),
            folder: folder.path, within: .seconds(110))
    }

    @Test(
        "all listeners of a store learn of each switch",
        .enabled(if: Programs.find("taskset") != nil && Programs.find("python3") != nil))
    func listenersLearnOfSwitches() throws {
        let result = try run("listeners.sh", ["50", "3"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("50 listeners, 3 switches"))
    }

    @Test(
        "a cache answers for the store, also while it restarts",
        .enabled(if: Programs.find("nginx") != nil, "nginx is not installed"))
    func cacheAnswersForTheStore() throws {
        let result = try run("nginx.sh")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("0 failed"))
    }

    @Test(
        "followers at three nodes of a broker get each switch of a store, also when a node dies, and none goes back",
        .enabled(if: Programs.find("nats-server") != nil, "nats-server is not installed"))
    func clusterCarriesNews() throws {
        let result = try run("cluster.sh", ["--short"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("5 followers at three nodes"))
        #expect(result.output.contains("node 1 killed, a switch at once"))
        #expect(result.output.contains("followers that went back to an older revision: 0"))
    }

    @Test(
        "the description of the store's interface is that of the program",
        .enabled(if: isSchemathesisInstalled, "schemathesis is not installed"))
    func descriptionIsTrue() throws {
        let result = try run("openapi.sh", ["3"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains(/(\d+) generated, \1 passed/), "\(result.output)")
    }

    private static var isSchemathesisInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: ProjectFolder.file(".build/scale/bin/schemathesis").path)
            || Programs.find("schemathesis") != nil
    }
}
