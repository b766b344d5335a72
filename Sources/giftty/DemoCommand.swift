import ArgumentParser
import GiftFeed
import GiftStore
import Playback
import Terminal

/// `giftty demo`: a simulated room with the embedded gifts, without any set-up.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Runs a live room: a simulated feed, the embedded gifts, and the policy that the settings say.",
        discussion: """
            The settings come from --set, --mode and --replace-at, from variables such as GIFTTY_MODE, and from the \
            configuration file, which is read again when it changes. Keys change them too: ? lists them.
            """)

    @Option(help: "The room's seed: the same seed gives the same room.")
    var seed: UInt64?

    @Option(help: "How lively the room is: calm, party or storm.")
    var profile = ProfileArgument.party

    @Option(help: ArgumentHelp("Gifts a minute, instead of the profile's.", valueName: "gifts-per-minute"))
    var rate: RateArgument?

    @Option(help: ArgumentHelp("Leave after this time.", valueName: "30s"))
    var duration: DurationArgument?

    @OptionGroup var settings: SettingsOptions

    func run() async throws {
        let environment = TerminalFacts.environment
        let layers = try settings.layers(environment: environment)
        guard TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "demo: standard output: expected a terminal")
        }
        let gifts = try embeddedGifts()
        let room = try room(of: gifts)
        guard TerminalDescription.current(environment: environment).canPlaceCursor else {
            var show = PlainShow(room: room, settings: layers.playback, catalogue: gifts.catalogue)
            try await show.run(for: duration?.time, on: ContinuousClock())
            return
        }
    }

    private func room(of gifts: EmbeddedGifts) throws(CommandFailure) -> SimulatedRoom {
        do {
            let script = try gifts.room()
            guard let profile = script.profiles[profile.rawValue] else {
                throw CommandFailure(.software, "room.yaml: expected a profile \"\(profile.rawValue)\"")
            }
            return SimulatedRoom(
                script: script, profile: profile, kinds: gifts.kinds, seed: seed ?? .random(in: 1..<100_000),
                giftsPerMinute: rate?.perMinute)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.software, "\(error)")
        }
    }
}
