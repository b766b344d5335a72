import ArgumentParser
import Playback
import PlayerSettings
import PolicyProperties
import Scenarios

/// The promises that a command holds sessions to.
struct PropertyOptions: ParsableArguments {
    @Option(
        name: .customLong("property"), parsing: .singleValue,
        help: ArgumentHelp(
            "A promise over time, such as 'always (arrived implies within 10s (started or ended))'; may be repeated.",
            valueName: "property"))
    var texts: [String] = []

    @Option(
        name: .customLong("properties"), parsing: .singleValue,
        help: ArgumentHelp("A YAML file of promises, each as name: text; may be repeated.", valueName: "file.yaml"),
        completion: .yamlFiles)
    var files: [String] = []

    /// Whether there is no promise.
    var isEmpty: Bool { texts.isEmpty && files.isEmpty }

    /// Returns the properties of the options, then those of the files.
    ///
    /// - Parameter kinds: The names with which `kind` can be compared; `nil` if any name is possible.
    /// - Throws: `CommandFailure` with exit status 64 if an option is invalid, 66 if there is no such file, and 65 if it is
    ///   invalid.
    func read(kinds: [String]? = nil) throws(CommandFailure) -> [Property] {
        try Self.read(texts.map { ("--property", $0) }, files: files, kinds: kinds)
    }

    /// Returns the properties of texts, each with its option, then those of files.
    static func read(
        _ texts: [(option: String, text: String)], files: [String], kinds: [String]?
    ) throws(CommandFailure) -> [Property] {
        var properties: [Property] = []
        for (option, text) in texts {
            properties.append(try property(text, name: "", kinds, of: "\(option) '\(text)'"))
        }
        for path in files {
            guard let text = String(validating: try InputFile.bytes(at: path), as: UTF8.self) else {
                throw CommandFailure(.badData, "\(path): expected UTF-8 text")
            }
            let found: [Property]
            do throws(ConfigurationError) {
                found = try Property.file(text, path: path)
            } catch {
                throw CommandFailure(.badData, error.description)
            }
            guard kinds != nil else {
                properties += found
                continue
            }
            for property in found {
                properties.append(
                    try Self.property(property.text, name: property.name, kinds, of: "\(path): \(property.name)"))
            }
        }
        return properties
    }

    private static func property(
        _ text: String, name: String, _ kinds: [String]?, of origin: String
    ) throws(CommandFailure) -> Property {
        do throws(PropertySyntaxError) {
            return try Property(text, name: name, kinds: kinds)
        } catch {
            throw CommandFailure(.usage, "\(origin): \(error)")
        }
    }
}
