import BrowserSupport
import Testing

/// Tests of the store's page in a real browser against the real server, used as a person would use it.
///
/// The tests run serially, because each starts its own browser and server, and build machines have few cores.
@Suite(.serialized, .enabled(if: Chromium.isInstalled, "needs chromium and chromedriver"))
struct StorePageTests {}
