import Foundation

/// The page in the browser: what is visible, and the effects of keys, mouse and files.
package struct Browser {
    /// The error that is thrown if something does not become visible in time.
    package struct NotVisibleError: Error, CustomStringConvertible {
        package let description: String
    }

    package let chromium: Chromium

    /// Creates the page of a browser.
    package init(chromium: Chromium) { self.chromium = chromium }

    /// Opens a page in a window of a given size.
    package func open(_ address: String, width: Int = 1280, height: Int = 800, reducesMotion: Bool = false) throws {
        try resize(width: width, height: height, reducesMotion: reducesMotion)
        try chromium.command("url", ["url": address])
    }

    /// Sets the size of the window, the preferred color scheme and the preference for reduced motion.
    package func resize(
        width: Int, height: Int, isDark: Bool = false, isTouched: Bool = false, reducesMotion: Bool = false
    ) throws {
        try chromium.chromium(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": isTouched])
        let features = [
            ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
            ["name": "prefers-reduced-motion", "value": reducesMotion ? "reduce" : "no-preference"],
        ]
        try chromium.chromium("Emulation.setEmulatedMedia", ["features": features])
    }

    // MARK: - Visible content

    /// Runs a script and returns its result; the script's arguments are `arguments[0]` and so on.
    package func find<Answer: Decodable>(_ script: String, _ arguments: [Any] = []) throws -> Answer {
        try chromium.command("execute/sync", ["script": script, "args": arguments])
    }

    /// Returns the text of an element without surrounding white space, or `nil` if it does not exist or is not visible.
    package func text(_ selector: String) throws -> String? {
        try find(
            """
            const found = document.querySelector(arguments[0]);
            return found && found.checkVisibility() ? found.textContent.trim() : null;
            """, [selector])
    }

    /// Waits until a JavaScript expression is true.
    package func waitUntil(_ expression: String, _ what: String) throws {
        for _ in 0..<Self.maxAttempts {
            let isSeen: Bool = try find("return Boolean(\(expression))")
            if isSeen { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        let text: String = try find("return document.body.innerText")
        throw NotVisibleError(description: "never seen: \(what). The page says:\n\(text)\n\(try logMessages())")
    }

    /// Waits until the text of a visible element contains the given words.
    package func wait(for selector: String, containing words: String) throws {
        let quoted = try String(decoding: JSONEncoder().encode([selector, words]), as: UTF8.self)
        try waitUntil(
            "(([s, w]) => [...document.querySelectorAll(s)].some(e => e.checkVisibility() && e.textContent.includes(w)))(\(quoted))",
            "“\(words)” in \(selector)")
    }

    /// The number of attempts, 50 ms apart, which is enough for a busy machine.
    private static let maxAttempts = 2_400

    /// Returns the browser's log messages since the last call.
    package func logMessages() throws -> [String] {
        struct Entry: Decodable {
            let level: String
            let message: String
        }
        let entries: [Entry] = try chromium.command("se/log", ["type": "browser"])
        return entries.map { "\($0.level): \($0.message)" }
    }

    /// Saves a screenshot as a PNG file.
    package func saveScreenshot(to path: String) throws {
        let text: String = try chromium.get("screenshot")
        try (Data(base64Encoded: text) ?? Data()).write(to: URL(fileURLWithPath: path))
    }

    // MARK: - Actions

    /// Keys that are not characters, and space, by their WebDriver code points.
    package enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case escape = "\u{E00C}"
        case space = " "
        case left = "\u{E012}"
        case right = "\u{E014}"
        case home = "\u{E011}"
        case end = "\u{E010}"
    }

    /// Presses keys one after the other.
    package func press(_ keys: Key...) throws {
        try perform(keys.flatMap { Self.stroke($0.rawValue) })
    }

    /// Types a text into the focused element.
    package func type(_ text: String) throws {
        try perform(text.flatMap { Self.stroke(String($0)) })
    }

    private static func stroke(_ value: String) -> [[String: Any]] {
        [["type": "keyDown", "value": value], ["type": "keyUp", "value": value]]
    }

    private func perform(_ actions: [[String: Any]]) throws {
        try chromium.command("actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Clicks an element with the mouse. The element must not be covered.
    package func click(_ selector: String) throws {
        try chromium.command("element/\(element(selector))/click")
    }

    /// Focuses an element.
    package func focus(_ selector: String) throws {
        let _: Bool = try find("document.querySelector(arguments[0]).focus(); return true", [selector])
    }

    /// Chooses a file in a file field, as with the system's file dialog.
    package func choose(_ path: String, in selector: String) throws {
        try chromium.command("element/\(element(selector))/value", ["text": path])
    }

    private func element(_ selector: String) throws -> String {
        let found: [String: String] = try chromium.command(
            "element", ["using": "css selector", "value": selector])
        guard let element = found.values.first else { throw NotVisibleError(description: "no \(selector)") }
        return element
    }

    /// Drops files from outside the browser onto the middle of an element.
    package func drop(_ paths: [String], on selector: String) throws {
        let middle: [Double] = try find(
            """
            const found = document.querySelector(arguments[0]);
            found.scrollIntoView({block: "center"});
            const place = found.getBoundingClientRect();
            return [place.x + place.width / 2, place.y + place.height / 2];
            """, [selector])
        for type in ["dragEnter", "dragOver", "drop"] {
            let data: [String: Any] = ["items": [Any](), "files": paths, "dragOperationsMask": 1]
            try chromium.chromium(
                "Input.dispatchDragEvent", ["type": type, "x": middle[0], "y": middle[1], "data": data])
        }
    }
}
