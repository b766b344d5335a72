public import PlayerSettings
public import PolicyProperties

extension Property {
    /// Reads the properties of a file: a mapping from their names to their texts.
    ///
    /// - Throws: `ConfigurationError` for the first error in the file.
    public static func file(_ text: String, path: String) throws(ConfigurationError) -> [Property] {
        guard let document = try YAMLValue.document(text, file: path), let members = document.members, !members.isEmpty
        else {
            throw ConfigurationError(
                .wholeFile(path: path), "expected properties such as nothing-early: never dropped(early)")
        }
        var properties: [Property] = []
        for (key, value) in members {
            let name = try key.nonEmptyText("name")
            properties.append(try Property(value, named: name, field: name))
        }
        return properties
    }

    /// Reads a property from a text of a file.
    init(_ value: YAMLValue, named name: String, field: String) throws(ConfigurationError) {
        let text = try value.nonEmptyText(field)
        do throws(PropertySyntaxError) {
            try self.init(text, name: name)
        } catch {
            throw value.error("\(field): \(error)")
        }
    }
}
