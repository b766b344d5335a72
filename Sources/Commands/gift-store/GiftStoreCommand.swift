import ArgumentParser
import CommandLineSupport
import ShellCompletions
import StoreServer
import SystemIO

/// The main command of `gift-store`, the server from which players fetch their gifts and settings.
@main
struct GiftStoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gift-store",
        abstract: "Serves gifts and settings to players, and accepts new ones from clients that have the token.",
        usage: "gift-store [<options>] [<subcommand>]",
        discussion: """
            An empty or missing folder is filled with the gifts of the demo. The folder is itself a catalogue that players \
            can read without a server.
            """,
        version: "gift-store 0.1.0",
        subcommands: [ExportCommand.self, RecoverCommand.self, TokenCommand.self, AuditCommand.self])

    @Option(help: ArgumentHelp("The folder that the store is kept in.", valueName: "dir"), completion: .directory)
    var root = "gift-store"

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(
        help: "The port to listen on; 0 selects a free port (default: \(Self.defaultPort)).",
        transform: WholeNumber.parser(for: 0...65_535))
    var port = Self.defaultPort

    private static let defaultPort = 8_787

    @Option(
        help: ArgumentHelp(
            "A file with the tokens of those who change the store; without it nothing can be published.",
            valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Announces changes as retained messages of this MQTT broker; several nodes of it with a space between, or "
                + "with the option again.",
            valueName: "mqtt://host/prefix"))
    var announce: [String] = []

    @Option(
        help: ArgumentHelp(
            "Signs the catalogue and the settings with this private key of Ed25519, for players that know its public key.",
            valueName: "file.pem"), completion: .file(extensions: ["pem"]))
    var documentKey: String?

    @OptionGroup var trust: TrustOptions

    static func main() async {
        let code = await runCommand()
        if code != 0 { ProcessEnvironment.exit(code) }
    }

    /// Runs the command of the arguments, and returns the exit code.
    ///
    /// All that it holds is released when it returns; `exit` would leave it to the end of the process, where it looks like
    /// a leak.
    private static func runCommand() async -> Int32 {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let script = CompletionScript.requested(by: arguments, of: Self.self) {
            print(script)
            return 0
        }
        do {
            var command = try parseAsRoot(ArgumentWords.takingNegativeNumbersAsValues(arguments))
            if var command = command as? GiftStoreCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch let failure as CommandFailure {
            return report(failure)
        } catch {
            // Help and version are also reported as errors.
            if exitCode(for: error).isSuccess { exit(withError: error) }
            return report(.usage(parserMessage: message(for: error)))
        }
    }

    mutating func run() async throws {
        try trust.validateValues()
        MemoryAllocator.returnFreedMemoryToSystem()
        let format = trust.logFormat
        let log = LogWriter(format: { format.line($0, at: WallClock.now) }) { StandardError.write(line: $0) }
        defer { log.finish(timeout: .milliseconds(500)) }
        let access =
            try tokenFile.map { path throws(CommandFailure) in
                try TokenFile.writeAccess(path) { log.add(message: $0) }
            } ?? .off
        let announcer =
            announce.isEmpty
            ? nil : try AnnounceOption.announcer(announce) { log.add(message: "gift-store: \($0)") }
        let key = try DocumentKeyFile.key(documentKey)
        let store = try OpenedStore(root: root, announce: announcer?.announcedAddresses, documentKey: key)
        var server = StoreServer(store.repository)
        server.host = host
        server.port = port
        server.access = access
        server.handlesSignals = true
        server.releaseMemory = { MemoryAllocator.returnSmallAllocations() }
        server.limits = ServerLimits(openFiles: OpenFileLimit.raise())
        server.announcer = announcer
        trust.apply(to: &server)
        server.log = { log.add($0) }
        let address = host.contains(":") ? "[\(host)]" : host
        let signing = key.map { ["signs documents with the key \($0.publicKey)"] } ?? []
        let secrets = [
            tokenFile.map { SecretFile(of: .token, at: $0) }, documentKey.map { SecretFile(of: .privateKey, at: $0) },
        ]
        let warnings = signing + store.notices + secrets.compactMap { $0?.permissionWarning }
        let words = "serves \(root), \(tokenFile == nil ? "writing is off" : "writing takes the token")"
        do {
            try await server.run { port in
                for line in ["http://\(address):\(port)/ \(words)"] + warnings {
                    StandardError.write(
                        line: format == .json ? format.line(line, at: WallClock.now) : "gift-store: \(line)")
                }
            }
        } catch {
            throw CommandFailure(.unavailable, "\(address):\(port): cannot bind: \(error)")
        }
        withExtendedLifetime(store) {}
    }

    /// Prints a failure, and returns its exit code.
    private static func report(_ failure: CommandFailure) -> Int32 {
        if let line = failure.line(of: "gift-store") { StandardError.write(line: line) }
        return failure.code
    }
}
