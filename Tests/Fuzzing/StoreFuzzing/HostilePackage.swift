import DocumentFuzzing
import SeededRandomness
import ZIPArchive

/// Generators of packages that are nearly gifts: an animation, usually with a manifest of hostile values.
enum HostilePackage {
    /// Returns a package of a small animation, sometimes with changed bytes.
    static func small(_ random: inout SeededGenerator) -> [UInt8] {
        var document = TrialGifts.document(random.next(below: 5))
        if random.next(below: 3) == 0 { HostileText.mutate(&document, &random) }
        return package(document, &random)
    }

    /// Returns a package of any animation: of a few parts whose costs multiply, or of a small one.
    static func large(_ random: inout SeededGenerator) -> [UInt8] {
        if random.next(below: 3) == 0 { return small(&random) }
        var maker = HostileDocumentGenerator(seed: random.next())
        var document = maker.next()
        if random.next(below: 6) == 0 { HostileText.mutate(&document, &random) }
        return package(document, &random)
    }

    private static func package(_ document: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        if random.next(below: 4) == 0 { return document }
        var archive = ArchiveWriter()
        do {
            if random.next(below: 5) == 0 {
                let manifest = #"{"version":"2","animations":[{"id":"a"}],"initial":{"animation":"a"}}"#
                try archive.add("manifest.json", Array(manifest.utf8))
                try archive.add(random.next(below: 4) == 0 ? "animations/a.json" : "a/a.json", document)
            } else {
                try archive.add("data.json", document)
            }
            if random.next(below: 4) > 0 { try archive.add("gift.yaml", manifest(&random)) }
            if random.next(below: 4) == 0 { try archive.add("images/p.png", TrialGifts.document(0)) }
            var bytes = try archive.bytes()
            if random.next(below: 5) == 0 { HostileText.mutate(&bytes, &random) }
            return bytes
        } catch {
            return document
        }
    }

    private static func manifest(_ random: inout SeededGenerator) -> [UInt8] {
        let members = ["name", "value", "tags", "sign", "settings", "enter", "banner", "slots", "properties"]
        let values =
            HostileText.values + [
                "[a, b]", "{emoji: x, ascii: y}", "&a [*a]", "{early: hold}", "fade",
                "{mode: replace, replaceAt: 1e-320}",
                "{s0: sender.color, s1: sender.name, s2: [1, 2]}", "&a [x, x]\n\u{2028}b: &b [*a, *a]", "!!binary x",
                "|\n  x",
                "{from: left, for: 1e99 s}", "? [a]\n: b",
            ]
        let lines = (0...random.next(below: 4)).map { _ in
            "\(HostileText.pick(members, &random)): \(HostileText.pick(values, &random))"
        }
        var bytes = Array(lines.joined(separator: "\n").utf8)
        if random.next(below: 6) == 0 { HostileText.mutate(&bytes, &random) }
        return bytes
    }
}
