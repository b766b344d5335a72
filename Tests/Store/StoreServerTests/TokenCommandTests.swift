import Foundation
import TestSupport
import Testing

@testable import StoreServer

@Suite("The commands gift-store token and gift-store audit", .timeLimit(.minutes(3)))
struct TokenCommandTests {
    private func run(_ arguments: String...) async throws -> ProgramResult {
        try await onThread { try ChildProgram.run([Programs.built("gift-store")] + arguments) }
    }

    @Test("a token is printed once, works at a running server, and is refused when it is revoked")
    func tokensOfRunningServer() async throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/tokens"
        let added = try await run("token", "add", "ci", "--role", "publish", "--days", "30", "--token-file", file)
        #expect((added.status, added.errors) == (0, ""))
        let secret = added.output.trimmingCharacters(in: .newlines)
        #expect(secret.wholeMatch(of: /giftstore_[0-9a-f]{48}/) != nil)
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(permissions == 0o600)

        let server = try await onThread {
            try BackgroundProgram([
                Programs.built("gift-store"), "--port", "0", "--root", "\(folder.path)/store", "--token-file", file,
                "--log-format", "json",
            ])
        }
        let client = HTTPClient(port: try await onThread { try server.number(after: "http://127.0.0.1:") })
        let headers = ["Authorization": "Bearer \(secret)", "Reason": "too loud"]
        let withdrawn = try await client.request("DELETE", "/gifts/heart", headers)
        #expect(withdrawn.status == 200)
        let added2 = try await run("token", "add", "ops", "--role", "settings", "--token-file", file)
        #expect(added2.status == 0)
        let listed = try await run("token", "list", "--token-file", file)
        let lines = listed.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("ci  publish  created "))
        #expect(lines[0].contains("  expires ") && lines[1].hasPrefix("ops  settings  created "))
        let revoked = try await run("token", "revoke", "ci", "--token-file", file)
        #expect(revoked.status == 0)
        let refused = try await client.request("DELETE", "/gifts/star", headers)
        #expect(refused.status == 401)
        try FileManager.default.removeItem(atPath: file)
        let other = try await client.request(
            "POST", "/page/access",
            ["Authorization": "Bearer \(added2.output.trimmingCharacters(in: .newlines))"])
        #expect(other.status == 401)
        server.send(SIGTERM)
        #expect(try await onThread { try server.end() } == 0)
        for line in try server.errors.split(separator: "\n") {
            #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
        }

        let audit = try await run("audit", "--root", "\(folder.path)/store")
        #expect(audit.status == 0)
        #expect(audit.output.contains(" ci (127.0.0.1) withdraw heart version 1, revision 2: too loud\n"))
        let head = try #require(audit.errors.firstMatch(of: /[0-9a-f]{64}/)).0
        let known = try await run("audit", "--root", "\(folder.path)/store", "--quiet", "--expect", String(head))
        #expect((known.status, known.output) == (0, "\(head)\n"))
        let unknown = try await run(
            "audit", "--root", "\(folder.path)/store", "--expect", String(repeating: "a", count: 64))
        #expect(unknown.status == 65 && unknown.errors.contains("does not continue"))
    }

    @Test("commands that run at once change the file one after the other, and a link stays one")
    func commandsAtOnceLoseNoToken() async throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/tokens"
        let link = "\(folder.path)/link"
        let first = try await run("token", "add", "c0", "--role", "publish", "--token-file", file)
        #expect(first.status == 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "tokens")
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 1...8 {
                group.addTask {
                    try await run("token", "add", "c\(number)", "--role", "publish", "--token-file", link).status
                }
            }
            for try await status in group { #expect(status == 0) }
        }
        let listed = try await run("token", "list", "--token-file", file)
        let names = listed.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names.sorted() == (0...8).map { "c\($0)" })
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "tokens")
    }

    @Test("files beside that of the tokens, which somebody else has made, stay as they are")
    func otherFilesStay() async throws {
        let folder = try TemporaryFolder()
        for name in ["tokens.new", "tokens.lock"] { try folder.write("not ours", to: name) }
        let added = try await run("token", "add", "ci", "--role", "publish", "--token-file", "\(folder.path)/tokens")
        #expect((added.status, added.errors) == (0, ""))
        #expect(folder.tree() == ["tokens", "tokens.lock", "tokens.new"])
        for name in ["tokens.new", "tokens.lock"] { #expect(try folder.read(name) == "not ours") }
    }

    @Test("a wrong use of the commands ends with the right exit code and one line")
    func wrongUseHasExitCode() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("the-secret-of-the-store", to: "tokens")
        try folder.write("{}\n", to: "changed/audit.ndjson")
        for (arguments, status, message) in [
            (["token", "add", "ci", "--token-file", "x"], 64, "--role: expected publish, settings or read-only"),
            (["token", "add", "ci", "--role", "publish"], 64, "--token-file: expected a file"),
            (
                ["token", "add", "a b", "--role", "publish", "--token-file", "\(folder.path)/new"], 64,
                "expected a name"
            ),
            (["token", "add", "ci", "--role", "root", "--token-file", "x"], 64, "root"),
            (["token", "add", "ci", "--role", "publish", "--days", "0", "--token-file", "x"], 64, "--days"),
            (["token", "revoke", "ci", "--token-file", file], 65, "there is no token \"ci\""),
            (["token", "list", "--token-file", "\(folder.path)/none"], 66, "no such file"),
            (["--confirm-share", "0"], 64, "'--confirm-share <n>': expected a whole number from 1 to 100"),
            (
                ["--proxy", "localhost"], 64,
                "--proxy: expected an IP address such as 127.0.0.1 or ::1, found \"localhost\""
            ),
            (["--proxy", "10.0.0.0/8"], 64, "--proxy: expected an IP address"),
            (["--change-rate", "0"], 64, "'--change-rate <n>': expected a number from 0.01 to 1000000"),
            (["--log-format", "xml"], 64, "xml"),
            (["audit", "--root", "\(folder.path)/none"], 66, "no such file"),
            (["audit", "--root", "\(folder.path)/changed"], 65, "line 1: number"),
            (["--root", "\(folder.path)/changed", "--port", "0"], 65, "line 1: number"),
            (["audit", "--expect", "12"], 64, "--expect: expected 64 hexadecimal digits"),
        ] {
            let result = try await onThread { try ChildProgram.run([Programs.built("gift-store")] + arguments) }
            #expect(Int(result.status) == status, "\(arguments): \(result.errors)")
            #expect(result.errors.contains(message), "\(arguments): \(result.errors)")
            #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
        }
        // A file with one secret alone becomes a list; the secret stays valid under the name "token".
        let mixed = try await run("token", "add", "ci", "--role", "publish", "--token-file", file)
        #expect(mixed.status == 0)
        #expect(try await run("token", "list", "--token-file", file).output.hasPrefix("token  publish,settings"))
    }
}
