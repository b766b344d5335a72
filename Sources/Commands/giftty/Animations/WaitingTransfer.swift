import AnimationLoading
import HTTPClient
import TerminalText

/// A transfer for a command that shows nothing before it: a line on the terminal says what it waits for, and how long.
struct WaitingTransfer: HTTPTransferring {
    /// Whether the terminal shows something else, so that there is no line.
    @TaskLocal static var isSilent = false

    private let transfer = CurlTransfer()

    /// The longest name of a server in the line, in Unicode scalars.
    private static let maxHost = 40

    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        var line = ProgressLine(clock: ContinuousClock())
        defer { line.clear() }
        let host = Self.host(of: request.url)
        return try transfer.perform(request, onHead: onHead, onBody: onBody) {
            if !Self.isSilent { line.show(waitingFor: host) }
            return isCancelled()
        }
    }

    /// Returns the server of an address, with its port if it has one.
    private static func host(of url: String) -> String {
        let shown = WebAddress.shown(url)
        let rest = shown.firstRange(of: "://").map { shown[$0.upperBound...] } ?? shown[...]
        return rest.prefix { !"/?#".contains($0) }.truncated(to: maxHost)
    }
}
