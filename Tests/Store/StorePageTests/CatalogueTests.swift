import BrowserSupport
import Testing

extension StorePageTests {
    @Suite("Gifts on the page")
    struct CatalogueTests {
        @Test("a new store shows the demo gifts with animated previews")
        func newStoreShowsDemoGifts() throws {
            try PageSession.run(isUnlocked: false, hasDemoGifts: true) { visit in
                try visit.browser.wait(for: "#gifts-count", containing: "14 gifts")
                let names: [String] = try visit.browser.find(
                    "return [...document.querySelectorAll('.name')].map(e => e.textContent)")
                #expect(names.count == 14 && names.first == "Heart")
                // Images in the visible area are loaded first.
                try visit.browser.waitUntil(
                    "document.querySelector('\(String.card("heart", ".preview"))').naturalWidth > 0",
                    "the heart's preview")
                let heart = try visit.store.send(.get, "gifts/heart/1/preview.png").bytes
                #expect(heart.starts(with: [0x89] + Array("PNG".utf8)) && heart.contains(sequence: "acTL"))
                try visit.expectNoErrors()
            }
        }

        @Test("a card shows the facts of its gift kind")
        func cardShowsFacts() throws {
            try PageSession.run(isUnlocked: false, gifts: ["red-square": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.wait(for: .card("red-square", ".gift-id"), containing: "red-square")
                try browser.wait(for: .card("red-square", ".facts"), containing: "v1")
                try browser.wait(for: .card("red-square", ".facts"), containing: "1 s")
                try browser.wait(for: .card("red-square", ".facts"), containing: "100×100")
                try browser.waitUntil(
                    "document.querySelector('\(String.card("red-square", ".preview"))').naturalWidth === 240",
                    "the preview")
                let link: String = try browser.find(
                    "return document.querySelector(arguments[0]).href", [String.card("red-square", "a")])
                #expect(link == visit.store.address + "gifts/red-square/1.zip")
                try visit.expectNoErrors()
            }
        }

        @Test("changes by other clients appear at once, whether published, updated or withdrawn")
        func otherChangesAppearAtOnce() throws {
            try PageSession.run(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.wait(for: "#gifts-count", containing: "1 gift")
                try store.publish("blue", GiftFiles.blue)
                try browser.wait(for: "#gifts-count", containing: "2 gifts")
                try browser.wait(for: .card("blue", ".facts"), containing: "v1")
                try store.publish("red", GiftFiles.green)
                try browser.wait(for: .card("red", ".facts"), containing: "v2")
                try browser.waitUntil(
                    "document.querySelector('\(String.card("red", ".preview"))').src.endsWith('/red/2/preview.png')",
                    "the new version's preview")
                try store.withdraw("red")
                try browser.wait(for: "#gifts-count", containing: "1 gift")
                #expect(try browser.text(.card("red")) == nil)
                try visit.expectNoErrors()
            }
        }

        @Test("the search finds gifts by name")
        func searchFindsGiftsByName() throws {
            let gifts = ["red": GiftFiles.red, "blue": GiftFiles.blue, "green": GiftFiles.green]
            try PageSession.run(isUnlocked: false, gifts: gifts) { visit in
                let browser = visit.browser
                try browser.wait(for: "#gifts-count", containing: "3 gifts")
                try browser.click("#search")
                try browser.type("re")
                try browser.wait(for: "#gifts-count", containing: "2 of 3 gifts")
                try browser.type("x")
                try browser.wait(for: "#cards", containing: "No gift is found.")
            }
        }

        @Test("names of gifts are shown as text, even if they contain HTML")
        func namesAreShownAsText() throws {
            let name = #"<img src=x onerror=alert(1)>"#
            let file = try GiftFiles.package(manifest: "name: '\(name)'\ntags: ['<b>bold</b>']\n", GiftFiles.red)
            try PageSession.run(isUnlocked: false, gifts: ["red": file]) { visit in
                try visit.browser.wait(for: .card("red", ".name"), containing: name)
                try visit.browser.wait(for: .card("red", ".tags"), containing: "<b>bold</b>")
                try visit.expectNoErrors()
            }
        }

        @Test("a viewer who prefers reduced motion sees still pictures, and can start the animations")
        func reducedMotionShowsStills() throws {
            try PageSession.run(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.open(visit.store.address + "?again", reducesMotion: true)
                let still = "document.querySelector('\(String.card("red", ".preview"))')?.src.endsWith('still.png')"
                try browser.waitUntil(still, "a still picture")
                try browser.waitUntil(
                    "document.querySelector('\(String.card("red", ".preview"))').naturalWidth === 240", "the picture")
                try browser.click("#motion")
                try browser.waitUntil("!(\(still))", "a moving picture")
                try visit.expectNoErrors()
            }
        }
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain the UTF-8 bytes of a text.
    func contains(sequence text: String) -> Bool {
        let wanted = Array(text.utf8)
        return indices.dropLast(wanted.count - 1).contains { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }
}
