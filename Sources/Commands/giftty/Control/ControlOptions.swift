import AnimationExport
import ArgumentParser
import CommandLineSupport
import RoomControl
import RoomUI
import StageBroadcast

/// The options with which other programs can steer a room and browsers can watch it.
struct ControlOptions: ParsableArguments {
    @Option(
        name: .customLong("control"),
        help: ArgumentHelp(
            """
            Listen for the requests of other programs at unix:PATH, which only this user can open, or at \
            ws://127.0.0.1:PORT, for which they need the token of --control-token-file; may be repeated. See giftty control.
            """, valueName: "address"))
    var addresses: [String] = []

    @OptionGroup var token: ControlTokenOption

    @OptionGroup var watchers: ServeOption

    /// Opens the addresses; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for another kind of address, and 73 if it cannot be opened.
    func open() throws(CommandFailure) -> ControlServer? {
        guard !addresses.isEmpty else {
            guard token.path == nil else {
                throw CommandFailure(.usage, "--control-token-file: expected together with --control ws://… only")
            }
            return nil
        }
        let all = try addresses.map { (text) throws(CommandFailure) in try Self.address(text, of: "--control ") }
        let needsToken = all.contains { if case .webSocket = $0 { true } else { false } }
        guard needsToken == (token.path != nil) else {
            throw CommandFailure(
                .usage,
                needsToken
                    ? "--control ws://…: expected --control-token-file FILE, which is made if it is missing"
                    : "--control-token-file: expected together with --control ws://… only")
        }
        let secret = try token.readOrMake()
        if let warning = token.path.flatMap({ SecretFile(of: .token, at: $0).permissionWarning }) {
            StandardError.write(line: "giftty: \(warning)")
        }
        do throws(ControlServerError) {
            return try ControlServer(at: all, token: secret)
        } catch {
            throw CommandFailure(.cannotWrite, "--control \(error)")
        }
    }

    /// Returns a line for each address whose port the system has chosen, as only the room knows it.
    ///
    /// - Parameters:
    ///   - programs: What listens for other programs; `nil` for nothing.
    ///   - broadcast: What listens for browsers; `nil` for nothing.
    func chosenAddresses(
        of programs: ControlServer?, _ broadcast: StageBroadcast?
    ) throws(CommandFailure) -> [String] {
        var lines = (programs?.chosenAddresses ?? []).map { "control: \($0)" }
        if let broadcast, let url = try watchers.address().flatMap({ broadcast.chosenURL(of: $0) }) {
            lines.append("serve: \(url)")
        }
        return lines
    }

    /// Returns the address of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - option: What names the option in an error, with a space at its end.
    static func address(_ text: String, of option: String = "") throws(CommandFailure) -> ControlAddress {
        guard let address = ControlAddress(text) else {
            throw CommandFailure(.usage, "\(option)\(text): expected \(ControlAddress.forms)")
        }
        return address
    }
}

extension RoomControlSetup {
    /// Creates the configuration of a room whose screen is drawn as a window with a title.
    init(_ server: ControlServer, title: String) {
        self.init(server) { try AnimatedSVGWriter.still($0, frame: .terminal(title: title)) }
    }
}
