import Budgets
public import DotLottie
import LottieDocument
import PlayerSettings
import StateMachines
import ZIPArchive

extension PackageSource {
    /// A machine with the contents of its file.
    typealias Machine = (machine: GiftMachine?, file: [UInt8]?)

    /// Reads the state machine that the manifest names: by default the initial one of a dotLottie archive, or the only
    /// one of another archive.
    ///
    /// - Throws: `GiftPackageError` if there is no such machine, or it is invalid or does not fit the gift.
    func machine(within budget: inout Budget) throws(GiftPackageError) -> Machine {
        let options = manifest?.stateMachine
        if options?.isNone == true { return (nil, nil) }
        guard let archive else {
            if let options { throw error(options, "expected an archive with a state machine") }
            return (nil, nil)
        }
        return kind == .dotLottie
            ? try dotLottieMachine(in: archive, options, within: &budget)
            : try ownMachine(in: archive, options, within: &budget)
    }

    private func dotLottieMachine(
        in archive: Archive, _ options: GiftMachineOptions?, within budget: inout Budget
    ) throws(GiftPackageError) -> Machine {
        let file = try Self.dotLottie { () throws(DotLottieError) in try DotLottieFile(archive) }
        if options?.id == nil, let error = file.initialStateMachineError { throw .dotLottie(error) }
        let initial = file.version == 2 ? file.initialStateMachine?.id : nil
        guard let id = options?.id ?? initial else {
            if let options { throw error(options, "expected the \"id\" of a state machine, as none is initial") }
            return (nil, nil)
        }
        guard file.stateMachines.contains(where: { $0.id == id }) else {
            throw error(options, Suggestion.unknown("machine", id, among: file.stateMachines.map(\.id)))
        }
        let (name, json) = try Self.dotLottie { () throws(DotLottieError) in try file.stateMachineFile(id) }
        return try machine(id, json, name, options, animation: file.initialAnimation.id, within: &budget)
    }

    private func ownMachine(
        in archive: Archive, _ options: GiftMachineOptions?, within budget: inout Budget
    ) throws(GiftPackageError) -> Machine {
        guard let id = try GiftMachine.id(options, among: archive.entries.map(\.name)) else { return (nil, nil) }
        let path = GiftMachine.path(of: id)
        guard let entry = archive[path] else { return (nil, nil) }
        return try machine(id, try contents(of: entry), path, options, animation: nil, within: &budget)
    }

    private func machine(
        _ id: String, _ json: [UInt8], _ name: String, _ options: GiftMachineOptions?, animation: String?,
        within budget: inout Budget
    ) throws(GiftPackageError) -> Machine {
        do throws(BudgetExceeded) {
            try budget.spend(json.count, of: .bytes, at: name)
            try budget.spend(json.count, of: .steps, at: name)
        } catch {
            throw .tooCostly(error)
        }
        return (try GiftMachine(id, json: json, name: name, options, animation: animation), json)
    }

    private func error(_ options: GiftMachineOptions?, _ problem: String) -> GiftPackageError {
        GiftMachine.error(options, problem)
    }
}

extension GiftMachine {
    /// Reads the initial state machine of an archive, driven by clicks and time only; returns `nil` if it has none.
    ///
    /// - Throws: `GiftPackageError` if the machine does not exist, is invalid, or shows several animations.
    public init?(initialOf archive: DotLottieFile) throws(GiftPackageError) {
        if let error = archive.initialStateMachineError { throw .dotLottie(error) }
        guard archive.version == 2, let id = archive.initialStateMachine?.id else { return nil }
        let (name, json) = try PackageSource.dotLottie { () throws(DotLottieError) in
            try archive.stateMachineFile(id)
        }
        try self.init(id, json: json, name: name, nil, animation: archive.initialAnimation.id)
    }

    /// Reads the state machine of an installed gift; returns `nil` if it plays without one.
    ///
    /// - Parameters:
    ///   - files: The files of the gift by path, as ``GiftPackage/files`` has them.
    ///   - manifest: The manifest; `nil` without one.
    /// - Throws: `GiftPackageError` if the machine is invalid.
    public init?(files: [String: [UInt8]], _ manifest: GiftManifest?) throws(GiftPackageError) {
        let options = manifest?.stateMachine
        guard options?.isNone != true, let id = try Self.id(options, among: Array(files.keys)),
            let json = files[Self.path(of: id)]
        else { return nil }
        try self.init(id, json: json, name: Self.path(of: id), options, animation: nil)
    }

    /// Returns the id of the machine of a package: the one that the manifest names, or else the only one.
    ///
    /// - Parameters:
    ///   - options: The options of the manifest.
    ///   - paths: The paths of the package's files.
    fileprivate static func id(
        _ options: GiftMachineOptions?, among paths: [String]
    ) throws(GiftPackageError) -> String? {
        let ids = paths.compactMap { path -> String? in
            guard path.hasPrefix(GiftPackage.machineFolder), path.hasSuffix(".json") else { return nil }
            return String(path.dropFirst(GiftPackage.machineFolder.count).dropLast(".json".count))
        }
        guard let id = options?.id else {
            if ids.count < 2, options == nil || !ids.isEmpty { return ids.first }
            let found = ids.isEmpty ? "none" : "several"
            throw error(options, "expected the \"id\" of a machine in \(GiftPackage.machineFolder), found \(found)")
        }
        guard ids.contains(id) else {
            throw error(
                options,
                ids.isEmpty ? "expected the file \(path(of: id))" : Suggestion.unknown("machine", id, among: ids))
        }
        return id
    }

    /// Reads a machine.
    fileprivate init(
        _ id: String, json: [UInt8], name: String, _ options: GiftMachineOptions?, animation: String?
    ) throws(GiftPackageError) {
        let document: StateMachineDocument
        do throws(LottieError) {
            document = try StateMachineDocument(json: json)
        } catch {
            throw .document(file: name, error)
        }
        do throws(ConfigurationError) {
            try self.init(id, document, options, animation: animation, file: name)
        } catch {
            throw .manifest(error)
        }
    }

    fileprivate static func error(_ options: GiftMachineOptions?, _ problem: String) -> GiftPackageError {
        .manifest(
            ConfigurationError(
                options?.place ?? .wholeFile(path: GiftPackage.manifestName), "stateMachine: \(problem)"))
    }
}
