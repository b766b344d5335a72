import ArgumentParser
import Configuration
import GiftFeed
import GiftStore
import Playback
import Stage
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

    @Flag(help: "Say after leaving what the frames cost.")
    var statistics = false

    func run() async throws {
        let environment = TerminalFacts.environment
        let layers = try settings.layers(environment: environment)
        guard TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "demo: standard output: expected a terminal")
        }
        let setup = try setup(layers, environment: environment)
        guard TerminalDescription.current(environment: environment).canPlaceCursor else {
            return try await PlainShow.run(setup, on: ContinuousClock())
        }
        try StageRun.run(command: "demo", environment: environment, saysCost: statistics) { screen in
            var setup = setup
            setup.isASCII = screen.repertoire == .ascii
            return RoomShow(setup)
        }
    }

    private func setup(
        _ layers: LayeredSettings, environment: [String: String]
    ) throws(CommandFailure) -> RoomShow.Setup {
        let gifts = try embeddedGifts()
        let script: RoomScript
        do {
            script = try gifts.room()
        } catch {
            throw CommandFailure(.software, error.description)
        }
        guard let profile = script.profiles[profile.rawValue] else {
            throw CommandFailure(.software, "room.yaml: expected a profile \"\(profile.rawValue)\"")
        }
        var room = SimulatedRoom(
            script: script, profile: profile, kinds: gifts.kinds, seed: seed ?? .random(in: 1..<100_000),
            giftsPerMinute: rate?.perMinute)
        return RoomShow.Setup(
            script: script, viewers: room.present.count, catalogue: gifts.catalogue,
            animation: { id in gifts.catalogue[id].flatMap { gifts.animation(of: $0) } },
            nextEvent: { room.next() }, settings: layers,
            configuration: settings.file.path(environment: environment).map { path in
                ConfigurationWatch(path: path, files: DiskFiles())
            },
            length: duration?.time)
    }
}
