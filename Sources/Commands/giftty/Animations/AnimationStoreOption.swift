import AnimationLoading
import ArgumentParser
import CommandLineSupport
import GiftLibrary
import HTTPClient
import PlayerSettings

/// The option `--store` of commands that show animations by id.
struct AnimationStoreOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the gifts of these ids are: a store's URL or folder, or a web server's address such as "
                + "'https://host/{id}.json'; otherwise on this disk and built in.",
            valueName: "url"), completion: .directory)
    var store: String?

    /// A gift's animation from a store or a web server.
    enum Found {
        /// The package of a store's gift.
        case package([UInt8])
        /// An animation file.
        case file([UInt8], address: String)
    }

    /// Reads the animation of an id from the place that the option names; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an invalid place, 66 if it does not have the id, 69 if it
    ///   does not answer, and 65 for a file that is too large or not the announced one.
    func animation(_ id: String) throws(CommandFailure) -> Found? {
        guard let store else { return nil }
        if AnimationAddress.isAddress(store) {
            let url = try Self.address(store, origin: "--store").resolved(id)
            return .file(try WebFile.bytes(at: url), address: url)
        }
        let reader = try Self.reader(store)
        do throws(StoreGiftError) {
            return .package(try reader.package(of: id).bytes)
        } catch {
            switch error {
            case .store(let error): throw CommandFailure(error, signal: 0)
            case .badPackage(let line): throw CommandFailure(.badData, line)
            case .unknownGift(_, let known):
                throw CommandFailure(.noInput, "\(error)\(Suggestion.hint(for: id, among: known))")
            }
        }
    }

    /// Returns the reader of a store, which trusts the usual keys.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an invalid place.
    static func reader(_ store: String) throws(CommandFailure) -> StoreGiftReader {
        let keys = try LayeredSettings.usualKeys(environment: TerminalFacts.environment)
        var source: StoreSource
        do throws(StoreSourceError) {
            source = try StoreSource(store)
        } catch {
            throw CommandFailure(.usage, "--store: \(error)")
        }
        (source.publisherKeys, source.storeKeys) = (try keys.publisherKeys(), try keys.storeKeys())
        return StoreGiftReader(source, transfer: WaitingTransfer())
    }

    /// Returns the address of a web server's animations.
    ///
    /// - Parameter origin: The option or setting that names it, for the error message.
    static func address(_ text: String, origin: String) throws(CommandFailure) -> AnimationAddress {
        do throws(AnimationAddressError) {
            return try AnimationAddress(text)
        } catch {
            throw CommandFailure(.usage, "\(origin): \(error)")
        }
    }
}

extension AnimationAddress {
    /// Returns the URL of an animation.
    fileprivate func resolved(_ id: String) throws(CommandFailure) -> String {
        do throws(AnimationLoadingError) {
            return try url(of: id)
        } catch {
            throw CommandFailure(error)
        }
    }
}

/// Files on web servers that the command line names.
enum WebFile {
    /// Returns the contents of the file at an address.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is none, 69 if the server does not answer, and 65 if the
    ///   file is too large.
    static func bytes(at url: String) throws(CommandFailure) -> [UInt8] {
        do throws(AnimationLoadingError) {
            return try WebAddress.bytes(
                at: url, limits: AnimationLimits(fileBytes: InputFile.maxBytes), transfer: WaitingTransfer())
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    /// Creates a failure for an animation that cannot be loaded.
    init(_ error: AnimationLoadingError) {
        switch error {
        case .invalidID: self.init(.usage, error.description)
        case .notFound, .unreadable: self.init(.noInput, error.description)
        case .unavailable, .cancelled: self.init(.unavailable, error.description)
        case .tooLarge, .invalid, .unexpectedType: self.init(.badData, error.description)
        }
    }
}
