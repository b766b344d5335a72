import Foundation
import HTTPTransfer

/// A chromedriver with one headless Chromium, spoken to over WebDriver.
/// - SeeAlso: https://www.w3.org/TR/webdriver2/
final class Chromium: Sendable {
    /// Whether there is a browser to drive.
    static let isInstalled = Programs.find("chromedriver") != nil && binary != nil

    private static let binary = Programs.find("chromium") ?? Programs.find("google-chrome")

    /// What the driver says went wrong.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let driver: BackgroundProgram
    private let session: String
    /// What browser and driver leave behind goes with it.
    private let folder: String

    init() throws {
        guard let path = Programs.find("chromedriver"), let binary = Self.binary else {
            throw Failure(description: "no chromedriver or no chromium")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "store-browser-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        driver = try BackgroundProgram(path, ["--port=0"], temporaryFolder: folder)
        do {
            session = try Self.begin(driver, binary: binary)
        } catch {
            driver.stop()
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    /// Opens a browser, and answers where it can be spoken to.
    private static func begin(_ driver: BackgroundProgram, binary: String) throws -> String {
        let port = try driver.port(after: "successfully on port ")
        let options: [String: Any] = [
            "binary": binary,
            // A sandbox needs another user than root, and shared memory is scarce in containers.
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server",
            ],
        ]
        let capabilities: [String: Any] = [
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
        ]
        let answer: Session = try send(
            .post, "http://127.0.0.1:\(port)/session", ["capabilities": ["alwaysMatch": capabilities]])
        return "http://127.0.0.1:\(port)/session/\(answer.sessionId)"
    }

    /// Closes the browser and the driver.
    func quit() {
        let _: Nothing? = try? Self.send(.delete, session, nil)
        driver.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A command of WebDriver that answers with something.
    func command<Answer: Decodable>(_ path: String, _ body: [String: Any] = [:]) throws -> Answer {
        try Self.send(.post, "\(session)/\(path)", body)
    }

    /// A command of WebDriver that answers with nothing.
    func command(_ path: String, _ body: [String: Any] = [:]) throws {
        let _: Nothing = try command(path, body)
    }

    /// What WebDriver says at this path.
    func get<Answer: Decodable>(_ path: String) throws -> Answer {
        try Self.send(.get, "\(session)/\(path)", nil)
    }

    /// A command of Chromium's own protocol.
    func chromium(_ name: String, _ parameters: [String: Any]) throws {
        try command("goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    private struct Wrapped<Value: Decodable>: Decodable { let value: Value }
    private struct Session: Decodable { let sessionId: String }
    private struct Problem: Decodable { let message: String }

    /// Any answer that doesn't matter.
    private struct Nothing: Decodable {
        init(from decoder: any Decoder) {}
    }

    private static func send<Answer: Decodable>(
        _ method: HTTPRequest.Method, _ address: String, _ body: [String: Any]?
    ) throws -> Answer {
        let bytes = try body.map { [UInt8](try JSONSerialization.data(withJSONObject: $0)) } ?? []
        let (head, answer) = try transfer.answer(
            to: HTTPRequest(
                address, method: method, headers: ["Content-Type": "application/json"], body: bytes,
                limits: HTTPLimits(stall: nil, wholeTime: .seconds(120))))
        guard head.status == 200 else {
            let problem = try? JSONDecoder().decode(Wrapped<Problem>.self, from: Data(answer))
            throw Failure(description: problem?.value.message ?? String(decoding: answer, as: UTF8.self))
        }
        return try JSONDecoder().decode(Wrapped<Answer>.self, from: Data(answer)).value
    }

    private static let transfer = CurlTransfer(CurlOptions(proxy: .none))
}
