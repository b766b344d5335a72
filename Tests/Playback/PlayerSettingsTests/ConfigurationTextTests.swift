import Playback
import PlayerSettings
import Testing

/// Tests that an edit of a configuration file changes one value and nothing else.
@Suite struct ConfigurationTextTests {
    private static let keys =
        SettingKey.playback + [SettingKey("title", .text, defaultValue: .text(""), summary: "the room's name")]

    private func edited(_ text: String, _ assignment: String) throws -> String {
        var file = ConfigurationText(text, path: "config.yaml", keys: Self.keys)
        try file.set(Assignment.option(assignment, keys: Self.keys))
        return file.text
    }

    @Test(arguments: [
        ("", "mode=replace", "mode: replace\n"),
        ("# mine\n", "mode=replace", "# mine\nmode: replace\n"),
        ("gap: 1s", "mode=replace", "gap: 1s\nmode: replace\n"),
        ("gap: 1s\nmode: queue\n# end\n", "mode=replace", "gap: 1s\nmode: replace\n# end\n"),
        ("mode:   queue   # why\n", "mode=replace", "mode:   replace   # why\n"),
        ("mode: \"queue\" # why\n", "mode=replace", "mode: replace # why\n"),
        ("'mode': 'queue'\ngap: 2s\n", "mode=replace", "'mode': replace\ngap: 2s\n"),
        ("maxWaiting:\nmode: queue\n", "maxWaiting=3", "maxWaiting: 3\nmode: queue\n"),
        ("maxWaiting: # later\n", "maxWaiting=3", "maxWaiting: 3 # later\n"),
        ("maxWaiting: 3\n", "maxWaiting=none", "maxWaiting: none\n"),
        ("{mode: queue, gap: 1s} # flow\n", "mode=replace", "{mode: replace, gap: 1s} # flow\n"),
        ("{gap: 1s, mode: queue}\n", "mode=replace", "{gap: 1s, mode: replace}\n"),
        ("mode: queue\r\ngap: 1s\r\n", "mode=replace", "mode: replace\r\ngap: 1s\r\n"),
        ("\u{FEFF}mode: queue\n", "mode=replace", "mode: replace\n"),
        ("gap: 0.250s\n", "gap=0.25", "gap: 0.25s\n"),
        ("# 木村\ntitle: é # ü\nmode: queue\n", "mode=replace", "# 木村\ntitle: é # ü\nmode: replace\n"),
        ("title: a b\n", #"title=say "hi", # all"#, "title: \"say \\\"hi\\\", # all\"\n"),
        ("title: \"a \\\" b\" # c\n", "title=d", "title: \"d\" # c\n"),
        ("mode:\n  queue\n", "mode=replace", "mode:\n  replace\n"),
    ])
    func onlyValueChanges(text: String, assignment: String, expected: String) throws {
        #expect(try edited(text, assignment) == expected)
    }

    @Test(arguments: [
        ("{gap: 1s}\n", "mode=replace"), ("title: a\n  b\n", "title=c"), ("title: |\n  a\n  b\n", "title=c"),
        ("gap: 1s\n...\n", "mode=replace"), ("gap: &a 1s\nwaitAtMost: *a\n", "gap=2s"),
    ])
    func unsafeEditLeavesTextUnchanged(text: String, assignment: String) throws {
        var file = ConfigurationText(text, path: "config.yaml", keys: Self.keys)
        let error = #expect(throws: ConfigurationError.self) {
            try file.set(Assignment.option(assignment, keys: Self.keys))
        }
        #expect(error?.description.hasSuffix("cannot be changed in this form; edit the file by hand") == true)
        #expect(file.text == text)
    }

    @Test(arguments: [
        ("mode: queue\n", "mode", ""),
        ("# ours\nmode: queue # for now\n# the gap\ngap: 1s\n", "mode", "# ours\n# the gap\ngap: 1s\n"),
        ("gap: 1s\nmode: queue", "mode", "gap: 1s"),
        ("'mode': \"queue\"\r\ngap: 1s\r\n", "mode", "gap: 1s\r\n"),
        ("maxWaiting:\ngap: 1s\n", "maxWaiting", "gap: 1s\n"),
        ("mode:\n  queue\n  # why\ngap: 1s\n", "mode", "  # why\ngap: 1s\n"),
        ("title: |\n  a\n  b\ngap: 1s\n", "title", "gap: 1s\n"),
        ("  title: a\n    b\n  gap: 1s\n", "title", "  gap: 1s\n"),
        ("{mode: queue, gap: 1s} # flow\n", "mode", "{gap: 1s} # flow\n"),
        ("{gap: 1s, mode: queue}\n", "mode", "{gap: 1s}\n"),
        ("{gap: 1s , mode: queue , early: hold}\n", "mode", "{gap: 1s , early: hold}\n"),
        ("{mode: queue}\n", "mode", "{}\n"),
        ("{\n  gap: 1s,\n  mode: queue\n}\n", "mode", "{\n  gap: 1s,\n}\n"),
        ("gap: 1s\n", "mode", "gap: 1s\n"),
        ("", "mode", ""),
    ])
    func onlySettingIsRemoved(text: String, name: String, expected: String) throws {
        var file = ConfigurationText(text, path: "config.yaml", keys: Self.keys)
        try file.remove(#require(Self.keys.first { $0.name == name }))
        #expect(file.text == expected)
    }

    @Test(arguments: [
        ("title: |\n  a\n\n  b\n", "title"), ("gap: &a 1s\nwaitAtMost: *a\n", "gap"), ("{mode:\n queue}\n", "mode"),
    ])
    func unsafeRemovalLeavesTextUnchanged(text: String, name: String) throws {
        var file = ConfigurationText(text, path: "config.yaml", keys: Self.keys)
        let key = try #require(Self.keys.first { $0.name == name })
        let error = #expect(throws: ConfigurationError.self) { try file.remove(key) }
        #expect(error?.description.hasSuffix("cannot be changed in this form; edit the file by hand") == true)
        #expect(file.text == text)
    }

    @Test func specialCharactersAreEscapedAndReadBack() throws {
        let strange: [ClosedRange<UInt32>] = [
            0...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFEFF...0xFEFF, 0xFFFD...0xFFFF, 0x1F381...0x1F381, 0xE0041...0xE0041,
        ]
        for scalar in strange.joined().compactMap(Unicode.Scalar.init) {
            let title = "a\(scalar)b"
            let text = try edited("title: x\n", "title=\(title)")
            let name = "U+\(String(scalar.value, radix: 16))"
            #expect(
                try Assignment.file(text, path: "config.yaml", keys: Self.keys).first?.value == .text(title), "\(name)")
            let isRaw = text.unicodeScalars.contains { $0 == scalar }
            #expect(isRaw == ["\n", "\"", "\\", "\u{A0}", "\u{FFFD}", "\u{1F381}"].contains(scalar), "\(name)")
        }
    }

    @Test func invalidFileIsNotChanged() {
        let error = #expect(throws: ConfigurationError.self) { try edited("mode: x\n", "gap=1") }
        #expect(error?.description == #"config.yaml:1:7: mode: expected queue or replace, found "x""#)
    }
}
