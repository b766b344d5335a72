import Testing

@testable import SystemIO

@Suite("A wait for descriptors") struct DescriptorWaitTests {
    @Test("says what each descriptor is ready for, and forgets what it said before") func readiness() throws {
        let (quiet, signalled) = (try WakePipe(), try WakePipe())
        signalled.signal()
        var awaited = [
            AwaitedDescriptor(quiet.descriptor), AwaitedDescriptor(nil), AwaitedDescriptor(signalled.descriptor),
        ]
        #expect(awaited.allSatisfy { $0.readiness.isEmpty })
        Descriptor.wait(for: &awaited, milliseconds: 10_000)
        #expect(awaited.map(\.readiness) == [[], [], .input])
        #expect(Descriptor.wait(for: awaited, milliseconds: 0) == [[], [], .input])
        signalled.clear()
        quiet.signal()
        Descriptor.wait(for: &awaited, milliseconds: 10_000)
        #expect(awaited.map(\.readiness) == [.input, [], []])
        quiet.clear()
        Descriptor.wait(for: &awaited, milliseconds: 1)
        #expect(awaited.allSatisfy { $0.readiness.isEmpty })
    }
}
