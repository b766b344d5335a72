import BrowserSupport
import Foundation
import Testing

/// A visit to the page of a store.
struct PageSession {
    let store: StoreUnderTest
    let browser: Browser

    /// Starts a store and a browser, opens the page, runs `body`, and then stops both.
    ///
    /// - Parameters:
    ///   - isUnlocked: Whether the token has been entered.
    ///   - isWritable: Whether the store has a token file.
    ///   - hasDemoGifts: Whether the store starts with the demo gifts.
    ///   - gifts: The files of gift kinds to publish first, by id.
    ///   - options: Further options of the store's program.
    ///   - body: The test.
    static func run(
        isUnlocked: Bool = true, isWritable: Bool = true, hasDemoGifts: Bool = false, gifts: [String: [UInt8]] = [:],
        options: [String] = [], _ body: (PageSession) throws -> Void
    ) throws {
        let store = try StoreUnderTest(hasDemoGifts: hasDemoGifts, isWritable: isWritable, options: options)
        defer { store.stop() }
        for (id, file) in gifts.sorted(by: { $0.key < $1.key }) { try store.publish(id, file) }
        let chromium = try Chromium()
        defer { chromium.quit() }
        let visit = PageSession(store: store, browser: Browser(chromium: chromium))
        try visit.browser.open(store.address)
        try visit.browser.wait(for: "#connection", containing: "Live")
        if isUnlocked { try visit.unlock() }
        try body(visit)
    }

    /// Enters the token as a person would.
    func unlock(with token: String = StoreUnderTest.token) throws {
        try browser.click("#access")
        try browser.type(token)
        try browser.press(.enter)
        if token == StoreUnderTest.token { try browser.wait(for: "#access-text", containing: "Unlocked") }
    }

    /// Fails if the browser logged anything except responses of the given statuses, which it always logs.
    func expectNoErrors(exceptStatuses statuses: Int...) throws {
        let unexpected = try browser.logMessages().filter { complaint in
            !statuses.contains { complaint.contains("status of \($0) ") }
        }
        #expect(unexpected.isEmpty)
    }

    /// Returns the focused element: its id, its label, or its text.
    func focused() throws -> String {
        try browser.find(
            """
            const found = document.activeElement;
            const says = found.tagName === "SELECT" ? "" : found.textContent.trim();
            return found.id && !found.id.startsWith("field") ? "#" + found.id : found.getAttribute("aria-label") || says || found.value;
            """)
    }
}

extension String {
    /// Returns the selector of a gift's card or of a part of it.
    static func card(_ id: String, _ part: String = "") -> String { "[data-gift=\"\(id)\"] \(part)" }
}
