import StoreServer
import Synchronization
import SystemIO

/// A disk in memory that can fail at a step and that can forget unsynchronised changes at a power loss.
final class SimulatedDisk: ExportDisk {
    /// A fault of the disk.
    enum Fault: Sendable {
        /// The machine stops before this step, counted from 0.
        case stop(beforeStep: Int)
        /// Only this step fails, as on a full disk; a write leaves half of its bytes.
        case failure(atStep: Int)
    }

    private struct State {
        /// The contents by file number.
        var contents: [Int: [UInt8]] = [:]
        /// The files by name, as programs see them now and as they are after a power loss.
        var names: [String: Int] = [:]
        var lastingNames: [String: Int] = [:]
        var folders: Set<String> = [""]
        var lastingFolders: Set<String> = [""]
        var lastFile = 0
        var steps = 0
        var fault: Fault?
        var isStopped = false
    }

    private let state: Mutex<State>

    init() { state = Mutex(State()) }

    private init(_ state: sending State) { self.state = Mutex(state) }

    /// The number of steps so far that change the disk.
    var steps: Int { state.withLock { $0.steps } }

    /// Sets the fault of the following steps, which are counted from 0 again.
    func fail(_ fault: Fault?) {
        state.withLock {
            $0.steps = 0
            $0.fault = fault
        }
    }

    /// Returns the disk that the next start finds after the process was killed, with all changes.
    func afterKill() -> SimulatedDisk {
        SimulatedDisk(
            state.withLock { old in
                var state = State()
                (state.contents, state.names, state.lastingNames) = (old.contents, old.names, old.lastingNames)
                (state.folders, state.lastingFolders, state.lastFile) = (old.folders, old.lastingFolders, old.lastFile)
                return state
            })
    }

    /// Returns the disk that the next start finds after a power loss, with a random part of the unsynchronised changes.
    func afterPowerLoss(by random: inout some RandomNumberGenerator) -> SimulatedDisk {
        let (names, lastingNames, folders, lastingFolders, contents, lastFile) = state.withLock {
            ($0.names, $0.lastingNames, $0.folders, $0.lastingFolders, $0.contents, $0.lastFile)
        }
        var state = State()
        state.contents = contents
        state.lastFile = lastFile
        let kept = folders.symmetricDifference(lastingFolders).sorted().filter { _ in Bool.random(using: &random) }
        state.folders = lastingFolders.union(kept)
        for name in Set(names.keys).union(lastingNames.keys).sorted() {
            let file = Bool.random(using: &random) ? names[name] : lastingNames[name]
            guard state.folders.contains(Self.folder(of: name)) else { continue }
            state.names[name] = file
        }
        state.lastingNames = state.names
        state.lastingFolders = state.folders
        return SimulatedDisk(state)
    }

    private static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    private func step<Result>(
        _ path: String, _ body: (inout State) throws(DiskError) -> Result,
        failed: (inout State) -> Void = { _ in }
    ) throws(DiskError) -> Result {
        try state.withLock { state throws(DiskError) in
            if state.isStopped { throw DiskError(path: path, reason: "the machine is off") }
            let number = state.steps
            state.steps += 1
            switch state.fault {
            case .stop(number):
                state.isStopped = true
                failed(&state)
                throw DiskError(path: path, reason: "the machine stops")
            case .failure(number):
                failed(&state)
                throw DiskError(path: path, reason: "no space left on device")
            default: return try body(&state)
            }
        }
    }

    func contents(of path: String) throws(DiskError) -> [UInt8]? {
        state.withLock { state in state.names[path].flatMap { state.contents[$0] } }
    }

    func size(of path: String) throws(DiskError) -> Int? { try contents(of: path)?.count }

    func names(in folder: String) throws(DiskError) -> [String] {
        state.withLock { state in
            (Array(state.names.keys) + state.folders).filter { $0 != folder && Self.folder(of: $0) == folder }
                .map { String($0.dropFirst(folder.count + 1)) }
        }
    }

    func makeFolder(_ path: String) throws(DiskError) {
        try step(path) { state in
            var folder = path
            while !folder.isEmpty {
                state.folders.insert(folder)
                folder = Self.folder(of: folder)
            }
        }
    }

    func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        func put(_ bytes: [UInt8], _ state: inout State) {
            state.lastFile += 1
            state.contents[state.lastFile] = bytes
            state.names[path] = state.lastFile
        }
        try step(path) { state throws(DiskError) in
            guard state.folders.contains(Self.folder(of: path)) else {
                throw DiskError(path: path, reason: "no such file or directory")
            }
            put(bytes, &state)
        } failed: { state in
            put(Array(bytes[..<(bytes.count / 2)]), &state)
        }
    }

    func rename(_ path: String, to target: String) throws(DiskError) {
        try step(path) { state throws(DiskError) in
            guard let file = state.names.removeValue(forKey: path) else {
                throw DiskError(path: path, reason: "no such file or directory")
            }
            state.names[target] = file
        }
    }

    func syncFolder(_ path: String) throws(DiskError) {
        try step(path) { state in
            let folder = path.hasSuffix("/..") ? Self.folder(of: String(path.dropLast(3))) : path
            for name in Set(state.names.keys).union(state.lastingNames.keys) where Self.folder(of: name) == folder {
                state.lastingNames[name] = state.names[name]
            }
            for name in state.folders where Self.folder(of: name) == folder { state.lastingFolders.insert(name) }
        }
    }

    func remove(_ path: String) throws(DiskError) {
        try step(path) { state in state.names[path] = nil }
    }

    func removeEmptyFolder(_ path: String) {
        guard (try? names(in: path))?.isEmpty == true else { return }
        try? step(path) { state in _ = state.folders.remove(path) }
    }
}
