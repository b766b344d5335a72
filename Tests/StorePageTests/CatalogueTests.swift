import Testing

extension StorePageTests {
    @Suite("Gifts on the page")
    struct CatalogueTests {
        @Test("a new store shows the demo gifts with animated previews")
        func demoGifts() throws {
            try Visit.make(isUnlocked: false, hasDemoGifts: true) { visit in
                try visit.browser.see("#gifts-count", saying: "14 gifts")
                let names: [String] = try visit.browser.find(
                    "return [...document.querySelectorAll('.name')].map(e => e.textContent)")
                #expect(names.count == 14 && names.first == "Heart")
                // Images in the visible area are loaded first.
                try visit.browser.see(
                    "document.querySelector('\(String.card("heart", ".preview"))').naturalWidth > 0",
                    "the heart's preview")
                let heart = try visit.store.send(.get, "gifts/heart/1/preview.png").bytes
                #expect(heart.starts(with: [0x89] + Array("PNG".utf8)) && heart.contains(sequence: "acTL"))
                try visit.expectNoComplaints()
            }
        }

        @Test("a card shows the facts of its gift kind")
        func facts() throws {
            try Visit.make(isUnlocked: false, gifts: ["red-square": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.see(.card("red-square", ".gift-id"), saying: "red-square")
                try browser.see(.card("red-square", ".facts"), saying: "v1")
                try browser.see(.card("red-square", ".facts"), saying: "1 s")
                try browser.see(.card("red-square", ".facts"), saying: "100×100")
                try browser.see(
                    "document.querySelector('\(String.card("red-square", ".preview"))').naturalWidth === 240",
                    "the preview")
                let link: String = try browser.find(
                    "return document.querySelector(arguments[0]).href", [String.card("red-square", "a")])
                #expect(link == visit.store.address + "gifts/red-square/1.zip")
                try visit.expectNoComplaints()
            }
        }

        @Test("changes by other clients appear at once, whether published, updated or withdrawn")
        func live() throws {
            try Visit.make(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.see("#gifts-count", saying: "1 gift")
                try store.publish("blue", GiftFiles.blue)
                try browser.see("#gifts-count", saying: "2 gifts")
                try browser.see(.card("blue", ".facts"), saying: "v1")
                try store.publish("red", GiftFiles.green)
                try browser.see(.card("red", ".facts"), saying: "v2")
                try browser.see(
                    "document.querySelector('\(String.card("red", ".preview"))').src.endsWith('/red/2/preview.png')",
                    "the new version's preview")
                try store.withdraw("red")
                try browser.see("#gifts-count", saying: "1 gift")
                #expect(try browser.text(.card("red")) == nil)
                try visit.expectNoComplaints()
            }
        }

        @Test("the search finds gifts by name")
        func search() throws {
            let gifts = ["red": GiftFiles.red, "blue": GiftFiles.blue, "green": GiftFiles.green]
            try Visit.make(isUnlocked: false, gifts: gifts) { visit in
                let browser = visit.browser
                try browser.see("#gifts-count", saying: "3 gifts")
                try browser.click("#search")
                try browser.type("re")
                try browser.see("#gifts-count", saying: "2 of 3 gifts")
                try browser.type("x")
                try browser.see("#cards", saying: "No gift is found.")
            }
        }

        @Test("names of gifts are shown as text, even if they contain HTML")
        func hostileNames() throws {
            let name = #"<img src=x onerror=alert(1)>"#
            let file = try GiftFiles.package(manifest: "name: '\(name)'\ntags: ['<b>bold</b>']\n", GiftFiles.red)
            try Visit.make(isUnlocked: false, gifts: ["red": file]) { visit in
                try visit.browser.see(.card("red", ".name"), saying: name)
                try visit.browser.see(.card("red", ".tags"), saying: "<b>bold</b>")
                try visit.expectNoComplaints()
            }
        }

        @Test("a viewer who prefers reduced motion sees still pictures, and can start the animations")
        func reducedMotion() throws {
            try Visit.make(isUnlocked: false, gifts: ["red": GiftFiles.red]) { visit in
                let browser = visit.browser
                try browser.open(visit.store.address + "?again", reducesMotion: true)
                let still = "document.querySelector('\(String.card("red", ".preview"))')?.src.endsWith('still.png')"
                try browser.see(still, "a still picture")
                try browser.see(
                    "document.querySelector('\(String.card("red", ".preview"))').naturalWidth === 240", "the picture")
                try browser.click("#motion")
                try browser.see("!(\(still))", "a moving picture")
                try visit.expectNoComplaints()
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
