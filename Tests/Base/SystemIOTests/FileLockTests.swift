import SystemIO
import TestSupport
import Testing

@Suite("The lock of a file that is replaced")
struct FileLockTests {
    let folder: TemporaryFolder
    private var path: String { "\(folder.path)/ours.lock" }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("one holder at a time has it, and its file goes with the last one")
    func oneHolder() throws {
        var lock: FileLock? = try FileLock(path: path, waiting: .zero)
        let refused = try #require(throws: SystemError.self) { _ = try FileLock(path: path, waiting: .zero) }
        #expect(refused.wouldBlock)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(FileStatus.kind(of: path) == nil)
        lock = try FileLock(path: path, waiting: .zero)
        #expect(FileStatus.kind(of: path) == .file)
        withExtendedLifetime(lock) {}
    }

    @Test("the file of a holder that crashed, which nobody has locked, keeps nobody out and goes with the next one")
    func leftFile() throws {
        var lock: FileLock? = try FileLock(path: path, waiting: .zero)
        let left = try folder.bytes("ours.lock")
        withExtendedLifetime(lock) {}
        lock = nil
        try folder.write(left, to: "ours.lock")
        withExtendedLifetime(try FileLock(path: path, waiting: .zero)) {}
        #expect(FileStatus.kind(of: path) == nil)
    }

    @Test("a file that somebody else has made is locked and stays", arguments: ["", "not ours\n"])
    func foreignFile(contents: String) throws {
        try folder.write(contents, to: "ours.lock")
        let lock = try FileLock(path: path, waiting: .zero)
        #expect(throws: SystemError.self) { _ = try FileLock(path: path, waiting: .zero) }
        withExtendedLifetime(lock) {}
        #expect(try folder.read("ours.lock") == contents)
    }

    @Test("what somebody else has put in the place of the lock's file stays")
    func replacedFile() throws {
        let lock = try FileLock(path: path, waiting: .zero)
        try FileSystem.removeFile(path)
        try folder.write("not ours", to: "ours.lock")
        withExtendedLifetime(lock) {}
        #expect(try folder.read("ours.lock") == "not ours")
    }

    @Test("threads that wait for it have it one after the other")
    func waiting() throws {
        let count = 6
        let rounds = 50
        try folder.write("0", to: "count")
        let (path, counter) = (path, "\(folder.path)/count")
        let threads = try (0..<count).map { number in
            try SystemThread("lock \(number)") {
                for _ in 0..<rounds {
                    guard let lock = try? FileLock(path: path, waiting: .seconds(60)) else { return }
                    let text = (try? SystemDisk().contents(of: counter)) ?? []
                    let value = Int(String(decoding: text, as: UTF8.self)) ?? 0
                    try? SystemDisk().replace(
                        counter, with: Array("\(value + 1)".utf8), temporary: "\(counter).\(number)")
                    withExtendedLifetime(lock) {}
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(try folder.read("count") == "\(count * rounds)")
    }
}
