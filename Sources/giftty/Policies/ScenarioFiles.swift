#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds the scenarios in folders.
enum ScenarioFiles {
    /// Folders that lie deeper in each other than this are a link that leads back to itself.
    private static let greatestDepth = 32

    /// What `arguments` name, with each folder replaced by the scenarios in it and its folders, by name.
    /// - Throws: 66 for a folder that cannot be read or has no scenarios.
    static func named(_ arguments: [String]) throws(CommandFailure) -> [String] {
        var result: [String] = []
        for argument in arguments {
            guard InputFile.isFolder(at: argument) else {
                result.append(argument)
                continue
            }
            let found = try scenarios(in: argument, depth: 0)
            guard !found.isEmpty else {
                throw CommandFailure(.noInput, "\(argument): expected scenarios (*.yaml), found none")
            }
            result += found
        }
        return result
    }

    private static func scenarios(in folder: String, depth: Int) throws(CommandFailure) -> [String] {
        guard depth < greatestDepth else { return [] }
        var result: [String] = []
        for name in try names(in: folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if InputFile.isFolder(at: path) {
                result += try scenarios(in: path, depth: depth + 1)
            } else if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                result.append(path)
            }
        }
        return result
    }

    private static func names(in folder: String) throws(CommandFailure) -> [String] {
        guard let directory = opendir(folder) else {
            throw CommandFailure(.noInput, "\(folder): cannot be read: \(reasonOfLastError())")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            names.append(name)
        }
        return names
    }
}
