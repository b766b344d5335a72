import CPlatform

/// Operations on descriptors of files, pipes and sockets.
public enum Descriptor {
    /// The descriptor of standard input.
    public static let standardInput = STDIN_FILENO
    /// The descriptor of standard output.
    public static let standardOutput = STDOUT_FILENO
    /// The descriptor of standard error.
    public static let standardError = STDERR_FILENO

    /// Calls `body` again as long as a signal interrupts it.
    static func repeatIfInterrupted<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        while true {
            do throws(SystemError) {
                return try body()
            } catch {
                guard error == .interrupted else { throw error }
            }
        }
    }

    /// Reads bytes into `buffer` and returns their number; 0 at the end.
    ///
    /// - Throws: `SystemError` that ``SystemError/wouldBlock`` if a non-blocking descriptor has no bytes now.
    public static func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Int {
        try repeatIfInterrupted { () throws(SystemError) in
            let count = CPlatform.read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw .last }
            return count
        }
    }

    /// Returns the available bytes, at most `count`; none at the end.
    public static func read(_ descriptor: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all bytes.
    public static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, by calls: SystemCalls = .system
    ) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = try repeatIfInterrupted { () throws(SystemError) in try calls.write(descriptor, rest) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes all bytes.
    public static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try write(UnsafeRawBufferPointer(bytes), to: descriptor)
        }
    }

    /// Writes as many bytes as the descriptor accepts now, and returns their number.
    ///
    /// - Throws: `SystemError` that ``SystemError/wouldBlock`` if a non-blocking descriptor accepts none now.
    public static func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) -> Int {
        try repeatIfInterrupted { () throws(SystemError) in try SystemCalls.system.write(descriptor, bytes) }
    }

    /// Sends as many bytes over a socket as it accepts now, and returns their number.
    ///
    /// If the other side has closed the connection, this throws ``SystemError/brokenPipe``; a write would raise the signal
    /// SIGPIPE, which ends the program.
    ///
    /// - Throws: `SystemError` that ``SystemError/wouldBlock`` if a non-blocking socket accepts none now.
    public static func sendSome(_ bytes: UnsafeRawBufferPointer, to socket: Int32) throws(SystemError) -> Int {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
            var isQuiet: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return try repeatIfInterrupted { () throws(SystemError) in
            let count = CPlatform.send(socket, bytes.baseAddress, bytes.count, flags)
            guard count >= 0 else { throw .last }
            return count
        }
    }

    /// Sends all bytes over a socket, and waits while it accepts none.
    ///
    /// - Throws: `SystemError`, ``SystemError/brokenPipe`` if the other side has closed the connection.
    public static func send(_ bytes: [UInt8], to socket: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                let count = try rest.withUnsafeBufferPointer { (rest) throws(SystemError) in
                    try sendSome(UnsafeRawBufferPointer(rest), to: socket)
                }
                rest = rest.dropFirst(count)
            } catch {
                guard error.wouldBlock else { throw error }
                wait(for: [AwaitedDescriptor(socket, for: .output)], milliseconds: -1)
            }
        }
    }

    /// Ends the sending over a socket, after what was sent already.
    static func endSending(over socket: Int32) throws(SystemError) {
        guard shutdown(socket, Int32(SHUT_WR)) == 0 else { throw .last }
    }

    /// Continues reading and writing at a place of the file.
    public static func seek(_ descriptor: Int32, to place: Int) throws(SystemError) {
        guard lseek(descriptor, off_t(place), SEEK_SET) >= 0 else { throw .last }
    }

    /// Makes a descriptor non-blocking and closes it in programs that are started later.
    public static func makeNonBlocking(_ descriptor: Int32) { giftty_make_nonblocking(descriptor) }

    /// Closes a descriptor.
    public static func close(_ descriptor: Int32) { _ = CPlatform.close(descriptor) }

    /// Returns whether a descriptor is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the size of a terminal; `nil` if the descriptor is none or reports no size.
    public static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard giftty_terminal_size(descriptor, &size) else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
