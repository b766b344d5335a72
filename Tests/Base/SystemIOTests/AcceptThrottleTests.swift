import Foundation
import SystemIO
import Testing

/// Tests of when a socket accepts connections.
@Suite struct AcceptThrottleTests {
    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func pausesForTenthOfSecondWithoutDescriptors(reason: Int32) {
        var door = AcceptThrottle(maxConnections: 16)
        door.handleAcceptFailure(SystemError(code: reason))
        #expect(!door.canAccept(connections: 0))
        #expect(door.pollTimeout(atMost: []) == 100 && door.pollTimeout(atMost: [-1, 3_000]) == 100)
        #expect(door.pollTimeout(atMost: [-1, 20]) == 20, "what is due earlier is not kept waiting")
        door.endPause()
        #expect(door.canAccept(connections: 0) && door.pollTimeout(atMost: [-1]) == -1)
    }

    @Test(arguments: [EAGAIN, EINTR, ECONNABORTED])
    func abortedConnectionCausesNoPause(reason: Int32) {
        var door = AcceptThrottle(maxConnections: 16)
        door.handleAcceptFailure(SystemError(code: reason))
        #expect(door.canAccept(connections: 0) && door.pollTimeout(atMost: []) == -1)
    }

    @Test func atMostSixteenConnections() {
        let door = AcceptThrottle(maxConnections: 16)
        #expect(door.canAccept(connections: 15) && !door.canAccept(connections: 16))
    }
}
