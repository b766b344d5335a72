import FaultProxy
import HTTPTransfer

/// Transfers as the tests make them: no proxy of the environment comes between.
func transfer(certificateFile: String? = nil) -> CurlTransfer {
    CurlTransfer(CurlOptions(certificateFile: certificateFile, proxy: .none))
}

/// The words of the failure, or of what came instead of one.
func failure(
    of request: HTTPRequest, over transfer: CurlTransfer = transfer(), isCancelled: () -> Bool = { false }
) -> String {
    do throws(HTTPTransferError) {
        let (head, body) = try transfer.answer(to: request, isCancelled: isCancelled)
        return "status \(head.status), \(body.count) bytes"
    } catch {
        return "\(error)"
    }
}

/// Bytes that no two places have alike by accident.
func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
}
