import AnimationExport
import ArgumentParser
import RoomControl
import RoomUI

/// The option `--control`, at which other programs can steer a room.
struct ControlOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Listen for the requests of other programs at a socket that only this user can open; see giftty control.",
            valueName: "unix:path"))
    var control: String?

    /// Opens the socket; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for another kind of address, and 73 if the socket cannot be made.
    func open() throws(CommandFailure) -> ControlServer? {
        guard let control else { return nil }
        let path = try Self.path(of: control)
        do throws(ControlServerError) {
            return try ControlServer(at: path)
        } catch {
            throw CommandFailure(.cannotWrite, "--control \(error)")
        }
    }

    /// Returns the path of an address such as `unix:/tmp/room`.
    static func path(of address: String) throws(CommandFailure) -> String {
        guard address.hasPrefix("unix:"), address.utf8.count > "unix:".utf8.count else {
            throw CommandFailure(.usage, "--control \(address): expected unix:PATH")
        }
        return String(address.dropFirst("unix:".count))
    }
}

extension RoomControlSetup {
    /// Creates the configuration of a room whose screen is drawn as a window with a title.
    init(_ server: ControlServer, title: String) {
        self.init(server) { try AnimatedSVGWriter.still($0, frame: .terminal(title: title)) }
    }
}
