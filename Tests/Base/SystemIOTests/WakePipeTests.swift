import Testing

@testable import SystemIO

@Suite("A wake pipe") struct WakePipeTests {
    @Test("is readable from a signal until it is cleared") func signal() throws {
        let pipe = try WakePipe()
        #expect(!Descriptor.isReadable(pipe.descriptor))
        pipe.signal()
        pipe.signal()
        pipe.wait()
        #expect(Descriptor.isReadable(pipe.descriptor) && pipe.waitForSignal(timeout: .zero))
        pipe.clear()
        #expect(!Descriptor.isReadable(pipe.descriptor) && !pipe.waitForSignal(timeout: .milliseconds(1)))
    }
}
