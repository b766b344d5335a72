import Foundation
import PlayerSettings
import StoreProtocol
import SystemIO
import TestSupport
import Testing

@testable import StoreServer

@Suite("The audit log")
struct AuditTests {
    private func repository(in folder: TemporaryFolder) throws -> StoreRepository {
        try StoreRepository(root: folder.path, now: Gifts.time, audit: try AuditLog(root: folder.path))
    }

    /// Makes three changes.
    private func makeChanges(in folder: TemporaryFolder) throws {
        let repository = try repository(in: folder)
        let author = ChangeAuthor(token: "ci", address: "192.0.2.7", reason: "new \"price\"")
        _ = try repository.publish(Gifts.draft("rocket"), by: author)
        _ = try repository.publish(
            try PublishedSettings(
                json: Array(#"{"revision":0,"default":{"mode":"replace"},"rooms":{"lobby":{}}}"#.utf8)),
            by: author
        ) { _ in true }
        _ = try repository.withdraw("rocket", by: author)
    }

    @Test("each change has an entry with who, what and why, and the entries form a chain")
    func changesHaveEntries() throws {
        let folder = try TemporaryFolder()
        try makeChanges(in: folder)
        let (chain, entries) = try log(in: folder)
        #expect(entries.map(\.action) == [.publish, .settings, .withdraw])
        #expect(entries.map(\.revision) == [2, 2, 3])
        #expect(entries.map(\.number) == [1, 2, 3])
        #expect(
            entries[1].summary
                == "#2 2026-11-21T10:00:00Z ci (192.0.2.7) settings mode=replace, room lobby: added, revision 2: "
                + "new \"price\"")
        #expect(entries[0].previous == AuditChain.origin)
        // A new server continues the chain.
        _ = try repository(in: folder).rollBack("rocket")
        let (longer, all) = try log(in: folder, continuing: chain.head)
        #expect(all.last?.author == .program)
        #expect(longer.continues)
        #expect(try !log(in: folder, continuing: SHA256Digest.digest(of: [])).chain.continues)
    }

    private func log(
        in folder: TemporaryFolder, continuing earlierHead: SHA256Digest? = nil
    ) throws -> (chain: AuditChain, entries: [AuditEntry]) {
        var entries: [AuditEntry] = []
        let chain = try AuditLog.read(root: folder.path, continuing: earlierHead) { entries.append($0) }
        return (chain, entries)
    }

    @Test("a log is read in pieces of any length, a line without an end with bounded memory", arguments: [1, 7, 100])
    func pieces(length: Int) throws {
        let folder = try TemporaryFolder()
        try makeChanges(in: folder)
        let (whole, entries) = try log(in: folder)
        let bytes = Array(try folder.read(AuditLog.fileName).utf8) + [UInt8](repeating: 0, count: 250)
        var chain = AuditChain()
        var lines: [[UInt8]] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            try chain.read(Array(bytes[start..<min(bytes.count, start + length)])) { lines.append($1) }
        }
        #expect(lines == entries.map(\.line))
        #expect(chain.head == whole.head && chain.size == bytes.count - 250 && chain.incompleteBytes == 250)
        for _ in 0..<5 { try chain.read([UInt8](repeating: 0, count: AuditChain.maxLineLength)) { _, _ in } }
        #expect(chain.incompleteBytes == 250 + 5 * AuditChain.maxLineLength)
        let error = #expect(throws: AuditChain.BreakError.self) { try chain.read([UInt8(ascii: "\n")]) { _, _ in } }
        #expect(error?.line == 4)
    }

    @Test("a changed, removed or exchanged line breaks the chain", arguments: 0..<4)
    func tamperingBreaksChain(kind: Int) throws {
        let folder = try TemporaryFolder()
        try makeChanges(in: folder)
        let path = "\(folder.path)/\(AuditLog.fileName)"
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        switch kind {
        case 0: lines[1] = lines[1].replacing("192.0.2.7", with: "192.0.2.8")
        case 1: lines.remove(at: 1)
        case 2: lines.swapAt(0, 1)
        default: lines[2] = "{}"
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: RepositoryError.self) { try AuditLog.read(root: folder.path) }
        #expect(error?.description.contains("line ") == true)
        // A server must not continue a log that somebody changed.
        #expect(throws: RepositoryError.self) { try AuditLog(root: folder.path) }
    }

    @Test("removed lines at the end show against a digest that was noted")
    func removedEndShowsAgainstDigest() throws {
        let folder = try TemporaryFolder()
        try makeChanges(in: folder)
        let head = try AuditLog.read(root: folder.path).head
        let path = "\(folder.path)/\(AuditLog.fileName)"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        try (lines.dropLast().joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try !AuditLog.read(root: folder.path, continuing: head).continues)
    }

    @Test("a log that was removed is noticed at the next start, and that of a new store is not")
    func removedLogIsNoticed() throws {
        let folder = try TemporaryFolder()
        #expect(try repository(in: folder).notices.isEmpty, "it has the first gifts only")
        #expect(try repository(in: folder).notices.isEmpty)
        try makeChanges(in: folder)
        #expect(try repository(in: folder).notices.isEmpty)
        let path = "\(folder.path)/\(AuditLog.fileName)"
        try FileManager.default.removeItem(atPath: path)
        #expect(
            try repository(in: folder).notices == [
                "\(path): no entry, though the catalogue has revision 3 and the settings 2: "
                    + "the entries before were removed, or the store is a copy"
            ])
    }

    @Test("what a crash left of a line is removed, and the chain continues")
    func incompleteLineIsRemoved() throws {
        let folder = try TemporaryFolder()
        try makeChanges(in: folder)
        let path = "\(folder.path)/\(AuditLog.fileName)"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try (whole + Data(#"{"number":4,"ti"#.utf8)).write(to: URL(fileURLWithPath: path))
        let log = try AuditLog(root: folder.path)
        #expect(log.notice?.contains("removed 15 bytes") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
    }

    @Test("a change that is refused leaves no entry, and one without an entry does not happen")
    func refusedChangesLeaveNoEntry() throws {
        let folder = try TemporaryFolder()
        let repository = try repository(in: folder)
        #expect(throws: RepositoryError.self) {
            try repository.publish(Gifts.draft("rocket"), where: { _ in false })
        }
        #expect(throws: RepositoryError.self) { try repository.withdraw("rocket") }
        // Too long for readers, which shows only when it is about to be written.
        let settings = PublishedSettings(
            revision: 0, rooms: [String(repeating: "r", count: StoreLimits.maxSettingsBytes): []])
        #expect(throws: RepositoryError.self) { try repository.publish(settings) { _ in true } }
        #expect(try AuditLog.read(root: folder.path).count == 0)
        _ = try repository.publish(Gifts.draft("rocket"))
        #expect(try AuditLog.read(root: folder.path).count == 1)
    }

    @Test("clients see the last hundred entries without the disk, and no entry of a refused change")
    func clientsSeeEndOfLog() throws {
        let folder = try TemporaryFolder()
        let log = try AuditLog(root: folder.path)
        func withdraw(_ number: Int, _ make: () throws(RepositoryError) -> Void = {}) throws {
            let change = AuditEntry.Change(action: .withdraw, gift: "gift-\(number)", revision: number)
            try log.record(change, by: .program, at: Gifts.time(), make)
        }
        for number in 1...105 { try withdraw(number) }
        #expect(log.end.count == 105 && log.end.lines.count == AuditLog.End.maxLines)
        #expect(try log.end.lines.map { try AuditEntry(line: $0).number } == Array(6...105))
        let head = try AuditLog.read(root: folder.path).head
        #expect(log.end.head == head)
        #expect(throws: RepositoryError.changedMeanwhile) {
            try withdraw(106) { () throws(RepositoryError) in throw .changedMeanwhile }
        }
        #expect(log.end.count == 105 && log.end.head == head)
        // While a change is on its way to the disk, clients see the log as it was before.
        try withdraw(106) { #expect(log.end.count == 105) }
        #expect(log.end.count == 106)
        let lines = log.end.lines
        let next = try AuditLog(root: folder.path)
        #expect(next.end.lines == lines && next.end.count == 106)
    }

    @Test("an entry is short, however long the names of rooms are, and however many rooms change")
    func entriesAreShort() throws {
        let old = PublishedSettings(revision: 1)
        let many = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("room-\($0)", [Assignment]()) })
        for rooms in [[String(repeating: "ü", count: 1_000_000): []], many] {
            let change = AuditEntry.Change(from: old, to: PublishedSettings(revision: 2, rooms: rooms))
            #expect(change.details.joined().utf8.count < 10_000)
            #expect(!change.details.isEmpty)
        }
    }

    @Test("owners of tokens read the last entries, with the reasons of their headers")
    func ownersOfTokensReadEntries() async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(try repository(in: folder)) { server in
            var headers = server.authorization
            headers["Reason"] = "Preis 50 %25 h%C3%B6her + neu"
            let published = try await server.client.request(
                "PUT", "/gifts/plane", headers, body: Animations.document())
            #expect(published.status == 201)
            let anonymous = try await server.client.get("/audit")
            #expect(anonymous.status == 401)
            let answer = try await server.client.get("/audit", server.authorization)
            #expect(answer.status == 200 && answer.text.hasPrefix(#"{"count":1,"head":""#))
            #expect(answer.text.contains(#""token":"token","address":"127.0.0.1","action":"publish","gift":"plane""#))
            #expect(answer.text.contains("Preis 50 % höher + neu"))
            let hostile = try await server.client.request(
                "DELETE", "/gifts/plane", server.authorization.merging(["Reason": "a%0Ab"]) { $1 })
            #expect(hostile.status == 400)
        }
    }
}
