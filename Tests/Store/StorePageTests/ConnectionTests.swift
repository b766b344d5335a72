import BrowserSupport
import Testing

extension StorePageTests {
    @Suite("Connection to the store")
    struct ConnectionTests {
        @Test("the page shows a lost connection, reconnects, and then shows later changes")
        func pageReconnects() throws {
            try PageSession.run(gifts: ["red": GiftFiles.red]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.wait(for: "#gifts-count", containing: "1 gift")
                store.stop()
                try browser.wait(
                    for: "#connection[data-state=waiting], #connection[data-state=lost]", containing: "onnect")
                try browser.focus("input[value=queue]")
                try browser.press(.right)
                try browser.wait(for: "#settings-message", containing: "The store did not answer.")
                try store.start()
                try browser.wait(for: "#connection", containing: "Live")
                try store.publish("blue", GiftFiles.blue)
                try browser.wait(for: "#gifts-count", containing: "2 gifts")
            }
        }
    }
}
