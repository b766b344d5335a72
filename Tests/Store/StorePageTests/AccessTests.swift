import BrowserSupport
import Testing

extension StorePageTests {
    @Suite("Access control")
    struct AccessTests {
        @Test("without the token every gift is visible and nothing can be changed")
        func pageIsReadOnlyWithoutToken() throws {
            try PageSession.run(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.wait(for: .card("red", "a"), containing: "Download")
                #expect(try browser.text("#access-text") == "Read only")
                let usable: [String] = try browser.find(
                    """
                    return [...document.querySelectorAll("button, input, select")]
                      .filter((e) => !e.matches(":disabled") && e.checkVisibility() && e.tabIndex >= 0).map((e) => e.id);
                    """)
                #expect(usable == ["access", "search", "order", "motion"])
                try browser.drop([try visit.store.file("red.json", GiftFiles.red)], on: "#cards")
                try browser.wait(for: "#alarms", containing: "read only")
                #expect(try visit.focused() == "#access")
                try visit.expectNoErrors()
            }
        }

        @Test("a wrong token shows an error and unlocks nothing")
        func wrongTokenUnlocksNothing() throws {
            try PageSession.run(isUnlocked: false) { visit in
                try visit.unlock(with: "wrong")
                try visit.browser.wait(for: "#unlock-error", containing: "Wrong token.")
                #expect(try visit.browser.text("#access-text") == "Read only")
                let kept: String? = try visit.browser.find("return sessionStorage.getItem('gift-store-token')")
                #expect(kept == nil)
                try visit.expectNoErrors(exceptStatuses: 401)
            }
        }

        @Test("a store without a token file reports that it accepts no changes")
        func disabledWritingIsReported() throws {
            try PageSession.run(isUnlocked: false, isWritable: false) { visit in
                try visit.unlock(with: "any")
                try visit.browser.wait(for: "#unlock-error", containing: "--token-file")
                try visit.expectNoErrors(exceptStatuses: 403)
            }
        }

        @Test("the token is stored for this tab only, until the page is locked again")
        func tokenIsStoredForTab() throws {
            try PageSession.run { visit in
                let browser = visit.browser
                try browser.open(visit.store.address + "?again")
                try browser.wait(for: "#access-text", containing: "Unlocked")
                let places: [Int] = try browser.find(
                    "return [sessionStorage.length, localStorage.length, document.cookie.length]")
                #expect(places == [1, 0, 0])
                try browser.click("#access")
                try browser.wait(for: "#access-text", containing: "Read only")
                let left: Int = try browser.find("return sessionStorage.length")
                #expect(left == 0)
            }
        }

        @Test("a token that the store no longer accepts is deleted")
        func staleTokenIsDeleted() throws {
            try PageSession.run(isUnlocked: false) { visit in
                let browser = visit.browser
                let _: Bool = try browser.find("sessionStorage.setItem('gift-store-token', 'old'); return true")
                try browser.open(visit.store.address + "?again")
                try browser.wait(for: "#access-text", containing: "Unlocked")
                try browser.focus("input[value=queue]")
                try browser.press(.right)
                try browser.wait(for: "#alarms", containing: "Unlock the store again.")
                try browser.wait(for: "#access-text", containing: "Read only")
                let mode: String = try browser.find(
                    "return document.querySelector('input[name=mode]:checked').value")
                #expect(mode == "queue")
            }
        }

        @Test("the content security policy forbids inline scripts and framing by other sites")
        func policyForbidsInlineScriptsAndFraming() throws {
            try PageSession.run(isUnlocked: false) { visit in
                let blocked: Bool = try visit.browser.find(
                    """
                    const script = document.createElement("script");
                    try { script.textContent = "window.wasRun = true"; document.body.append(script); } catch {}
                    return window.wasRun === undefined;
                    """)
                #expect(blocked)
                let header: String = try visit.browser.chromium.command(
                    "execute/async",
                    [
                        "script": """
                        fetch("/").then((a) => arguments[0](a.headers.get("Content-Security-Policy")));
                        """, "args": [Any](),
                    ])
                #expect(header.contains("default-src 'self'") && header.contains("frame-ancestors 'none'"))
                #expect(!header.contains("unsafe"))
            }
        }
    }
}
