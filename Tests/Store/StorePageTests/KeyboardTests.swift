import BrowserSupport
import Testing

extension StorePageTests {
    @Suite("Keyboard")
    struct KeyboardTests {
        @Test("the Tab key visits all controls in reading order")
        func tabFollowsReadingOrder() throws {
            try PageSession.run(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.wait(for: .card("red", "a"), containing: "Download")
                try browser.press(.tab)
                #expect(try visit.focused() == "Skip to the gifts")
                try browser.press(.tab)
                #expect(try visit.focused() == "#access")
                // The page is unlocked with the keyboard too.
                try browser.press(.enter)
                #expect(try visit.focused() == "#token")
                try browser.type(StoreUnderTest.token)
                try browser.press(.enter)
                try browser.wait(for: "#access-text", containing: "Unlocked")
                #expect(try visit.focused() == "#access")
                var visited: [String] = []
                for _ in 0..<11 {
                    try browser.press(.tab)
                    visited.append(try visit.focused())
                }
                #expect(
                    visited == [
                        "queue", "#threshold", "All settings", "#files", "#search", "#order", "#motion", "Findings",
                        "Download Red", "New version of Red", "Withdraw Red",
                    ])
            }
        }

        @Test("a skip link leads directly to the gifts")
        func skipLinkLeadsToGifts() throws {
            try PageSession.run(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                try visit.browser.wait(for: .card("red", "a"), containing: "Download")
                try visit.browser.press(.tab, .enter, .tab)
                #expect(try visit.focused() == "#search")
            }
        }

        @Test("the focused element has a visible outline")
        func focusIsOutlined() throws {
            try PageSession.run(gifts: ["red": GiftFiles.red]) { visit in
                try visit.browser.wait(for: .card("red", "a"), containing: "Download")
                for _ in 0..<11 {
                    try visit.browser.press(.tab)
                    let isOutlined: Bool = try visit.browser.find(
                        """
                        const shown = document.activeElement.closest("label, .drop") ?? document.activeElement;
                        const style = getComputedStyle(shown);
                        const place = shown.getBoundingClientRect();
                        const bar = document.querySelector(".bar").getBoundingClientRect();
                        return style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2
                          && place.bottom > 0 && place.top < innerHeight
                          && (document.activeElement.closest(".bar") !== null || place.bottom > bar.bottom);
                        """)
                    let focused = try visit.focused()
                    #expect(isOutlined, "\(focused)")
                }
            }
        }

        @Test("every control has an accessible name, and ids are unique")
        func controlsHaveAccessibleNames() throws {
            try PageSession.run(gifts: ["red": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.wait(for: .card("red", "a"), containing: "Download")
                try browser.click("#more summary")
                try browser.click("#rollout > .button")
                let nameless: [String] = try browser.find(
                    """
                    return [...document.querySelectorAll("a, button, input, select, summary, dialog, fieldset")]
                      .filter((e) => e.checkVisibility() && e.getAttribute("aria-hidden") !== "true")
                      .filter((e) => {
                        const by = e.getAttribute("aria-labelledby");
                        return !(e.getAttribute("aria-label") || (by && document.getElementById(by)?.textContent)
                          || e.labels?.length || e.matches("a, button, summary, fieldset") && e.textContent.trim());
                      }).map((e) => e.outerHTML);
                    """)
                #expect(nameless.isEmpty)
                let twice: [String] = try browser.find(
                    """
                    const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
                    return ids.filter((id, place) => ids.indexOf(id) < place);
                    """)
                #expect(twice.isEmpty)
            }
        }
    }
}
