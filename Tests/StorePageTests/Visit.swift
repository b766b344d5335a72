import Foundation
import Testing

/// A person at the page of a store.
struct Visit {
    let store: StoreUnderTest
    let browser: Browser

    /// Starts a store and a browser, opens the page, and ends both whatever `body` does.
    /// - Parameters:
    ///   - isUnlocked: whether the person has given the token.
    ///   - gifts: what was published before.
    static func make(
        isUnlocked: Bool = true, isWritable: Bool = true, hasDemoGifts: Bool = false, gifts: [String: [UInt8]] = [:],
        _ body: (Visit) throws -> Void
    ) throws {
        let store = try StoreUnderTest(hasDemoGifts: hasDemoGifts, isWritable: isWritable)
        defer { store.stop() }
        for (id, file) in gifts.sorted(by: { $0.key < $1.key }) { try store.publish(id, file) }
        let chromium = try Chromium()
        defer { chromium.quit() }
        let visit = Visit(store: store, browser: Browser(chromium: chromium))
        try visit.browser.open(store.address)
        try visit.browser.see("#connection", saying: "Live")
        if isUnlocked { try visit.unlock() }
        try body(visit)
    }

    /// Gives the token as a person would.
    func unlock(with token: String = StoreUnderTest.token) throws {
        try browser.click("#access")
        try browser.type(token)
        try browser.press(.enter)
        if token == StoreUnderTest.token { try browser.see("#access-text", saying: "Unlocked") }
    }

    /// Fails where the browser complained, but for answers of these statuses, which it always reports.
    func expectNoComplaints(butFor statuses: Int...) throws {
        let unexpected = try browser.complaints().filter { complaint in
            !statuses.contains { complaint.contains("status of \($0) ") }
        }
        #expect(unexpected.isEmpty)
    }

    /// Which element has the focus: its id, what it is labelled with, or what it says.
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
    /// The selector of a part of a gift's card.
    static func card(_ id: String, _ part: String = "") -> String { "[data-gift=\"\(id)\"] \(part)" }
}
