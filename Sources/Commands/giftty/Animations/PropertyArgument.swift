import ImageCoding
import LottieDocument
import LottieRenderer
import PlayerSettings
import VectorGraphics

extension AnimationOptions {
    /// Returns the property values that the options set for `composition`.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a path without a property or a value of the wrong type, and
    ///   65 or 66 for a picture that cannot be read.
    func dynamicProperties(of composition: Composition) throws(CommandFailure) -> DynamicProperties {
        var properties = DynamicProperties()
        guard !self.properties.isEmpty else { return properties }
        // The renderer only lists the properties and draws nothing.
        let known = AnimationRenderer(composition, width: 1, height: 1).properties(at: composition.inPoint)
        for argument in self.properties {
            let (path, text) = try Self.assignment(argument)
            let kinds = Set(known.filter { $0.matches(path) }.map(\.kind))
            if kinds.isEmpty {
                throw CommandFailure(.usage, "--property \(argument): \(Self.mismatchDescription(path, among: known))")
            }
            var isUnderstood = false
            for kind in PropertyKind.allCases where kinds.contains(kind) {
                guard let value = try Self.value(text, of: kind) else { continue }
                properties.append(path, value)
                isUnderstood = true
            }
            guard isUnderstood else {
                let expected = PropertyKind.allCases.filter(kinds.contains).map(\.expectation).alternatives
                throw CommandFailure(.usage, "--property \(argument): expected \(expected)")
            }
        }
        return properties
    }

    private static func assignment(_ argument: String) throws(CommandFailure) -> (path: PropertyPath, value: String) {
        do throws(PropertyPathError) {
            let (path, value) = try PropertyPath.parse(assignment: argument)
            if let value { return (path, value) }
        } catch {
            throw CommandFailure(.usage, "--property \(argument): \(error)")
        }
        throw CommandFailure(.usage, "--property \(argument): expected PATH=VALUE")
    }

    private static func value(_ text: String, of kind: PropertyKind) throws(CommandFailure) -> PropertyValue? {
        guard kind == .image else { return PropertyValue(text: text, for: kind) }
        let bytes = try InputFile.bytes(at: text)
        do throws(PictureError) {
            return .image(try Pixmap(decoding: bytes))
        } catch {
            throw CommandFailure(.badData, "\(text): \(error)")
        }
    }

    /// Returns the error message for a path without a property, with a suggestion.
    private static func mismatchDescription(_ path: PropertyPath, among known: [AnimationProperty]) -> String {
        guard !known.isEmpty else { return "the animation has no properties" }
        let (segment, names, waysOn) = path.closestMatches(among: known)
        guard case .name(let wanted) = path.segments[segment] else {
            return "expected a path that leads to a property, found \(path)"
        }
        if let nearest = Suggestion.nearest(to: wanted, among: names) {
            return "no property of that path, did you mean \(path.replacing(segment, with: nearest))?"
        }
        let found =
            names.isEmpty
            ? waysOn.map { "\(PropertyPath.quotedIfNeeded($0)).…" } : names.map(PropertyPath.quotedIfNeeded)
        let listed = found.prefix(maxListedNames).joined(separator: ", ") + (found.count > maxListedNames ? ", …" : "")
        return "no property of that path; in place of \(PropertyPath.quotedIfNeeded(wanted)) there are \(listed)"
    }

    /// The maximum number of names in an error message without a suggestion. `inspect --paths` lists all of them.
    private static let maxListedNames = 8
}
