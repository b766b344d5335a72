import DotLottie
import JSON
import LottieDocument
import PlayerSettings

/// The theme, slot values and pictures that a manifest assigns to an animation.
///
/// All of them become part of the document, so that a player needs only the document.
struct ManifestAppearance {
    private let manifest: GiftManifest

    init(_ manifest: GiftManifest?) { self.manifest = manifest ?? GiftManifest() }

    /// The pictures that the manifest assigns to layers.
    var pictures: ManifestPictures { ManifestPictures(manifest) }

    /// The requested theme by its id.
    private var theme: (id: String, value: ManifestValue)? {
        guard let value = manifest.theme, case .text(let id) = value.content else { return nil }
        return (id, value)
    }

    private func error(at value: ManifestValue, _ problem: String) -> GiftPackageError {
        .manifest(
            ConfigurationError(
                .file(path: GiftPackage.manifestName, line: value.line, column: value.column), problem))
    }

    // MARK: - Themes

    /// Returns the theme to apply to the animation of an archive.
    ///
    /// - Throws: `GiftPackageError` if the manifest names an unknown theme.
    func themeChoice(in archive: DotLottieFile) throws(GiftPackageError) -> DotLottieFile.ThemeChoice {
        guard let theme else { return .initial }
        if archive.themes.contains(where: { $0.id == theme.id }) { return .named(theme.id) }
        if theme.id == "none" { return .none }
        // An archive that was exported from a package already has the values of its theme.
        if let document = try? archive.document(), let slots = try? DocumentSlots(in: document.json),
            slots.theme == theme.id
        {
            return .initial
        }
        let known = archive.themes.map(\.id)
        guard !known.isEmpty else { throw error(at: theme.value, "theme: expected none, as the archive has no themes") }
        throw error(at: theme.value, "theme: \(Suggestion.unknown("theme", theme.id, among: known))")
    }

    /// Checks that a document without themes needs none, except one whose values it already has.
    func checkTheme(of json: [UInt8]) throws(GiftPackageError) {
        guard let theme, theme.id != "none" else { return }
        // An invalid document is reported later, when it is read.
        guard let document = try? DocumentSlots(in: json), document.theme != theme.id else { return }
        throw error(at: theme.value, "theme: expected a dotLottie archive, as only these have themes")
    }

    // MARK: - Slots

    /// Returns the document with the theme's slot values, overridden by those of the manifest.
    ///
    /// - Parameters:
    ///   - json: The document.
    ///   - name: The document's file in errors.
    ///   - themed: The slot values of the theme.
    ///   - hasPicture: Returns whether the package has a picture at a path.
    func document(
        _ json: [UInt8], name: String, themed: [String: SlotValue], hasPicture: (String) -> Bool
    ) throws(GiftPackageError) -> [UInt8] {
        // Most packages change nothing, and their documents stay byte-identical.
        guard !themed.isEmpty || !manifest.slots.isEmpty || theme != nil else { return json }
        var values = themed.compactMapValues(\.json)
        do throws(LottieError) {
            let slots = try DocumentSlots(in: json)
            if !manifest.slots.isEmpty {
                let known = Self.slotsByID(try Composition(json: json).slots)
                for slot in manifest.slots {
                    guard let value = value(of: slot, known, hasPicture) else { continue }
                    values[slot.path] = value
                }
            }
            let result = try slots.document(with: values)
            guard let theme, theme.id != "none" else { return result }
            return try DocumentSlots(in: result).document(markedWithTheme: theme.id)
        } catch {
            throw .document(file: name, error)
        }
    }

    /// Checks that every slot of the manifest exists and its value is valid.
    func checkSlots(
        of json: [UInt8], name: String, hasPicture: (String) -> Bool
    ) throws(GiftPackageError) {
        guard !manifest.slots.isEmpty else { return }
        let slots: [Slot]
        do throws(LottieError) {
            slots = try Composition(json: json).slots
        } catch {
            throw .document(file: name, error)
        }
        let known = Self.slotsByID(slots)
        for slot in manifest.slots {
            guard known[slot.path] != nil else {
                if known.isEmpty {
                    throw self.error(at: slot.value, "slots: expected none, as the animation has no slots")
                }
                throw self.error(
                    at: slot.value, "slots: \(Suggestion.unknown("slot", slot.path, among: slots.map(\.id)))")
            }
            if value(of: slot, known, hasPicture) == nil {
                throw self.error(at: slot.value, "slots: \(slot.path): \(expectation(of: slot, known))")
            }
        }
    }

    /// Returns the slots by id, so that each lookup is fast; of slots with the same id, the first counts.
    private static func slotsByID(_ slots: [Slot]) -> [String: Slot] {
        Dictionary(slots.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a slot's value in the format's JSON; `nil` if it is invalid.
    private func value(
        of slot: GiftManifest.Property, _ known: [String: Slot], _ hasPicture: (String) -> Bool
    ) -> [UInt8]? {
        guard case .text(let text) = slot.value.content, let found = known[slot.path] else { return nil }
        if found.kind == .image, !text.hasPrefix("{") {
            guard hasPicture(text) else { return nil }
            var json = Array("{\"u\":\"\",\"e\":0,\"p\":".utf8)
            json.append(jsonString: text)
            return json + Array("}".utf8)
        }
        guard let json = (try? SlotValue(text: text, for: found.kind))?.json, Self.isJSON(json) else { return nil }
        return json
    }

    private func expectation(of slot: GiftManifest.Property, _ known: [String: Slot]) -> String {
        guard case .text(let text) = slot.value.content else { return "expected one value, JSON in quotes" }
        let kind = known[slot.path]?.kind
        if text.hasPrefix("{") { return "expected JSON, found \"\(text)\"" }
        if kind == .image { return "expected the path of a picture in the package, found \"\(text)\"" }
        do throws(SlotMismatch) {
            _ = try SlotValue(text: text, for: kind)
            return "expected another value, found \"\(text)\""
        } catch {
            return "expected \(error.expected), found \"\(text)\""
        }
    }

    private static func isJSON(_ text: [UInt8]) -> Bool {
        let isRead: Bool? = try? JSONReader.read(text) { reader throws(JSONError) in
            try reader.skipValue()
            return true
        }
        return isRead == true
    }
}
