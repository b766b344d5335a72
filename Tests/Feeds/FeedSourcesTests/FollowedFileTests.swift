import Testing

@testable import FeedSources

/// Tests of the actions at the end of a file that another program writes.
@Suite struct FollowedFileTests {
    private static func status(_ file: UInt64, _ size: Int64) -> FollowedFile.Status {
        FollowedFile.Status(device: 1, file: file, size: size)
    }

    private func file(read count: Int) -> FollowedFile {
        var file = FollowedFile(Self.status(1, 0))
        file.recordRead(count)
        return file
    }

    @Test(
        arguments: [
            (100, status(1, 100), status(1, 100), FollowedFile.Action.wait),
            (100, status(1, 120), status(1, 120), .continueReading),
            (100, status(1, 40), status(1, 40), .rewind), (100, status(1, 0), status(1, 0), .rewind),
            (100, status(1, 100), nil, .wait), (100, status(1, 100), status(2, 5), .continueReading),
            (0, status(1, 0), status(1, 0), .wait),
        ] as [(Int, FollowedFile.Status, FollowedFile.Status?, FollowedFile.Action)])
    func actionAtEndDependsOnFile(
        read: Int, open: FollowedFile.Status, named: FollowedFile.Status?, action: FollowedFile.Action
    ) {
        var file = file(read: read)
        #expect(file.actionAtEnd(open: open, named: named) == action)
    }

    @Test func renamedFileIsReadToEndFirst() {
        var file = file(read: 100)
        #expect(file.actionAtEnd(open: Self.status(1, 100), named: Self.status(2, 5)) == .continueReading)
        file.recordRead(10)
        #expect(file.actionAtEnd(open: Self.status(1, 110), named: Self.status(2, 5)) == .continueReading)
        #expect(file.actionAtEnd(open: Self.status(1, 110), named: Self.status(2, 5)) == .reopen)
        file.reset(to: Self.status(2, 5))
        #expect(
            file.offset == 0 && file.actionAtEnd(open: Self.status(2, 5), named: Self.status(2, 5)) == .continueReading)
    }

    @Test func rewoundFileIsReadFromBeginning() {
        var file = file(read: 100)
        _ = file.actionAtEnd(open: Self.status(1, 40), named: Self.status(1, 40))
        #expect(file.offset == 0)
    }
}
