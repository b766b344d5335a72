import ArgumentParser
import BuiltInGifts
import CommandLineSupport
import GiftLibrary
import PlayerSettings

/// The option `--home` of commands that read the library.
struct StoreHomeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where gifts are kept, instead of the usual folder.", valueName: "dir"),
        completion: .directory)
    var home: String?

    /// Returns the path of the library; `nil` if neither the option nor the environment determines it.
    func path(environment: [String: String]) -> String? {
        home ?? LocalStore.defaultHome(environment: environment)
    }

    /// Opens the library, and creates it if there is none. Repairs are reported on standard error. What no publisher has
    /// signed whose key is set is removed.
    ///
    /// - Parameter allowsReadOnly: Whether a library that cannot be written is opened for reading.
    /// - Throws: `CommandFailure` if the library cannot be used.
    func open(allowsReadOnly: Bool = false) throws(CommandFailure) -> LocalStore {
        guard let path = path(environment: TerminalFacts.environment), !path.isEmpty else {
            throw Self.unknownHomeFailure
        }
        let keys = try LayeredSettings.usualKeys(environment: TerminalFacts.environment).publisherKeys()
        do throws(LocalStoreError) {
            let store = try LocalStore(
                home: path, publisherKeys: keys, builtInKinds: EmbeddedGifts.kindIDs, allowsReadOnly: allowsReadOnly)
            if let notice = store.notice { StandardError.write(line: "giftty: \(notice)") }
            return store
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The failure for an unknown path of the library.
    static var unknownHomeFailure: CommandFailure {
        CommandFailure(.usage, "no folder for gifts: expected --home, XDG_DATA_HOME or HOME to say where it is")
    }

    /// Opens the library if it exists; one that cannot be written is opened for reading.
    ///
    /// - Throws: `CommandFailure` if the library cannot be used or the folder of the option does not exist.
    func openIfExists() throws(CommandFailure) -> LocalStore? {
        guard let path = path(environment: TerminalFacts.environment), LocalStore.exists(at: path) else {
            // An explicitly named folder must exist.
            if let home, !InputFile.isFolder(at: home) {
                throw CommandFailure(.noInput, "\(home): no such folder")
            }
            return nil
        }
        return try open(allowsReadOnly: true)
    }
}

/// The option `--store` of commands that contact a store.
struct StoreSourceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store: its URL, or a folder with a catalogue.json; otherwise the setting \"store\".", valueName: "url"),
        completion: .directory)
    var store: String?

    @OptionGroup var file: ConfigurationFileOption

    /// Returns the store from the option, the environment or the configuration file, in this order; `nil` if none names
    /// one.
    func source(environment: [String: String]) throws(CommandFailure) -> StoreSource? {
        var settings = LayeredSettings()
        settings.replace(.file, with: try file.read(environment: environment))
        do throws(ConfigurationError) {
            settings.replace(
                .environment,
                with: try Assignment.environment(environment, keys: [.store, .publisherKeys, .storeKeys]))
            if let store { settings.replace(.option, with: [try Assignment.option("--store", .store, store)]) }
        } catch {
            throw CommandFailure(configuration: error)
        }
        return try settings.storeSource()
    }
}

extension LayeredSettings {
    /// Returns the store that the setting names; `nil` if it names none.
    func storeSource() throws(CommandFailure) -> StoreSource? {
        let assignment = assignment(of: .store)
        guard case .text(let text) = assignment.value else { return nil }
        let (publisherKeys, storeKeys) = (try publisherKeys(), try storeKeys())
        do throws(StoreSourceError) {
            var source = try StoreSource(text)
            source.publisherKeys = publisherKeys
            source.storeKeys = storeKeys
            return source
        } catch {
            throw assignment.failure(error)
        }
    }
}

extension CommandFailure {
    /// Creates a failure for a library that cannot be used.
    init(_ error: LocalStoreError) {
        switch error.kind {
        case .notWritable, .locked: self.init(.cannotWrite, error.description)
        case .damaged, .unusable: self.init(.badData, error.description)
        }
    }

    /// Creates a failure for a synchronisation that ended early. `signal` is the signal that stopped it.
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
