import Testing

@testable import FaultProxy

@Suite struct FaultyResponseTests {
    private let answer = Array("HTTP/1.1 200 OK\r\n\r\n0123456789".utf8)

    /// Returns the answer that a client receives if it arrives in pieces of a size, with pauses, holds and ends in
    /// brackets.
    private func passedActions(_ fault: Fault, inPiecesOf size: Int) -> String {
        var faulty = FaultyResponse(fault)
        var words = ""
        for start in stride(from: 0, to: answer.count, by: size) {
            for action in faulty.process(Array(answer[start..<min(start + size, answer.count)])) {
                switch action {
                case .send(let bytes): words += String(decoding: bytes, as: UTF8.self)
                case .pause: words += "[pause]"
                case .hold: return words + "[hold]"
                case .end(let ending): return words + "[\(ending)]"
                }
            }
        }
        return words
    }

    @Test(arguments: [1, 2, 7, 19, 20, 1000])
    func chunkSizeDoesNotChangeFault(_ size: Int) {
        let head = "HTTP/1.1 200 OK\r\n\r\n"
        for (fault, expected) in [
            (.none, head + "0123456789"),
            (.truncate(after: .answer(4), .reset), "HTTP[reset]"),
            (.truncate(after: .answer(0), .finish), "[finish]"),
            (.truncate(after: .body(0), .finish), head + "[finish]"),
            (.truncate(after: .body(3), .finish), head + "012[finish]"),
            (.truncate(after: .body(11), .finish), head + "0123456789"),
            (.stall(after: .body(9)), head + "012345678[hold]"),
            (.corrupt(at: .answer(0)), "h" + head.dropFirst() + "0123456789"),
            (.corrupt(at: .body(1)), head + "0\u{11}23456789"),
            (.duplicate(at: .body(8), count: 2), head + "01234567" + "8899"),
        ] as [(Fault, String)] {
            #expect(passedActions(fault, inPiecesOf: size) == expected)
        }
    }

    @Test func delayComesOnceAndFirst() {
        #expect(passedActions(.delay(.seconds(1)), inPiecesOf: 15) == "[pause]HTTP/1.1 200 OK\r\n\r\n0123456789")
    }

    @Test func throttleSendsTwentiethAtATime() {
        var faulty = FaultyResponse(.throttle(bytesPerSecond: 40))
        #expect(
            faulty.process([1, 2, 3])
                == [.send([1, 2]), .pause(.milliseconds(50)), .send([3]), .pause(.milliseconds(25))])
    }
}
