import ExactNumbers
import Playback
import PlayerSettings
import Synchronization
import Testing

/// Tests of following the configuration file while the program runs.
@Suite struct ConfigurationWatcherTests {
    /// A file whose state a test controls.
    private final class FakeFile: FileReading {
        struct State {
            var text: [UInt8]?
            var stamp = FileStamp(modified: 0, size: 0, inode: 1)
            var problem: String?
            var readings = 0
        }

        let state = Mutex(State())

        func write(_ text: String?, sameStamp: Bool = false) { write(bytes: text.map { Array($0.utf8) }, sameStamp) }

        func write(bytes: [UInt8]?, _ sameStamp: Bool = false) {
            state.withLock {
                $0.text = bytes
                $0.problem = nil
                guard !sameStamp else { return }
                $0.stamp = FileStamp(modified: $0.stamp.modified + 1, size: Int64(bytes?.count ?? 0), inode: 1)
            }
        }

        func stamp(of path: String) throws(FileError) -> FileStamp? {
            let state = state.withLock { $0 }
            return state.text == nil ? nil : state.stamp
        }

        func contents(of path: String) throws(FileError) -> [UInt8] {
            let state = state.withLock {
                $0.readings += 1
                return $0
            }
            if let problem = state.problem { throw FileError(problem) }
            return state.text ?? []
        }
    }

    private let file = FakeFile()

    /// A watch, polled as the stage does.
    private final class PolledWatcher {
        private var watcher: ConfigurationWatcher<FakeFile>

        init(_ file: FakeFile) {
            watcher = ConfigurationWatcher(path: "config.yaml", files: file)
        }

        var values: [SettingValue] { watcher.assignments.map(\.value) }
        var error: String? { watcher.error?.description }
        var isPresent: Bool { watcher.isPresent }

        @discardableResult func poll(at time: Nanoseconds) -> Bool { watcher.poll(at: time) }

        /// Polls thirty times per second and returns the time until the first change, in nanoseconds, or `nil` if there
        /// is none.
        @discardableResult
        func timeOfFirstChange(from start: Nanoseconds, for length: Nanoseconds = 5 * .second) -> Nanoseconds? {
            for time in stride(from: start, through: start + length, by: 33_333_333) where watcher.poll(at: time) {
                return time - start
            }
            return nil
        }
    }

    @Test func firstCheckReadsFile() {
        file.write("mode: replace\n")
        let watch = PolledWatcher(file)
        #expect(watch.poll(at: 0))
        #expect(watch.values == [.choice("replace")])
        #expect(watch.isPresent && watch.error == nil)
    }

    @Test func changeIsReadWithinSecond() throws {
        file.write("mode: replace\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        #expect(watch.timeOfFirstChange(from: 1) == nil)
        file.write("mode: queue\n")
        let delay = try #require(watch.timeOfFirstChange(from: 10 * .second))
        #expect(delay < .second)
        #expect(watch.values == [.choice("queue")])
    }

    @Test func changeWithSameStampIsRead() {
        file.write("gap: 1s\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.write("gap: 2s\n", sameStamp: true)
        #expect(watch.timeOfFirstChange(from: .second / 2) != nil)
        #expect(watch.values == [.duration(2 * .second)])
    }

    @Test func unchangedFileIsNotReread() {
        file.write("gap: 1s\n")
        let watch = PolledWatcher(file)
        #expect(watch.timeOfFirstChange(from: 0) == 0)
        #expect(watch.timeOfFirstChange(from: 1, for: 10 * .second) == nil)
        let readings = file.state.withLock { $0.readings }
        #expect(watch.timeOfFirstChange(from: 20 * .second, for: 60 * .second) == nil)
        #expect(file.state.withLock { $0.readings } == readings)
    }

    @Test func invalidFileKeepsLastValidSettingsAndReportsError() {
        file.write("mode: replace\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.write("mode: repalce\n")
        #expect(watch.timeOfFirstChange(from: .second) != nil)
        #expect(watch.values == [.choice("replace")])
        #expect(
            watch.error
                == #"config.yaml:1:7: mode: expected queue or replace, found "repalce", did you mean "replace"?"#)
        file.write("mode: queue\n")
        #expect(watch.timeOfFirstChange(from: 20 * .second) != nil)
        #expect(watch.values == [.choice("queue")])
        #expect(watch.error == nil)
    }

    @Test func initiallyInvalidFileLeavesDefaults() {
        file.write("mode: \n- x")
        let watch = PolledWatcher(file)
        #expect(watch.poll(at: 0))
        #expect(watch.values.isEmpty && watch.error != nil && watch.isPresent)
    }

    @Test func deletedFileHasNoSettings() {
        file.write("mode: replace\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.write(nil)
        #expect(watch.timeOfFirstChange(from: .second) != nil)
        #expect(watch.values.isEmpty && !watch.isPresent && watch.error == nil)
        file.write("mode: replace\n")
        #expect(watch.timeOfFirstChange(from: 20 * .second) != nil)
        #expect(watch.isPresent)
    }

    @Test func partlyWrittenFileIsNotRead() {
        file.write("mode: replace\ngap: 1s\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.write("")
        #expect(!watch.poll(at: .second))
        file.write("mode: replace\ngap: 2s\n")
        #expect(!watch.poll(at: 2 * .second))
        #expect(watch.values.count == 2)
        #expect(watch.poll(at: 3 * .second))
        #expect(watch.values == [.choice("replace"), .duration(2 * .second)])
    }

    @Test func vanishedStateMustBeSeenTwiceAgain() {
        file.write("gap: 1s\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        for (second, text) in ["gap: 2s\n", "gap: 1s\n", "gap: 2s\n", "gap: 3s\n", "gap: 2s\n"].enumerated() {
            file.write(text)
            #expect(!watch.poll(at: Nanoseconds(second + 1) * .second))
            #expect(watch.values == [.duration(.second)])
        }
        #expect(watch.poll(at: 6 * .second))
        #expect(watch.values == [.duration(2 * .second)])
    }

    @Test func absenceMustBeSeenTwice() {
        file.write("gap: 1s\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.write(nil)
        #expect(!watch.poll(at: .second))
        file.write("gap: 1s\n")
        #expect(!watch.poll(at: 2 * .second))
        file.write(nil)
        #expect(!watch.poll(at: 3 * .second))
        #expect(watch.isPresent && watch.values.count == 1)
        #expect(watch.poll(at: 4 * .second))
        #expect(!watch.isPresent && watch.values.isEmpty)
    }

    @Test func fileIsCheckedFiveTimesPerSecond() {
        file.write("gap: 1s\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.write("gap: 2s\n")
        let looks = [199_999_999, 200_000_000, 399_999_999, 400_000_000] as [Nanoseconds]
        #expect(looks.map { watch.poll(at: $0) } == [false, false, false, true])
    }

    @Test func unreadableFileKeepsLastValidSettings() {
        file.write("mode: replace\n")
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        file.state.withLock {
            $0.problem = "permission denied"
            $0.stamp = FileStamp(modified: 9, size: 9, inode: 9)
        }
        #expect(watch.timeOfFirstChange(from: .second) != nil)
        #expect(watch.error == "config.yaml: cannot be read: permission denied")
        #expect(watch.values.count == 1)
    }

    @Test func invalidUTF8IsError() {
        file.write(bytes: [0x6D, 0xFF, 0xFE])
        let watch = PolledWatcher(file)
        watch.poll(at: 0)
        #expect(watch.error == "config.yaml: expected UTF-8 text")
    }

    @Test func missingFileIsNoError() {
        let watch = PolledWatcher(file)
        #expect(!watch.poll(at: 0))
        #expect(watch.error == nil && !watch.isPresent)
    }

    @Test func diskFilesHaveStampsAndContents() throws {
        let disk = DiskFiles()
        #expect(try disk.stamp(of: "/no/such/file") == nil)
        #expect(throws: FileError("it is a folder")) { try disk.stamp(of: "/") }
        #expect(try disk.contents(of: "/dev/null") == [])
        let stamp = try #require(try disk.stamp(of: #filePath))
        #expect(try disk.contents(of: #filePath).count == Int(stamp.size))
        #expect(throws: FileError("it is longer than a megabyte")) { try disk.contents(of: "/dev/zero") }
        #expect(throws: FileError("no such file or directory")) { try disk.contents(of: "/no/such/file") }
    }
}
