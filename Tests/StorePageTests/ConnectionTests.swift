import Testing

extension StorePageTests {
    @Suite("Connection to the store")
    struct ConnectionTests {
        @Test("the page shows a lost connection, reconnects, and then shows later changes")
        func reconnecting() throws {
            try Visit.make(gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.see("#gifts-count", saying: "1 gift")
                store.stop()
                try browser.see("#connection[data-state=waiting], #connection[data-state=lost]", saying: "onnect")
                try browser.focus("input[value=queue]")
                try browser.press(.right)
                try browser.see("#settings-message", saying: "The store did not answer.")
                try store.start()
                try browser.see("#connection", saying: "Live")
                try store.publish("blue", GiftFiles.blue)
                try browser.see("#gifts-count", saying: "2 gifts")
            }
        }
    }
}
