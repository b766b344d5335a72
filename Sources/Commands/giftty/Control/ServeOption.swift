import ArgumentParser
import StageBroadcast
import SystemIO

/// The option `--serve`, with which browsers of the same machine watch a stage.
struct ServeOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show the stage to browsers of this machine, live and read-only, such as at 127.0.0.1:8080.",
            valueName: "address"))
    var serve: String?

    /// Returns the address; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an address that other machines can reach.
    func address() throws(CommandFailure) -> LoopbackAddress? {
        guard let serve else { return nil }
        guard let address = LoopbackAddress(serve) else {
            throw CommandFailure(
                .usage, "--serve \(serve): expected an address of this machine with a port, such as 127.0.0.1:8080")
        }
        return address
    }

    /// Listens at the address; `nil` without the option.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an address that other machines can reach, and 73 if nobody can
    ///   listen there.
    func open() throws(CommandFailure) -> StageBroadcast? {
        guard let address = try address() else { return nil }
        do throws(SystemError) {
            return try StageBroadcast(at: address)
        } catch {
            throw CommandFailure(.cannotWrite, "--serve \(address): cannot be opened: \(error)")
        }
    }
}

extension StageBroadcast {
    /// Returns the URL of the page if the system has chosen its port; `nil` otherwise.
    func chosenURL(of address: LoopbackAddress) -> String? {
        address.port == 0 ? "http://\(address.with(port: port))/" : nil
    }
}
