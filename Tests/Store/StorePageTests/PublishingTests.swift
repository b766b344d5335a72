import BrowserSupport
import StoreProtocol
import Testing

extension StorePageTests {
    @Suite("Publishing, withdrawing and rolling back")
    struct PublishingTests {
        @Test("publishing a chosen file creates a gift kind, and the page shows the store's findings")
        func chosenFileBecomesGift() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("Red Square.json", GiftFiles.red), in: "#files")
                try browser.wait(for: "#uploads", containing: "A new gift.")
                let id: String = try browser.find("return document.querySelector('.upload input').value")
                #expect(id == "red-square")
                #expect(try visit.focused() == "Publish")
                try browser.press(.enter)
                try browser.wait(for: ".upload .message", containing: "Published as version 1.")
                try browser.wait(for: ".findings dd", containing: "100×100")
                try browser.wait(for: ".findings dd", containing: "1 s, 30 frames at 30 a second")
                try browser.wait(for: .card("red-square", ".facts"), containing: "v1")
                #expect(try store.catalogue().gifts.map(\.id) == ["red-square"])
                try visit.expectNoErrors()
            }
        }

        @Test("the findings of the lint are shown after publishing and on the card, as text and never as markup")
        func findingsAreShown() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("late.json", GiftFiles.late), in: "#files")
                try browser.wait(for: "#uploads", containing: "A new gift.")
                try browser.press(.enter)
                try browser.wait(for: ".upload .lint", containing: "empty-first-frame")
                try browser.wait(for: ".upload .lint", containing: "<b>late</b>")
                try browser.wait(for: .card("late", ".facts"), containing: "v1")
                try browser.click(.card("late", ".findings summary"))
                try browser.wait(for: .card("late", ".lint"), containing: "empty-first-frame")
                try visit.expectNoErrors()
            }
        }

        @Test("a file dropped on the page becomes a new gift kind; one dropped on a card becomes its next version")
        func droppedFileBecomesGiftOrVersion() throws {
            try PageSession.run(gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.wait(for: .card("red", ".facts"), containing: "v1")
                try browser.drop([try store.file("blue.json", GiftFiles.blue)], on: "#drop")
                try browser.wait(for: "#uploads", containing: "A new gift.")
                try browser.press(.enter)
                try browser.wait(for: .card("blue", ".facts"), containing: "v1")
                try browser.drop([try store.file("other.json", GiftFiles.green)], on: .card("red"))
                try browser.wait(for: ".upload:last-child", containing: "A new version of Red, which is at 1.")
                try browser.press(.enter)
                try browser.wait(for: .card("red", ".facts"), containing: "v2")
                #expect(try store.catalogue().gifts.map(\.version).sorted() == [1, 2])
                try visit.expectNoErrors()
            }
        }

        @Test("the name, value, tags and sign that are entered on the page are published with the gift kind")
        func enteredFactsArePublished() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("red.json", GiftFiles.red), in: "#files")
                try browser.wait(for: "#uploads", containing: "A new gift.")
                try browser.click(".about summary")
                for text in ["Little & red", "250", "small, new", "🟥", "[]"] {
                    try browser.press(.tab)
                    try browser.type(text)
                }
                try browser.press(.enter)
                try browser.wait(for: .card("red", ".name"), containing: "Little & red")
                let gift = try #require(try store.catalogue().gifts.first)
                #expect(gift.name == "Little & red" && gift.value == 250 && gift.tags == ["small", "new"])
                #expect(gift.symbol == GiftSymbol(emoji: "🟥", ascii: "[]"))
                try visit.expectNoErrors()
            }
        }

        @Test("a file that is not an animation is rejected with the reason")
        func invalidFileIsRejected() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.drop([try store.file("broken.json", GiftFiles.broken)], on: "#drop")
                try browser.wait(for: "#uploads", containing: "A new gift.")
                try browser.press(.enter)
                try browser.wait(for: ".upload .message", containing: "Not published.")
                try browser.wait(for: ".upload .message", containing: "layers[0].ty")
                #expect(try store.catalogue().gifts.isEmpty)
                // The user can try again.
                #expect(try visit.focused() == "Publish")
                try visit.expectNoErrors(exceptStatuses: 400, 415, 422)
            }
        }

        @Test("an invalid id is reported before anything is sent")
        func invalidIDIsReported() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.choose(try store.file("red.json", GiftFiles.red), in: "#files")
                try browser.wait(for: "#uploads", containing: "A new gift.")
                try browser.focus(".upload input")
                try browser.type("Red!")
                try browser.wait(for: ".upload .effect", containing: "Expected up to 64 lower-case letters")
                try browser.press(.enter)
                #expect(try store.catalogue().gifts.isEmpty)
            }
        }

        @Test("a gift kind is withdrawn after confirmation, and can be restored")
        func giftIsWithdrawnAndRestored() throws {
            try PageSession.run(gifts: ["red": GiftFiles.red, "blue": GiftFiles.blue]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.wait(for: .card("red", ".danger"), containing: "Withdraw")
                try browser.click(.card("red", ".danger"))
                try browser.wait(for: "#confirm", containing: "Withdraw Red?")
                #expect(try visit.focused() == "#confirm-no")
                try browser.press(.escape)
                try browser.waitUntil("!document.querySelector('#confirm').open", "the question is gone")
                #expect(try store.catalogue().gifts.count == 2)

                try browser.click(.card("red", ".danger"))
                try browser.press(.tab, .enter)
                try browser.wait(for: "#notices", containing: "Red is withdrawn.")
                try browser.wait(for: "#gifts-count", containing: "1 gift")
                #expect(try store.catalogue().gifts.map(\.id) == ["blue"])

                try browser.click("#notices .button")
                try browser.wait(for: "#gifts-count", containing: "2 gifts")
                try visit.expectNoErrors()
            }
        }

        @Test("a gift kind can be rolled back to its previous version")
        func giftIsRolledBack() throws {
            try PageSession.run(gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try store.publish("red", GiftFiles.blue)
                try browser.wait(for: .card("red", ".facts"), containing: "v2")
                try browser.click(.card("red", "[aria-label^='Roll back']"))
                try browser.wait(for: "#confirm", containing: "Roll back Red?")
                try browser.click("#confirm-yes")
                try browser.wait(for: .card("red", ".facts"), containing: "v1")
                #expect(try store.catalogue().gifts.map(\.version) == [1])
                try visit.expectNoErrors()
            }
        }
    }
}
