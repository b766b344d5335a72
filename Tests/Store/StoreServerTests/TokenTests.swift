import Testing

@testable import StoreServer

@Suite("Tokens, their roles and their end")
struct TokenTests {
    private static let random: [UInt8] = Array(0..<32)

    /// Returns a list with one token of each role, and their secrets.
    private func tokens(lifetime: Int64? = nil) throws -> (list: TokenList, secrets: [TokenRole: String]) {
        var list = TokenList()
        var secrets: [TokenRole: String] = [:]
        for (number, role) in TokenRole.allCases.enumerated() {
            secrets[role] = try list.add(
                role.rawValue, roles: [role], now: Gifts.time(), lifetime: lifetime,
                randomBytes: Self.random.map { $0 &+ UInt8(number) })
        }
        return (list, secrets)
    }

    @Test("a token file keeps digests, never secrets, and is read as it was written")
    func fileKeepsDigestsOnly() throws {
        let (list, secrets) = try tokens(lifetime: 60)
        let text = String(decoding: list.file, as: UTF8.self)
        #expect(secrets.count == 3 && Set(secrets.values).count == 3)
        for secret in secrets.values { #expect(!text.contains(secret.dropFirst("giftstore_".count))) }
        #expect(try TokenList(file: list.file) == list)
        #expect(list.tokens.first?.expires == "2026-11-21T10:01:00Z")
    }

    @Test("a file with one secret alone permits everything")
    func plainFilePermitsEverything() throws {
        let list = try TokenList(file: Array("  the-secret-of-the-store\n".utf8))
        let token = try #require(list.token(withSecret: Array("the-secret-of-the-store".utf8)))
        for role in TokenRole.allCases { #expect(token.permits(role)) }
        #expect(list.token(withSecret: Array("the-secret-of-the-stor".utf8)) == nil)
    }

    @Test(
        "a file that lists no tokens is refused with its line",
        arguments: [
            ("short", "16 characters"), ("two words that are long", "without spaces"), ("{", "line 1"),
            (#"{"name":"a b","roles":["publish"],"sha256":"00"}"#, "name"),
            (#"{"name":"a","roles":[],"sha256":"\#(String(repeating: "0", count: 64))"}"#, "role"),
            (#"{"name":"a","roles":["root"],"sha256":"00"}"#, "roles[0]"),
            (#"{"name":"a","roles":["publish"],"sha256":"00"}"#, "sha256"),
            (#"{"name":"a","roles":["publish"],"sha256":"00","expires":"tomorrow"}"#, "sha256"),
        ])
    func invalidFileIsRefused(text: String, reason: String) {
        let error = #expect(throws: TokenList.InvalidFileError.self) { try TokenList(file: Array(text.utf8)) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("each change needs the role that it is for")
    func changesNeedTheirRole() async throws {
        let (list, secrets) = try tokens()
        try await TestServer.run([], { $0.access = .tokens { list } }) { server in
            let document = Animations.document()
            for (role, secret) in secrets {
                let headers = ["Authorization": "Bearer \(secret)"]
                let published = try await server.client.request("PUT", "/gifts/plane", headers, body: document)
                #expect([200, 201].contains(published.status) == (role == .publish), "\(role)")
                let changed = try await server.client.request(
                    "PUT", "/settings", headers.merging(["If-Match": "*"]) { $1 }, body: Array(#"{"revision":0}"#.utf8))
                #expect(changed.status == (role == .settings ? 200 : 403), "\(role)")
                if role != .settings { #expect(changed.text.contains("lacks the role settings")) }
                let checked = try await server.client.request("POST", "/page/access", headers)
                #expect(checked.status == 204)
            }
        }
    }

    @Test("a token is refused from its end on, and a revoked one at once")
    func expiredAndRevokedTokensAreRefused() async throws {
        let (list, secrets) = try tokens(lifetime: 60)
        let state = Shared((list: list, time: "2026-11-21T10:00:59Z"))
        let headers = ["Authorization": "Bearer \(try #require(secrets[.publish]))"]
        try await TestServer.run(
            [],
            {
                $0.access = .tokens { state.value.list }
                $0.now = { state.value.time }
            }
        ) { server in
            let valid = try await server.client.request("POST", "/page/access", headers)
            #expect(valid.status == 204)
            state.value.time = "2026-11-21T10:01:00Z"
            let expired = try await server.client.request("POST", "/page/access", headers)
            #expect(expired.status == 401 && expired.text.contains("expired"))
            state.value.time = "2026-11-21T10:00:00Z"
            #expect(state.update { $0.list.revoke("publish") })
            let revoked = try await server.client.request("POST", "/page/access", headers)
            #expect(revoked.status == 401)
        }
    }
}
