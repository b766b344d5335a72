import ArgumentParser
import StoreServer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The program: the back end that players fetch their gifts and settings from.
@main
struct GiftStoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gift-store",
        abstract: "Serves gifts and settings to players, and takes new ones from those who have the token.",
        discussion: """
            An empty or missing folder is filled with the gifts of the demo. The folder is itself a catalogue that players \
            can read without a server.
            """,
        version: "gift-store 0.1.0")

    @Option(help: ArgumentHelp("The folder that the store is kept in.", valueName: "dir"))
    var root = "gift-store"

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes any that is free.")
    var port = 8_787

    @Option(
        help: ArgumentHelp(
            "A file with the token that publishers send; without it nothing can be published.", valueName: "file"))
    var tokenFile: String?

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? GiftStoreCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            end(failure)
        } catch {
            // Help and version come this way too.
            if exitCode(for: error).isSuccess { exit(withError: error) }
            end(CommandFailure(.usage, message(for: error)))
        }
    }

    mutating func run() async throws {
        guard 0...65_535 ~= port else {
            throw CommandFailure(.usage, "--port: expected a number from 0 to 65535, found \(port)")
        }
        let access = try tokenFile.map(TokenFile.access) ?? .off
        let store = try OpenedStore(root: root)
        var server = StoreServer(store.repository)
        server.host = host
        server.port = port
        server.access = access
        server.endsAtSignals = true
        server.limits = ServerLimits(openFiles: OpenFiles.raised())
        server.log = { writeToStandardError($0 + "\n") }
        let address = host.contains(":") ? "[\(host)]" : host
        let words = "serves \(root), \(tokenFile == nil ? "writing is off" : "writing takes the token")"
        do {
            try await server.run { port in
                writeToStandardError("gift-store: http://\(address):\(port)/ \(words)\n")
            }
        } catch {
            throw CommandFailure(.unavailable, "\(address):\(port): can't be listened at: \(error)")
        }
        withExtendedLifetime(store) {}
    }

    private static func end(_ failure: CommandFailure) -> Never {
        if let line = failure.line(of: "gift-store") { writeToStandardError(line + "\n") }
        endProcess(failure.code)
    }
}

/// The system's `exit`, which the command's own hides.
private func endProcess(_ code: Int32) -> Never {
    exit(code)
}

/// Writes to standard error at once.
func writeToStandardError(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
