import Testing
import ZIPArchive

@testable import StoreServer

@Suite("The page and its pictures")
struct PageRouteTests {
    @Test("the page allows no content from elsewhere and is revalidated")
    func pageForbidsForeignContent() async throws {
        try await TestServer.run { server in
            let page = try await server.client.get("/")
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["cache-control"] == "no-cache")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'self';") && !policy.contains("unsafe"))
            let tag = try #require(page.headers["etag"])
            let again = try await server.client.get("/", ["If-None-Match": tag])
            #expect(again.status == 304)
        }
    }

    @Test("the server has all files of the page and its scripts, and the page loads nothing from elsewhere")
    func allPageFilesAreServed() async throws {
        try await TestServer.run { server in
            let page = try await server.client.get("/").text
            var wanted = page.matches(of: /(?:href|src)="(page\/[^"]+)"/).map { String($0.1) }
            #expect(wanted.contains("page/page.js") && wanted.contains("page/base.css"))
            #expect(!page.contains("http:") && !page.contains("https:"))
            var known = Set(wanted)
            while let path = wanted.popLast() {
                let file = try await server.client.get("/\(path)")
                #expect(file.status == 200, "\(path)")
                for name in file.text.matches(of: /from "\.\/([^"]+)"/).map({ "page/\($0.1)" })
                where known.insert(name).inserted {
                    wanted.append(name)
                }
            }
            for path in ["/page/none.js", "/page/index.html", "/page/..%2Findex.html"] {
                let answer = try await server.client.get(path)
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    @Test("the page has the names, words and defaults of the settings from their table")
    func pageHasSettingsOfTable() async throws {
        try await TestServer.run { server in
            let script = try await server.client.get("/page/settings.js")
            #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
            let text = script.text
            #expect(text.hasPrefix("export const settings = [{") && text.hasSuffix("}];\n"))
            for part in [
                #"{"name":"mode","words":["queue","replace"],"isWhole":false,"standard":"queue"}"#,
                #"{"name":"replaceAt","isWhole":false,"standard":0.3}"#,
                #"{"name":"maxWaiting","isWhole":true,"standard":null}"#,
                #"{"name":"waitAtMost","isWhole":false,"standard":10}"#,
            ] { #expect(text.contains(part), "\(part)") }
        }
    }

    @Test("a client can check a token without a change")
    func tokenCanBeChecked() async throws {
        try await TestServer.run { server in
            for (headers, status) in [
                ([:], 401), (["Authorization": "Bearer other"], 401), (server.authorization, 204),
            ] {
                let answer = try await server.client.request("POST", "/page/access", headers)
                #expect(answer.status == status)
            }
        }
    }

    @Test("the previews of a version are immutable until its withdrawal", arguments: ["preview.png", "still.png"])
    func previewsAreImmutableUntilWithdrawal(name: String) async throws {
        try await TestServer.run { server in
            _ = try await server.publish("plane", Animations.document())
            let path = "/gifts/plane/1/\(name)"
            let picture = try await server.client.get(path)
            #expect(picture.status == 200)
            #expect(picture.headers["content-type"] == "image/png")
            #expect(picture.headers["cache-control"] == "public, max-age=31536000, immutable")
            #expect(picture.body.starts(with: [0x89] + Array("PNG".utf8)))
            let tag = try #require(picture.headers["etag"])
            let again = try await server.client.get(path)
            #expect(again.body == picture.body)
            let known = try await server.client.get(path, ["If-None-Match": tag])
            #expect(known.status == 304)
            let later = try await server.client.get("/gifts/plane/2/\(name)")
            #expect(later.status == 404)
            _ = try await server.client.request("DELETE", "/gifts/plane", server.authorization)
            let withdrawn = try await server.client.get(path)
            #expect(withdrawn.status == 404)
        }
    }

    @Test("previews use the properties of the gift's manifest", arguments: ["preview.png", "still.png"])
    func previewsUseManifestProperties(name: String) async throws {
        let manifest = Array("properties: {'**.Color': '#00ff00'}".utf8)
        var archive = ArchiveWriter()
        try archive.add("data.json", Animations.document())
        try archive.add("gift.yaml", manifest)
        let package = try archive.bytes()
        try await TestServer.run { server in
            _ = try await server.publish("orange", Animations.document())
            _ = try await server.publish("green", Animations.document(color: "#00ff00"))
            _ = try await server.publish("given", package)
            let orange = try await server.client.get("/gifts/orange/1/\(name)")
            let green = try await server.client.get("/gifts/green/1/\(name)")
            let given = try await server.client.get("/gifts/given/1/\(name)")
            #expect(given.status == 200 && given.body == green.body && given.body != orange.body)
        }
    }
}
