import ArgumentParser
import CommandLineSupport
import StoreServer
import SystemIO

/// The command `gift-store export`, which copies a store for object storage, content delivery networks and backups.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copies a store into a folder that any web server can serve to players, or that keeps a backup.",
        discussion: """
            The store may be running. Only what is new or changed is written, and the catalogue last, so that a reader \
            always finds all packages that the catalogue names. With --all the copy also has withdrawn gifts, and \
            "gift-store recover" makes a store of it. A copy that is newer than the store is left as it is. Name the \
            folder of the store with --root (default: gift-store). With --document-key FILE.pem the copy is signed.
            """)

    @Argument(help: ArgumentHelp("The folder of the copy.", valueName: "dir"), completion: .directory)
    var target: String

    /// The command of the server, which has the options for the folder of the store and for the key.
    @ParentCommand var server: GiftStoreCommand

    @Flag(help: "Copies withdrawn gifts, too, for a backup.")
    var all = false

    @Option(
        help: ArgumentHelp("Copies again whenever the store has changed, looking every N seconds.", valueName: "n"),
        transform: Number.parser(for: 0.1...86_400))
    var every: Double?

    func run() throws {
        let export = StoreExport(
            root: server.root, target: target, content: all ? .everything : .published,
            documentKey: try DocumentKeyFile.key(server.documentKey))
        try validate(export)
        if let warning = server.documentKey.flatMap({ SecretFile(of: .privateKey, at: $0).permissionWarning }) {
            StandardError.write(line: "gift-store: \(warning)")
        }
        let lock = try FolderLock.acquired(target)
        defer { withExtendedLifetime(lock) {} }
        StandardError.write(line: Self.line(try Self.run(export, trustsCopy: false), target))
        guard let every else { return }
        var failure = ""
        // A signal may end the program at any moment: each file of the copy is replaced at once.
        let pause = StopSignal()
        while true {
            pause.wait(timeout: .seconds(every))
            // A backup goes on after a fault that may pass, such as a full disk.
            do throws(ExportError) {
                let summary = try export.run(trustsCopy: true)
                if summary.writtenFiles + summary.removedFiles > 0 {
                    StandardError.write(line: Self.line(summary, target))
                }
                failure = ""
            } catch {
                if failure != error.description { StandardError.write(line: "gift-store: \(error)") }
                failure = error.description
            }
        }
    }

    /// Checks both folders before a lock is written into the copy.
    private func validate(_ export: StoreExport) throws(CommandFailure) {
        try withCommandFailures { () throws(ExportError) in
            try export.validate()
            // The copy itself need not exist yet.
            var folder = target
            while FileSystem.resolved(folder) == nil, let slash = folder.lastIndex(of: "/") {
                folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
            }
            let inner = FileSystem.resolved(folder) ?? FileSystem.resolved(".") ?? ""
            if let outer = FileSystem.resolved(server.root), inner == outer || inner.hasPrefix("\(outer)/") {
                throw .targetInStore(path: target)
            }
        }
    }

    private static func run(_ export: StoreExport, trustsCopy: Bool) throws(CommandFailure) -> StoreExport.Summary {
        try withCommandFailures { () throws(ExportError) in try export.run(trustsCopy: trustsCopy) }
    }

    private static func line(_ summary: StoreExport.Summary, _ target: String) -> String {
        let kept = summary.keptFiles == 0 ? "" : ", kept \(summary.keptFiles)"
        let removed = summary.removedFiles == 0 ? "" : ", removed \(summary.removedFiles)"
        return "\(target): catalogue \(summary.catalogueRevision), settings \(summary.settingsRevision): wrote "
            + "\(summary.writtenFiles) files, \(summary.writtenBytes) bytes\(kept)\(removed)"
    }
}

/// The command `gift-store recover`, which makes a store of a backup.
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Makes a store of a copy that may lack the last changes.",
        discussion: """
            Run it once on the copy before gift-store serves it. The revisions and the versions of gifts continue above \
            all that the lost store can have used: players ignore lower revisions, and caches keep packages for ever. \
            With --check nothing is changed.
            """)

    @Argument(
        help: ArgumentHelp("The folder of the store, a copy of \"gift-store export --all\".", valueName: "dir"),
        completion: .directory)
    var root: String

    @Flag(help: "Checks only that the copy is complete: its documents, and the packages of all listed gifts.")
    var check = false

    func run() throws {
        // Before the lock, so that nothing is left in a folder that is no store.
        let (found, notices) = try withCommandFailures { () throws(ExportError) in
            try StoreRecovery.check(root: root)
        }
        guard !check else {
            for notice in notices { StandardError.write(line: "gift-store: \(notice)") }
            if !notices.isEmpty { throw CommandFailure(.checkFailed, "\(root): not complete") }
            return StandardError.write(line: "\(root): complete, catalogue revision \(found)")
        }
        let lock = try FolderLock.acquired(root)
        defer { withExtendedLifetime(lock) {} }
        let revision = try withCommandFailures { () throws(ExportError) in try StoreRecovery.recover(root: root) }
        StandardError.write(line: "\(root): recovered; the catalogue continues with revision \(revision)")
    }
}

private func withCommandFailures<Result>(
    _ body: () throws(ExportError) -> Result
) throws(CommandFailure) -> Result {
    do throws(ExportError) {
        return try body()
    } catch {
        throw CommandFailure(error)
    }
}

extension FolderLock {
    /// Locks a folder against servers and other commands.
    fileprivate static func acquired(_ root: String) throws(CommandFailure) -> FolderLock {
        do throws(RepositoryError) {
            return try FolderLock(root: root)
        } catch {
            if case .inUse = error { throw CommandFailure(.unavailable, error.description) }
            throw CommandFailure(.cannotWrite, error.description)
        }
    }
}

extension CommandFailure {
    fileprivate init(_ error: ExportError) {
        switch error {
        case .targetInStore: self.init(.usage, error.description)
        case .noStore, .repository(.notAStore): self.init(.noInput, error.description)
        case .newerTarget: self.init(.unavailable, error.description)
        case .repository(.disk): self.init(.cannotWrite, error.description)
        default: self.init(.badData, error.description)
        }
    }
}
