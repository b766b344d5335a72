import Configuration
import DotLottie
import Lottie

/// What a manifest says of an animation's theme, slots and pictures.
///
/// All become part of the document, so that whoever plays it needs no more than that.
struct ManifestLooks {
    private let manifest: GiftManifest

    init(_ manifest: GiftManifest?) { self.manifest = manifest ?? GiftManifest() }

    /// The pictures that it gives to layers.
    var pictures: ManifestPictures { ManifestPictures(manifest) }

    /// The theme that is wished for, by its id.
    private var theme: (id: String, value: ManifestValue)? {
        guard let value = manifest.theme, case .text(let id) = value.content else { return nil }
        return (id, value)
    }

    private func fault(_ value: ManifestValue, _ problem: String) -> GiftPackageError {
        .manifest(
            ConfigurationError(
                .file(path: GiftPackage.manifestName, line: value.line, column: value.column), problem))
    }

    // MARK: - Themes

    /// Which of the themes of an archive its animation is to have.
    func choice(in archive: DotLottieFile) throws(GiftPackageError) -> DotLottieFile.ThemeChoice {
        guard let theme else { return .initial }
        if archive.themes.contains(where: { $0.id == theme.id }) { return .named(theme.id) }
        if theme.id == "none" { return .none }
        // An archive that was made of a package has its theme already.
        if let document = try? archive.document(), let slots = try? DocumentSlots(in: document.json),
            slots.theme == theme.id
        {
            return .initial
        }
        let known = archive.themes.map(\.id)
        guard !known.isEmpty else { throw fault(theme.value, "theme: expected none, as the archive has no themes") }
        let hint = Suggestion.phrase(for: theme.id, among: known)
        let names = hint.isEmpty ? "; there are " + known.joined(separator: ", ") : hint
        throw fault(theme.value, "theme: unknown theme \"\(theme.id)\"\(names)")
    }

    /// Refuses a theme where there are none, unless the document has it already.
    func checkTheme(of document: DocumentSlots) throws(GiftPackageError) {
        guard let theme, theme.id != "none", document.theme != theme.id else { return }
        throw fault(theme.value, "theme: expected a dotLottie archive, as only these have themes")
    }

    // MARK: - Slots

    /// The document with the theme's values for its slots, and over them those of the manifest.
    /// - Parameters:
    ///   - name: the document's file in errors.
    ///   - themed: what the theme gives to slots.
    ///   - hasPicture: whether the package has a picture at a path.
    func document(
        _ json: [UInt8], name: String, themed: [String: SlotValue], hasPicture: (String) -> Bool
    ) throws(GiftPackageError) -> [UInt8] {
        var values = themed.compactMapValues(\.json)
        do throws(LottieError) {
            let slots = try DocumentSlots(in: json)
            if !manifest.slots.isEmpty {
                let known = try Composition(json: json).slots
                for slot in manifest.slots {
                    guard let value = value(of: slot, known, hasPicture) else { continue }
                    values[slot.path] = value
                }
            }
            let result = slots.document(with: values)
            guard let theme, theme.id != "none" else { return result }
            return try DocumentSlots(in: result).document(marked: theme.id)
        } catch {
            throw .document(file: name, error)
        }
    }

    /// Refuses a slot that the animation doesn't have, and a value that its slot can't take.
    func checkSlots(
        of json: [UInt8], name: String, hasPicture: (String) -> Bool
    ) throws(GiftPackageError) {
        guard !manifest.slots.isEmpty else { return }
        let known: [Slot]
        do throws(LottieError) {
            known = try Composition(json: json).slots
        } catch {
            throw .document(file: name, error)
        }
        for slot in manifest.slots {
            guard known.contains(where: { $0.id == slot.path }) else {
                if known.isEmpty { throw fault(slot.value, "slots: expected none, as the animation has no slots") }
                let hint = Suggestion.phrase(for: slot.path, among: known.map(\.id))
                let names = hint.isEmpty ? "; there are " + known.map(\.id).joined(separator: ", ") : hint
                throw fault(slot.value, "slots: unknown slot \"\(slot.path)\"\(names)")
            }
            if value(of: slot, known, hasPicture) == nil {
                throw fault(slot.value, "slots: \(slot.path): \(expectation(of: slot, known))")
            }
        }
    }

    /// A slot's value in the format's own JSON; nil where it can't be one.
    private func value(
        of slot: GiftManifest.Property, _ known: [Slot], _ hasPicture: (String) -> Bool
    ) -> [UInt8]? {
        guard case .text(let text) = slot.value.content, let found = known.first(where: { $0.id == slot.path }) else {
            return nil
        }
        if found.kind == .image, !text.hasPrefix("{") {
            guard hasPicture(text) else { return nil }
            var json = Array("{\"u\":\"\",\"e\":0,\"p\":".utf8)
            JSONText.quote(text, into: &json)
            return json + Array("}".utf8)
        }
        guard let json = (try? SlotValue(written: text, for: found.kind))?.json, Self.isJSON(json) else { return nil }
        return json
    }

    private func expectation(of slot: GiftManifest.Property, _ known: [Slot]) -> String {
        guard case .text(let text) = slot.value.content else { return "expected one value, JSON in quotes" }
        let kind = known.first { $0.id == slot.path }?.kind
        if text.hasPrefix("{") { return "expected JSON, found \"\(text)\"" }
        if kind == .image { return "expected the path of a picture in the package, found \"\(text)\"" }
        do throws(SlotMismatch) {
            _ = try SlotValue(written: text, for: kind)
            return "expected another value, found \"\(text)\""
        } catch {
            return "expected \(error.expected), found \"\(text)\""
        }
    }

    private static func isJSON(_ text: [UInt8]) -> Bool {
        let isRead: Bool? = try? JSONReader.read(text) { reader throws(JSONError) in
            try reader.skip()
            return true
        }
        return isRead == true
    }
}
