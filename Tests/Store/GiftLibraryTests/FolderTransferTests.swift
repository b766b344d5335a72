import HTTPClient
import SystemIO
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of transfers from a folder.
@Suite struct FolderTransferTests {
    @Test func headComesBeforeLengthIsChecked() throws {
        let folder = try TemporaryFolder()
        try folder.write("0123456789", to: "catalogue.json")
        let transfer = FolderTransfer(root: folder.path, disk: SystemDisk())
        let request = HTTPRequest(
            "file://\(folder.path)/catalogue.json", limits: HTTPLimits(maxBodyBytes: 9))
        var heads: [Int] = []
        let error = #expect(throws: HTTPTransferError.self) {
            try transfer.perform(
                request, onHead: { heads.append($0.status) }, onBody: { _ in }, isCancelled: { false })
        }
        #expect(heads == [200])
        guard case .bodyTooLong(9) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
