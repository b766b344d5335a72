import Testing

/// The store's page in a real browser, against the real server, used as a person would. One test at a time: each has a
/// browser and a server of its own, and machines that build have few cores.
@Suite(.serialized, .enabled(if: Chromium.isInstalled, "needs chromium and chromedriver"))
struct StorePageTests {}
