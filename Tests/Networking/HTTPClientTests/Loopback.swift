import FaultProxy
import HTTPClient

/// Returns a transfer that ignores a proxy of the environment.
func transfer(certificateFile: String? = nil) -> CurlTransfer {
    CurlTransfer(CurlOptions(certificateFile: certificateFile, proxy: .none))
}

/// Returns the text of the failure, or a short description of the answer if the request succeeds.
func failure(
    of request: HTTPRequest, over transfer: CurlTransfer = transfer(), isCancelled: () -> Bool = { false }
) -> String {
    do throws(HTTPTransferError) {
        let (head, body) = try transfer.fetch(request, isCancelled: isCancelled)
        return "status \(head.status), \(body.count) bytes"
    } catch {
        return "\(error)"
    }
}

/// Returns a pattern in which neighbouring bytes differ, so that shifted bytes are noticed.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
}
