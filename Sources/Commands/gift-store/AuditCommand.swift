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
            Each line of audit.ndjson has the digest of the line before. The last line on standard error has the digest of \
            the whole log, which --quiet prints: note it elsewhere, and give it with --expect later, to notice that lines \
            were removed at the end. The server may be running. Name the folder of the store with --root (default: gift-store).
            """)

    /// The command of the server, which has the option for the folder of the store.
    @ParentCommand var server: GiftStoreCommand

    @Option(help: ArgumentHelp("The digest of an earlier log, which this one must continue.", valueName: "digest"))
    var expect: String?

    @Flag(help: "Verifies the log and prints its digest instead of the entries.")
    var quiet = false

    func run() throws {
        let expected = try expect.map { text throws(CommandFailure) in
            guard let digest = SHA256Digest(hex: text) else {
                throw CommandFailure(.usage, "--expect: expected 64 hexadecimal digits")
            }
            return digest
        }
        let chain = try read(continuing: expected)
        if !quiet {
            // Only a log without a fault is printed, without the entries that were added since.
            _ = try read { if $0.number <= chain.count { print($0.summary.terminalSafe()) } }
        }
        guard expected == nil || chain.continues else {
            throw CommandFailure(.badData, "\(server.root)/\(AuditLog.fileName): it does not continue the expected log")
        }
        StandardError.write(line: "\(chain.count) entries, all in their chain; \(chain.head)")
        if quiet { print(chain.head) }
    }

    private func read(
        continuing expected: SHA256Digest? = nil, onEntry: (AuditEntry) -> Void = { _ in }
    ) throws(CommandFailure) -> AuditChain {
        do throws(RepositoryError) {
            return try AuditLog.read(root: server.root, continuing: expected, onEntry: onEntry)
        } catch {
            if case .disk = error { throw CommandFailure(.noInput, error.description) }
            throw CommandFailure(.badData, error.description)
        }
    }
}
