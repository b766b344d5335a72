import Motion
import Testing

@testable import RoomSession

@Suite("The heads of the viewers who have read the chat")
struct ChatHeadsTests {
    @Test("when there are too many readers, the chat forgets the earliest ones")
    func readers() {
        var heads = ChatHeads(ownViewer: nil, reducesMotion: false, color: { _ in MotionColor(0xFF0000) })
        heads.add(line: 0, rows: 1)
        for index in 0..<ChatHeads.maxReaders + 5 {
            let isNew = heads.markRead(by: "u\(index)", name: "ann", upTo: 0)
            #expect(isNew)
        }
        // The chat still knows the sixth reader and has forgotten the fifth.
        let remembered = heads.markRead(by: "u5", name: "ann", upTo: 0)
        let forgotten = heads.markRead(by: "u4", name: "ann", upTo: 0)
        #expect(!remembered && forgotten)
    }
}
