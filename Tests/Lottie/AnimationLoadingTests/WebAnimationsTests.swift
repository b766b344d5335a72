import FaultProxy
import HTTPClient
import Testing

@testable import AnimationLoading

@Suite("Animations of a plain web server")
struct WebAnimationsTests {
    static let square = """
        {"v":"5.7.0","fr":30,"ip":0,"op":60,"w":40,"h":40,"layers":[
          {"ty":1,"ip":0,"op":60,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}}]}
        """

    private static func animations(
        of server: LoopbackServer, limits: AnimationLimits = AnimationLimits(),
        transfer: any HTTPTransferring = CurlTransfer(CurlOptions(proxy: .none))
    ) throws -> WebAnimations {
        WebAnimations(try AnimationAddress(server.url("/") + "{id}.json"), limits: limits, transfer: transfer)
    }

    @Test("an animation is read by its id in one request")
    func animationIsReadByID() async throws {
        let server = try LoopbackServer(files: ["/heart.json": Array(Self.square.utf8)])
        let heart = try await Self.animations(of: server).animation("heart")
        #expect(heart.composition.frameCount == 60)
        #expect(heart.byteCount == Self.square.utf8.count)
        #expect(heart.location == server.url("/heart.json"))
        #expect(server.requests.map(\.line) == ["GET /heart.json"])
    }

    @Test("each failure has its own error of one line")
    func failuresAreTyped() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/busy.json": .complete(503)
            case "/page.json": .text("<html>", type: "text/html; charset=utf-8")
            case "/large.json": .complete(200, body: [UInt8](repeating: 32, count: 5000))
            case "/broken.json": .text("{\"v\":1}")
            default: .complete(404)
            }
        }
        let animations = try Self.animations(of: server, limits: AnimationLimits(fileBytes: 4096))
        func error(of id: String) async -> AnimationLoadingError? {
            do throws(AnimationLoadingError) {
                _ = try await animations.animation(id)
                return nil
            } catch {
                return error
            }
        }
        let url = server.url("/")
        #expect(await error(of: "gone") == .notFound(location: "\(url)gone.json"))
        #expect(await error(of: "busy") == .unavailable(location: "\(url)busy.json", reason: "answered 503"))
        #expect(await error(of: "large") == .tooLarge(location: "\(url)large.json", limit: 4096))
        #expect(await error(of: "..") == .invalidID(".."))
        #expect(
            await error(of: "page")
                == .unexpectedType(location: "\(url)page.json", type: "text/html: is there a captive portal?"))
        guard case .invalid = await error(of: "broken") else {
            Issue.record("a broken document is reported")
            return
        }
        server.stop()
        guard case .unavailable = await error(of: "heart") else {
            Issue.record("a server that is gone is reported")
            return
        }
    }

    @Test("a cancelled task ends the request")
    func cancellationEndsTheRequest() async throws {
        let server = try LoopbackServer { _ in .raw("HTTP/1.1 200 OK\nContent-Length: 9\n\n", then: [.hold]) }
        let animations = try Self.animations(of: server, transfer: PatientTransfer())
        let task = Task { try await animations.animation("heart") }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: AnimationLoadingError.cancelled) { try await task.value }
    }
}

/// A client that never calls a transfer stalled, for a test whose task may wait long for a thread.
private struct PatientTransfer: HTTPTransferring {
    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        var request = request
        request.limits.minSpeed = nil
        return try CurlTransfer(CurlOptions(proxy: .none)).perform(
            request, onHead: onHead, onBody: onBody, isCancelled: isCancelled)
    }
}
