import ArgumentParser
import CommandLineSupport
import StoreProtocol
import StoreServer
import TerminalText

/// The command `gift-store audit`, which prints and verifies the audit log.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Prints who changed what in the store and why, and verifies that no line was changed.",
        discussion: """
            Each line of audit.ndjson has the digest of the line before. The last line on standard error is the digest of \
            the whole log: note it elsewhere, and give it with --expect later, to notice that lines were removed at the \
            end. The server may be running.
            """)

    /// The command of the server, which has the option for the folder of the store.
    @ParentCommand var server: GiftStoreCommand

    @Option(help: ArgumentHelp("The digest of an earlier log, which this one must continue.", valueName: "digest"))
    var expect: String?

    @Flag(help: "Verifies the log and prints no entries.")
    var quiet = false

    func run() throws {
        let expected = try expect.map { text throws(CommandFailure) in
            guard let digest = SHA256Digest(hex: text) else {
                throw CommandFailure(.usage, "--expect: expected 64 hexadecimal digits")
            }
            return digest
        }
        let chain: AuditChain
        do throws(RepositoryError) {
            chain = try AuditLog.read(root: server.root)
        } catch {
            if case .disk = error { throw CommandFailure(.noInput, error.description) }
            throw CommandFailure(.badData, error.description)
        }
        if !quiet { for entry in chain.entries { print(entry.summary.terminalSafe()) } }
        if let expected, !chain.continues(expected) {
            throw CommandFailure(.badData, "\(server.root)/\(AuditLog.fileName): it does not continue the expected log")
        }
        StandardError.write(line: "\(chain.entries.count) entries, all in their chain; \(chain.head)")
    }
}
