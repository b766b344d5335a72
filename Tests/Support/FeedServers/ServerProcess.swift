import Foundation
import TestSupport

/// A server program that ends when the last reference is released, and can be stopped and restarted before.
package final class ServerProcess {
    private var process: BackgroundProgram
    private let arguments: [String]
    private let readyText: String

    /// Starts the server, and waits until it writes `sign`, which means that it is ready.
    package init(_ words: [String], until sign: String) throws {
        self.arguments = words
        self.readyText = sign
        process = try Self.start(words, until: sign)
    }

    /// Kills the server, as in a crash.
    package func kill() { _ = try? process.end(by: SIGKILL) }

    /// Asks the server to end, and waits until it has.
    package func terminate() { _ = try? process.end(by: SIGTERM) }

    /// Starts the server again.
    package func start() throws { process = try Self.start(arguments, until: readyText) }

    /// Waits until the output since the last start fulfils a condition.
    package func wait(for what: String, until isEnough: (String) -> Bool) throws {
        try process.wait(for: what) { isEnough(try process.allOutput) }
    }

    private static func start(_ words: [String], until sign: String) throws -> BackgroundProgram {
        let process = try BackgroundProgram(words)
        try process.wait(forText: sign)
        return process
    }
}
