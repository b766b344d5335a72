import ArgumentParser
import Configuration
import LocalStore

/// `--home`, for commands that look at the gifts on disk.
struct StoreHomeOption: ParsableArguments {
    @Option(help: ArgumentHelp("Where gifts are kept, instead of the usual folder.", valueName: "dir"))
    var home: String?

    /// Where gifts are kept; nil where no variable says where that would be.
    func path(environment: [String: String]) -> String? {
        home ?? LocalStore.standardHome(environment: environment)
    }

    /// Opens the store, which is made where there is none; what had to be mended is said on standard error.
    func open() throws(CommandFailure) -> LocalStore {
        guard let path = path(environment: TerminalFacts.environment), !path.isEmpty else { throw Self.unknown }
        do throws(LocalStoreError) {
            let store = try LocalStore(home: path)
            if let notice = store.notice { writeToStandardError("giftty: \(notice)\n") }
            return store
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The failure that nothing says where gifts are kept.
    static var unknown: CommandFailure {
        CommandFailure(.usage, "no folder for gifts: expected --home, XDG_DATA_HOME or HOME to say where it is")
    }

    /// Opens the store if there is one.
    func openExisting() throws(CommandFailure) -> LocalStore? {
        guard let path = path(environment: TerminalFacts.environment), LocalStore.exists(at: path) else {
            // Somebody who names a folder means one that is there.
            if let home, !InputFile.isFolder(at: home) {
                throw CommandFailure(.noInput, "\(home): no such folder")
            }
            return nil
        }
        return try open()
    }
}

/// `--store`, for commands that ask a store.
struct StoreSourceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store: its URL, or a folder with a catalogue.json; otherwise the setting \"store\".", valueName: "url")
    )
    var store: String?

    @OptionGroup var file: ConfigurationFileOption

    /// The store that the option, the environment or the configuration names, in this order; nil where none does.
    func source(environment: [String: String]) throws(CommandFailure) -> StoreSource? {
        var settings = LayeredSettings()
        settings.replace(.file, with: try file.read(environment: environment))
        do throws(ConfigurationError) {
            settings.replace(.environment, with: try Assignment.environment(environment, keys: [.store]))
            if let store { settings.replace(.option, with: [try Assignment.option("--store", .store, store)]) }
        } catch {
            throw CommandFailure(configuration: error)
        }
        return try settings.storeSource()
    }
}

extension LayeredSettings {
    /// The store that the setting names; nil where there is none.
    func storeSource() throws(CommandFailure) -> StoreSource? {
        let assignment = assignment(of: .store)
        guard case .text(let text) = assignment.value else { return nil }
        do throws(StoreSourceError) {
            return try StoreSource(text)
        } catch {
            switch assignment.origin {
            case .option: throw CommandFailure(.usage, "\(assignment.origin): \(error)")
            case .file: throw CommandFailure(.badConfiguration, "\(assignment.origin): store: \(error)")
            default: throw CommandFailure(.badConfiguration, "\(assignment.origin): \(error)")
            }
        }
    }
}

extension CommandFailure {
    /// A store on disk that can't be used.
    init(_ error: LocalStoreError) {
        switch error.kind {
        case .notWritable, .locked: self.init(.cannotWrite, error.description)
        case .damaged, .unusable: self.init(.badData, error.description)
        }
    }

    /// A pass that came to nothing; `signal` is what stopped it.
    init(_ error: SyncError, signal: Int32) {
        switch error {
        case .unavailable(let line): self.init(.unavailable, line)
        case .missing(let line): self.init(.noInput, line)
        case .badCatalogue(let line): self.init(.badData, line)
        case .store(let error): self.init(error)
        case .stopped: self = .stopped(bySignal: signal)
        }
    }
}
