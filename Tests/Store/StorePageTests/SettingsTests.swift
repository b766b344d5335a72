import BrowserSupport
import StoreProtocol
import Testing

extension StorePageTests {
    @Suite("Mode, threshold and all other settings")
    struct SettingsTests {
        @Test("an arrow key switches the mode for all rooms")
        func arrowKeySwitchesMode() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.press(.tab)
                #expect(try visit.focused() == "queue")
                try browser.press(.right)
                try browser.wait(for: "#settings-message", containing: "The mode is replace now.")
                #expect(try store.settings().resolved(for: "any").assignments.map(\.line) == ["mode=replace"])
                try browser.wait(for: "#mode-meaning", containing: "A new gift replaces the running one")
                try visit.expectNoErrors()
            }
        }

        @Test("keys move the threshold in steps of 1 %, up to never")
        func keysMoveThreshold() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.press(.tab, .tab)
                #expect(try visit.focused() == "#threshold")
                try browser.wait(for: "#threshold-text", containing: "30 %")
                let before = try store.settings().revision
                try browser.press(.right, .right, .left)
                try browser.wait(for: "#settings-message", containing: "Gifts may be replaced from 31 % on now.")
                #expect(try store.settings().default.map(\.line) == ["replaceAt=0.31"])
                // Several key presses in quick succession are published as one change.
                #expect(try store.settings().revision == before + 1)
                try browser.press(.end)
                try browser.wait(for: "#settings-message", containing: "Gifts are never replaced now.")
                let spoken: String = try browser.find(
                    "return document.querySelector('#threshold').getAttribute('aria-valuetext')")
                #expect(spoken == "never")
                try visit.expectNoErrors()
            }
        }

        @Test("settings that another client publishes appear at once")
        func otherChangesAppearAtOnce() throws {
            try PageSession.run(isUnlocked: false) { visit in
                try visit.browser.wait(for: "#threshold-text", containing: "30 %")
                try visit.store.publish(
                    settings: #"{"revision":0,"default":{"mode":"replace","replaceAt":0.77}}"#)
                try visit.browser.wait(for: "#threshold-text", containing: "77 %")
                let mode: String = try visit.browser.find(
                    "return document.querySelector('input[name=mode]:checked').value")
                #expect(mode == "replace")
            }
        }

        @Test("the form has all other settings, roll-outs and rooms")
        func formHasAllSettings() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.click("#more summary")
                try browser.focus("[data-setting=early]")
                try browser.type("hold")
                try browser.click("[data-setting=maxWaiting]")
                try browser.type("20")
                try browser.click("[data-setting=expireAfter]")
                try browser.type("2.5")
                try browser.click("#rollout > .button")
                try browser.click("#rooms > .button")
                try browser.type("lobby")
                try browser.click("#rooms .override .actions .button")
                try browser.click("#settings-publish")
                try browser.wait(for: "#notices", containing: "The settings are published.")
                let settings = try store.settings()
                #expect(settings.default.map(\.line) == ["early=hold", "maxWaiting=20", "expireAfter=2.5s"])
                #expect(settings.rollout.map(\.name) == ["b"] && settings.rollout.map(\.share) == [25])
                #expect(settings.rollout.first?.settings.map(\.line) == ["mode=replace"])
                #expect(settings.rooms["lobby"]?.map(\.line) == ["mode=queue"])
                try visit.expectNoErrors()
            }
        }

        @Test("an invalid value is reported beside its field")
        func invalidValueIsReported() throws {
            try PageSession.run { visit in
                try visit.browser.click("#more summary")
                try visit.browser.click("[data-setting=maxWaiting]")
                try visit.browser.type("1.5")
                try visit.browser.press(.enter)
                try visit.browser.wait(
                    for: "#settings-conflict", containing: "maxWaiting: expected a whole number from 0 up.")
                #expect(try visit.store.settings().default.isEmpty)
            }
        }

        @Test("the store's reason for rejecting settings is shown")
        func rejectionReasonIsShown() throws {
            try PageSession.run { visit in
                try visit.browser.click("#more summary")
                for _ in 0..<2 { try visit.browser.click("#rollout > .button") }
                let _: Bool = try visit.browser.find(
                    """
                    for (const share of document.querySelectorAll("#rollout input[max='100']")) share.value = "60";
                    document.querySelector("#rollout input").dispatchEvent(new Event("input", {bubbles: true}));
                    return true;
                    """)
                try visit.browser.click("#settings-publish")
                try visit.browser.wait(for: "#settings-conflict", containing: "shares of up to 100 in all, found 120")
                try visit.expectNoErrors(exceptStatuses: 422)
            }
        }

        @Test("a preview says which rooms a change touches, and publishes nothing")
        func previewSaysWhatChanges() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try store.publish(settings: #"{"revision":0,"rooms":{"lobby":{"maxWaiting":7}}}"#)
                let before = try store.settings().revision
                try browser.wait(for: "#settings-revision", containing: "revision \(before)")
                try browser.click("#more summary")
                try browser.click("[data-setting=maxWaiting]")
                try browser.type("20")
                try browser.click("#settings-preview")
                try browser.wait(
                    for: "#settings-conflict",
                    containing: "Changes 0 of 1 known room, and 100 % of all others. maxWaiting=20")
                #expect(try store.settings().revision == before)
                try visit.expectNoErrors()
            }
        }

        @Test("a store that wants a confirmation gets it from the person, with the reason")
        func confirmationComesFromPerson() throws {
            try PageSession.run(options: ["--confirm-share", "100"]) { visit in
                let (store, browser) = (visit.store, visit.browser)
                let before = try store.settings().revision
                try browser.focus("input[value=queue]")
                try browser.press(.right)
                try browser.wait(for: "#confirm-text", containing: "100 % of all others")
                try browser.click("#confirm-no")
                try browser.wait(for: "#settings-message", containing: "Nothing was published.")
                #expect(try store.settings().revision == before)

                try browser.click("#more summary")
                try browser.click("[data-setting=maxWaiting]")
                try browser.type("20")
                try browser.click("#settings-reason")
                try browser.type("a quiet night")
                try browser.click("#settings-publish")
                try browser.wait(for: "#confirm-text", containing: "100 % of all others")
                try browser.click("#confirm-yes")
                try browser.wait(for: "#notices", containing: "The settings are published.")
                #expect(try store.settings().default.map(\.line) == ["maxWaiting=20"])
                let audit = String(decoding: try store.send(.get, "audit").bytes, as: UTF8.self)
                #expect(audit.contains(#""changes":["maxWaiting=20"],"reason":"a quiet night""#))
                try visit.expectNoErrors()
            }
        }

        @Test("simultaneous changes of different settings are both kept")
        func changesOfDifferentSettingsAreMerged() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.click("#more summary")
                try browser.click("[data-setting=maxWaiting]")
                try browser.type("20")
                try store.publish(settings: #"{"revision":0,"default":{"mode":"replace","replaceAt":0.5}}"#)
                try browser.wait(for: "#threshold-text", containing: "50 %")
                try browser.click("#settings-publish")
                try browser.wait(for: "#notices", containing: "The settings are published.")
                #expect(
                    try Set(store.settings().default.map(\.line)) == [
                        "mode=replace", "replaceAt=0.5", "maxWaiting=20",
                    ])
            }
        }

        @Test("of two changes of one setting the second one reports a conflict, and can still be published")
        func changesOfSameSettingConflict() throws {
            try PageSession.run { visit in
                let (store, browser) = (visit.store, visit.browser)
                try browser.click("#more summary")
                try browser.click("[data-setting=maxWaiting]")
                try browser.type("20")
                try store.publish(settings: #"{"revision":0,"default":{"maxWaiting":7}}"#)
                try browser.wait(for: "#settings-revision", containing: "revision \(try store.settings().revision)")
                try browser.click("#settings-publish")
                try browser.wait(for: "#settings-conflict", containing: "maxWaiting is 7")
                #expect(try store.settings().default.map(\.line) == ["maxWaiting=7"])
                try browser.click("#settings-conflict .button")
                try browser.wait(for: "#notices", containing: "The settings are published.")
                #expect(try store.settings().default.map(\.line) == ["maxWaiting=20"])
                try visit.expectNoErrors()
            }
        }
    }
}
