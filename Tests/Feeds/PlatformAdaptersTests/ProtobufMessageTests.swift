import SeededRandomness
import Testing

@testable import PlatformAdapters

/// Tests of the wire format of Protocol Buffers.
@Suite struct ProtobufMessageTests {
    private typealias Text = ProtobufText

    private func message(_ bytes: [UInt8]) -> ProtobufMessage { ProtobufMessage(bytes[...]) }

    @Test func valuesAreFoundByFieldNumber() {
        let inner = Text.field(1, 7) + Text.field(2, "inner")
        let read = message(Text.field(1, 300) + Text.field(2, "Änn") + Text.field(10, inner) + Text.field(10, []))
        #expect(read.number(1) == 300)
        #expect(read.text(2) == "Änn")
        #expect(read.messages(10).map { $0.text(2) } == ["inner", nil])
        #expect(read.number(2) == nil && read.text(1) == nil && read.text(3) == nil)
        #expect(read.errorOffset == nil)
    }

    @Test func lastOfRepeatedFieldsCounts() {
        let read = message(Text.field(1, 1) + Text.field(1, 2) + Text.field(2, "a") + Text.field(2, "b"))
        #expect(read.number(1) == 2 && read.text(2) == "b")
    }

    @Test func fixedLengthFieldsAreSkipped() {
        let fixed =
            Text.varint(16 << 3 | 5) + [0, 0, 0x80, 0x3F] + Text.varint(17 << 3 | 1) + Array(repeating: 9, count: 8)
        let read = message(fixed + Text.field(1, 5))
        #expect(read.number(1) == 5 && read.fields.count == 1 && read.errorOffset == nil)
    }

    @Test func maximumNumberFits() {
        #expect(message(Text.field(1, .max)).number(1) == .max)
    }

    @Test(
        "a damaged field ends the message, and the fields before it count",
        arguments: [
            // A number that is cut, a number of eleven bytes, and a number of more than 64 bits.
            [0x10, 0x80], [0x10] + Array(repeating: 0x80, count: 10) + [0],
            [0x10] + Array(repeating: 0xFF, count: 9) + [2],
            // A text that is longer than the rest, by one byte or by nearly 2^64.
            [0x12, 3, 0x61, 0x61], [0x12] + maxVarint + [0x61],
            // Fixed-length fields that are cut, groups, unknown wire types, and field 0.
            [0x11, 1, 2, 3], [0x15, 1], [0x13], [0x14], [0x16, 1], [0x17, 1], [0x00, 1],
        ] as [[UInt8]])
    func damagedFieldEndsMessage(bytes: [UInt8]) {
        let read = message(Text.field(1, 5) + bytes)
        #expect(read.errorOffset == 2 && read.number(1) == 5 && read.fields.count == 1)
    }

    private static let maxVarint: [UInt8] = ProtobufText.varint(.max)

    @Test func fieldCountIsLimited() {
        let one = Text.field(1, 1)
        let read = message(Array(repeatElement(one, count: ProtobufMessage.maxFields + 1).joined()))
        #expect(read.fields.count == ProtobufMessage.maxFields)
        #expect(read.errorOffset == ProtobufMessage.maxFields * one.count)
    }

    @Test("any bytes are read to their end or to the first invalid one", arguments: 1...200 as ClosedRange<UInt64>)
    func randomBytesAreHandled(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<random.next(below: 300)).map { _ in
            UInt8(random.next(below: 4) == 0 ? random.next(below: 256) : random.next(below: 32))
        }
        func read(_ message: ProtobufMessage, depth: Int) {
            #expect((message.errorOffset ?? 0) <= bytes.count, "seed \(seed)")
            guard depth < 3 else { return }
            for field in 1...16 as ClosedRange<UInt64> {
                _ = (message.number(field), message.text(field))
                for inner in message.messages(field) { read(inner, depth: depth + 1) }
            }
        }
        read(message(bytes), depth: 0)
    }
}
