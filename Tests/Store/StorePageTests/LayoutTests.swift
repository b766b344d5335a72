import BrowserSupport
import Foundation
import Testing

extension StorePageTests {
    @Suite("Layout")
    struct LayoutTests {
        /// Window sizes from narrow phones to wide screens.
        static let sizes = [(360, 740), (390, 844), (768, 1024), (1280, 800), (1600, 900)]

        @Test("at every width all elements stay within the page and no text is cut off")
        func elementsFitEveryWidth() throws {
            try PageSession.run(gifts: gifts) { visit in
                let browser = visit.browser
                try openEverything(visit)
                for (width, height) in Self.sizes {
                    try browser.resize(width: width, height: height, isTouched: width < 1000)
                    let outside: [String] = try browser.find(
                        """
                        return [...document.querySelectorAll("body *")].filter((e) => {
                          const place = e.getBoundingClientRect();
                          return place.width > 0 && (place.right > innerWidth + 0.5 || place.left < -0.5)
                            && !e.closest(".visually-hidden, .skip, legend");
                        }).map((e) => e.tagName + "." + e.className);
                        """)
                    #expect(outside.isEmpty, "\(width)")
                    let cut: [String] = try browser.find(
                        """
                        return [...document.querySelectorAll("button, a, h1, h2, h3, summary, label, .value, .pill, output")]
                          .filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent);
                        """)
                    #expect(cut.isEmpty, "\(width)")
                    let scroll: [Int] = try browser.find(
                        "return [document.documentElement.scrollWidth, innerWidth]")
                    #expect(scroll[0] <= scroll[1], "\(width)")
                }
            }
        }

        @Test("the gifts are beside the controls on wide screens, and below them on narrow ones")
        func giftsAreBesideOrBelowControls() throws {
            try PageSession.run(gifts: gifts) { visit in
                func isBeside() throws -> Bool {
                    try visit.browser.find(
                        """
                        const [side, main] = [".side", "main"].map((s) => document.querySelector(s).getBoundingClientRect());
                        return side.right <= main.left && Math.abs(side.top - main.top) < 40;
                        """)
                }
                try visit.browser.resize(width: 1280, height: 800)
                let isBesideWhenWide = try isBeside()
                #expect(isBesideWhenWide)
                try visit.browser.resize(width: 390, height: 844)
                let isBesideWhenNarrow = try isBeside()
                #expect(!isBesideWhenNarrow)
            }
        }

        @Test("text has a contrast ratio of at least 4.5 to 1", arguments: [false, true])
        func textHasEnoughContrast(isDark: Bool) throws {
            try PageSession.run(gifts: gifts) { visit in
                try openEverything(visit)
                try visit.browser.resize(width: 1280, height: 800, isDark: isDark, reducesMotion: true)
                let poor: [String] = try visit.browser.find(Self.contrastScript)
                #expect(poor.isEmpty)
            }
        }

        @Test("touch targets are at least 24 pixels wide and high")
        func touchTargetsAreLargeEnough() throws {
            try PageSession.run(gifts: gifts) { visit in
                try openEverything(visit)
                try visit.browser.resize(width: 390, height: 844, isTouched: true)
                let small: [String] = try visit.browser.find(
                    """
                    return [...document.querySelectorAll("button, select, input, summary")]
                      .filter((e) => e.checkVisibility() && !e.closest(".visually-hidden"))
                      .map((e) => [e, e.getBoundingClientRect()])
                      .filter(([e, place]) => place.height < 24 || place.width < 24)
                      .map(([e, place]) => `${e.outerHTML} ${place.width}×${place.height}`);
                    """)
                #expect(small.isEmpty)
            }
        }

        /// `GIFTTY_PAGE_PICTURES=/some/folder swift test --filter StorePageTests` saves screenshots there for review.
        @Test(
            "screenshots for review are saved",
            .enabled(if: Self.folder != nil, "GIFTTY_PAGE_PICTURES names no folder"))
        func screenshotsAreSaved() throws {
            let folder = try #require(Self.folder)
            try PageSession.run(hasDemoGifts: true) { visit in
                let browser = visit.browser
                try browser.wait(for: "#gifts-count", containing: "14 gifts")
                for (width, height) in [(1280, 800), (390, 844)] {
                    for isDark in [false, true] {
                        try browser.resize(width: width, height: height, isDark: isDark, isTouched: width < 1000)
                        try browser.waitUntil(
                            "[...document.images].every(i => i.complete || i.getBoundingClientRect().top > innerHeight)",
                            "the previews")
                        let scheme = isDark ? "dark" : "light"
                        try browser.saveScreenshot(to: "\(folder)/page-\(width)x\(height)-\(scheme).png")
                    }
                }
                try openEverything(visit)
                try browser.resize(width: 1280, height: 1600)
                try browser.saveScreenshot(to: "\(folder)/page-settings-light.png")
                try browser.resize(width: 390, height: 2400, isDark: true, isTouched: true)
                try browser.saveScreenshot(to: "\(folder)/page-settings-dark-narrow.png")
            }
        }

        private static let folder = ProcessInfo.processInfo.environment["GIFTTY_PAGE_PICTURES"]

        private let gifts = [
            "red": GiftFiles.red, "a-gift-with-a-name-that-goes-on-and-on-without-an-end-to-be-seen": GiftFiles.blue,
        ]

        /// Opens all collapsed sections, and leaves a rejected setting and a rejected file on the page.
        private func openEverything(_ visit: PageSession) throws {
            let browser = visit.browser
            try browser.click("#more summary")
            try browser.click("#rollout > .button")
            try browser.click("#rooms > .button")
            try browser.click("#settings-publish")
            try browser.wait(for: "#settings-conflict", containing: "expected a name")
            try browser.choose(try visit.store.file("broken.json", GiftFiles.broken), in: "#files")
            try browser.wait(for: "#uploads", containing: "A new gift.")
            try browser.press(.enter)
            try browser.wait(for: ".upload .message", containing: "Not published.")
        }

        /// Lists texts whose contrast with their background is lower than 4.5 to 1 (WCAG 2.2, 1.4.3).
        private static let contrastScript = """
            const channels = (color) => color.match(/[\\d.]+/g).map(Number);
            const over = (top, below) => [0, 1, 2].map((i) => top[i] * (top[3] ?? 1) + below[i] * (1 - (top[3] ?? 1)));
            const luminance = (color) => {
              const [r, g, b] = color.map((c) => c / 255)
                .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = (element) => {
              const layers = [];
              for (let at = element; at; at = at.parentElement) {
                layers.unshift(channels(getComputedStyle(at).backgroundColor));
              }
              return layers.reduce((below, top) => over(top, below), [255, 255, 255]);
            };
            return [...document.querySelectorAll("body *")].filter((element) => {
              const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "")
                || element.matches("select, input:not([type=radio], [type=range], [type=file])");
              return says && element.checkVisibility() && !element.closest(".visually-hidden, .skip, legend");
            }).map((element) => {
              const below = ground(element);
              const text = over(channels(getComputedStyle(element).color), below);
              const [light, dark] = [luminance(text), luminance(below)].sort((one, other) => other - one);
              return [(light + 0.05) / (dark + 0.05), element];
            }).filter(([ratio]) => ratio < 4.5)
              .map(([ratio, element]) => `${ratio.toFixed(2)} ${element.tagName}.${element.className} ${element.textContent}`);
            """
    }
}
