import Foundation
import HTTPClient
import TestSupport

/// A headless Chromium that tests control through chromedriver, with WebDriver.
///
/// - SeeAlso: https://www.w3.org/TR/webdriver2/
package final class Chromium: Sendable {
    /// Whether Chromium and chromedriver are installed.
    package static let isInstalled = Programs.find("chromedriver") != nil && binary != nil

    private static let binary = Programs.find("chromium") ?? Programs.find("google-chrome")

    /// The error that the driver reports.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let driver: BackgroundProgram
    private let session: String
    /// The folder of temporary files that browser and driver leave behind.
    private let folder: TemporaryFolder

    /// Starts a browser.
    package init() throws {
        guard let path = Programs.find("chromedriver"), let binary = Self.binary else {
            throw Failure(description: "no chromedriver or no chromium")
        }
        folder = try TemporaryFolder()
        let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        let port: Int
        (driver, port) = try Self.startDriver(path, environment: environment)
        session = try Self.begin(onPort: port, binary: binary)
    }

    /// Starts a driver and returns it with its port.
    ///
    /// The system chooses a free port of IPv6, and the driver ends if the same port of IPv4 is in use, as many are
    /// while other tests run. Then another driver is started.
    private static func startDriver(
        _ path: String, environment: [String: String]
    ) throws -> (driver: BackgroundProgram, port: Int) {
        var attempts = 0
        while true {
            let driver = try BackgroundProgram([path, "--port=0"], environment: environment)
            do {
                return (driver, try driver.number(after: "successfully on port "))
            } catch {
                attempts += 1
                guard attempts < 20, "\(error)".contains("port not available") else { throw error }
            }
        }
    }

    /// Starts a browser, and returns the URL of its session.
    private static func begin(onPort port: Int, binary: String) throws -> String {
        let options: [String: Any] = [
            "binary": binary,
            // The sandbox does not work for root, and containers have little shared memory.
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
    package func quit() {
        let _: IgnoredResult? = try? Self.send(.delete, session, nil)
        _ = try? driver.end(by: SIGTERM)
    }

    /// Sends a WebDriver command and returns its result.
    package func command<Answer: Decodable>(_ path: String, _ body: [String: Any] = [:]) throws -> Answer {
        try Self.send(.post, "\(session)/\(path)", body)
    }

    /// Sends a WebDriver command whose result is ignored.
    package func command(_ path: String, _ body: [String: Any] = [:]) throws {
        let _: IgnoredResult = try command(path, body)
    }

    /// Returns the value that WebDriver has at a path.
    package func get<Answer: Decodable>(_ path: String) throws -> Answer {
        try Self.send(.get, "\(session)/\(path)", nil)
    }

    /// Sends a command of the Chrome DevTools Protocol.
    package func chromium(_ name: String, _ parameters: [String: Any]) throws {
        try command("goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    private struct Wrapped<Value: Decodable>: Decodable { let value: Value }
    private struct Session: Decodable { let sessionId: String }
    private struct Problem: Decodable { let message: String }

    /// A result that is ignored.
    private struct IgnoredResult: Decodable {
        init(from decoder: any Decoder) {}
    }

    private static func send<Answer: Decodable>(
        _ method: HTTPRequest.Method, _ address: String, _ body: [String: Any]?
    ) throws -> Answer {
        let bytes = try body.map { [UInt8](try JSONSerialization.data(withJSONObject: $0)) } ?? []
        let (head, answer) = try transfer.fetch(
            HTTPRequest(
                address, method: method, headers: ["Content-Type": "application/json"], body: bytes,
                limits: HTTPLimits(minSpeed: nil, totalTimeout: .seconds(120))))
        guard head.status == 200 else {
            let problem = try? JSONDecoder().decode(Wrapped<Problem>.self, from: Data(answer))
            throw Failure(description: problem?.value.message ?? String(decoding: answer, as: UTF8.self))
        }
        return try JSONDecoder().decode(Wrapped<Answer>.self, from: Data(answer)).value
    }

    private static let transfer = CurlTransfer(CurlOptions(proxy: .none))
}
