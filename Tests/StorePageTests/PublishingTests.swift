import StoreDocuments
import Testing

extension StorePageTests {
    @Suite("Publishing, withdrawing and rolling back")
    struct PublishingTests {
        @Test("publishing a chosen file creates a gift kind, and the page shows the store's findings")
        func fileChooser() throws {
            try Visit.make { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("Red Square.json", GiftFiles.red), in: "#files")
                try browser.see("#uploads", saying: "A new gift.")
                let id: String = try browser.find("return document.querySelector('.upload input').value")
                #expect(id == "red-square")
                #expect(try visit.focused() == "Publish")
                try browser.press(.enter)
                try browser.see(".upload .message", saying: "Published as version 1.")
                try browser.see(".findings dd", saying: "100×100")
                try browser.see(".findings dd", saying: "1 s, 30 frames at 30 a second")
                try browser.see(.card("red-square", ".facts"), saying: "v1")
                #expect(try store.catalogue().gifts.map(\.id) == ["red-square"])
                try visit.expectNoComplaints()
            }
        }

        @Test("a file dropped on the page becomes a new gift kind; one dropped on a card becomes its next version")
        func dragAndDrop() throws {
            try Visit.make(gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.see(.card("red", ".facts"), saying: "v1")
                try browser.drop([try store.file("blue.json", GiftFiles.blue)], on: "#drop")
                try browser.see("#uploads", saying: "A new gift.")
                try browser.press(.enter)
                try browser.see(.card("blue", ".facts"), saying: "v1")
                try browser.drop([try store.file("other.json", GiftFiles.green)], on: .card("red"))
                try browser.see(".upload:last-child", saying: "A new version of Red, which is at 1.")
                try browser.press(.enter)
                try browser.see(.card("red", ".facts"), saying: "v2")
                #expect(try store.catalogue().gifts.map(\.version).sorted() == [1, 2])
                try visit.expectNoComplaints()
            }
        }

        @Test("the name, value, tags and sign that are entered on the page are published with the gift kind")
        func about() throws {
            try Visit.make { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("red.json", GiftFiles.red), in: "#files")
                try browser.see("#uploads", saying: "A new gift.")
                try browser.click(".about summary")
                for text in ["Little & red", "250", "small, new", "🟥", "[]"] {
                    try browser.press(.tab)
                    try browser.type(text)
                }
                try browser.press(.enter)
                try browser.see(.card("red", ".name"), saying: "Little & red")
                let gift = try #require(try store.catalogue().gifts.first)
                #expect(gift.name == "Little & red" && gift.value == 250 && gift.tags == ["small", "new"])
                #expect(gift.sign == GiftSign(emoji: "🟥", ascii: "[]"))
                try visit.expectNoComplaints()
            }
        }

        @Test("a file that is not an animation is rejected with the reason")
        func refusal() throws {
            try Visit.make { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.drop([try store.file("broken.json", GiftFiles.broken)], on: "#drop")
                try browser.see("#uploads", saying: "A new gift.")
                try browser.press(.enter)
                try browser.see(".upload .message", saying: "Not published.")
                try browser.see(".upload .message", saying: "layers[0].ty")
                #expect(try store.catalogue().gifts.isEmpty)
                // The user can try again.
                #expect(try visit.focused() == "Publish")
                try visit.expectNoComplaints(butFor: 400, 415, 422)
            }
        }

        @Test("an invalid id is reported before anything is sent")
        func badID() throws {
            try Visit.make { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("red.json", GiftFiles.red), in: "#files")
                try browser.see("#uploads", saying: "A new gift.")
                try browser.focus(".upload input")
                try browser.type("Red!")
                try browser.see(".upload .effect", saying: "Expected up to 64 lower-case letters")
                try browser.press(.enter)
                #expect(try store.catalogue().gifts.isEmpty)
            }
        }

        @Test("a gift kind is withdrawn after confirmation, and can be restored")
        func withdrawal() throws {
            try Visit.make(gifts: ["red": GiftFiles.red, "blue": GiftFiles.blue]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.see(.card("red", ".danger"), saying: "Withdraw")
                try browser.click(.card("red", ".danger"))
                try browser.see("#confirm", saying: "Withdraw Red?")
                #expect(try visit.focused() == "#confirm-no")
                try browser.press(.escape)
                try browser.see("!document.querySelector('#confirm').open", "the question is gone")
                #expect(try store.catalogue().gifts.count == 2)

                try browser.click(.card("red", ".danger"))
                try browser.press(.tab, .enter)
                try browser.see("#notices", saying: "Red is withdrawn.")
                try browser.see("#gifts-count", saying: "1 gift")
                #expect(try store.catalogue().gifts.map(\.id) == ["blue"])

                try browser.click("#notices .button")
                try browser.see("#gifts-count", saying: "2 gifts")
                try visit.expectNoComplaints()
            }
        }

        @Test("a gift kind can be rolled back to its previous version")
        func rollBack() throws {
            try Visit.make(gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try store.publish("red", GiftFiles.blue)
                try browser.see(.card("red", ".facts"), saying: "v2")
                try browser.click(.card("red", "[aria-label^='Roll back']"))
                try browser.see("#confirm", saying: "Roll back Red?")
                try browser.click("#confirm-yes")
                try browser.see(.card("red", ".facts"), saying: "v1")
                #expect(try store.catalogue().gifts.map(\.version) == [1])
                try visit.expectNoComplaints()
            }
        }
    }
}
