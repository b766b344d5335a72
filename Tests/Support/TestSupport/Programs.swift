import Foundation

/// The paths and environment of the programs that tests start.
package enum Programs {
    /// The programs that are released.
    ///
    /// Tests run them from the folder `GIFTTY_PROGRAMS`, such as the folder of a release build.
    private static let products = ["giftty", "gift-store"]

    /// Returns the path of a program of this package.
    ///
    /// Without `GIFTTY_PROGRAMS` it is the program beside the test executable, in any build folder.
    package static func built(
        _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let chosen = environment["GIFTTY_PROGRAMS"] ?? ""
        if products.contains(name), !chosen.isEmpty { return "\(chosen)/\(name)" }
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [
            beside, Bundle.main.bundleURL.deletingLastPathComponent(), ProjectFolder.file(".build/debug"),
        ]
        let found = places.map { $0.appending(path: name).path }
        return found.first { FileManager.default.isExecutableFile(atPath: $0) } ?? found[0]
    }

    /// Returns the path of a program of the system, or `nil` if it is not installed.
    ///
    /// The search covers the test's `PATH` and the usual folders.
    package static func find(_ name: String) -> String? {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let usual = [
            "/usr/bin", "/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin",
            "/opt/homebrew/sbin",
        ]
        return (path + usual).map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the path of a program of the system.
    ///
    /// - Throws: `ChildProgram.NotStarted` if the program is not installed.
    package static func installed(_ name: String) throws -> String {
        guard let path = find(name) else { throw ChildProgram.NotStarted(description: "\(name) is not installed") }
        return path
    }

    /// Returns an environment with the given variables and the few that every program needs.
    package static func environment(
        home: String = "/nonexistent", _ variables: [String: String] = [:]
    ) -> [String: String] {
        var all = ["PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"]
        // Sanitizers and toolchains outside the usual folders need their library path; sanitizers also need their
        // options.
        for name in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"] {
            all[name] = ProcessInfo.processInfo.environment[name]
        }
        return all.merging(variables) { $1 }
    }
}
