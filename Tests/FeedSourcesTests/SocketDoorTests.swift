import Foundation
import Testing

@testable import FeedSources

/// Tests of when a socket accepts connections.
@Suite struct SocketDoorTests {
    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func whereTheSystemHasNoRoomItRestsForATenthOfASecond(reason: Int32) {
        var door = SocketDoor()
        door.refused(reason)
        #expect(!door.isWatched(connections: 0))
        #expect(door.wait(atMost: []) == 100 && door.wait(atMost: [-1, 3_000]) == 100)
        #expect(door.wait(atMost: [-1, 20]) == 20, "what is due earlier is not kept waiting")
        door.waited()
        #expect(door.isWatched(connections: 0) && door.wait(atMost: [-1]) == -1)
    }

    @Test(arguments: [EAGAIN, EINTR, ECONNABORTED])
    func whoHasGoneAgainKeepsNobodyElseWaiting(reason: Int32) {
        var door = SocketDoor()
        door.refused(reason)
        #expect(door.isWatched(connections: 0) && door.wait(atMost: []) == -1)
    }

    @Test func sixteenAreInAtATime() {
        let door = SocketDoor()
        #expect(door.isWatched(connections: 15) && !door.isWatched(connections: 16))
    }
}
