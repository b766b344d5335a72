package import SystemIO

/// A call of the system that a test may have fail.
package enum FaultyCall: Hashable, Sendable {
    case read
    /// A call that writes this number of bytes.
    case write(Int)
    case synchronize
    case rename

    /// The way in which a call fails.
    package enum Fault: Sendable {
        /// The call fails with this error number, such as `ENOSPC`.
        case error(Int32)
        /// Only this number of bytes is read or written.
        case part(Int)
    }
}

extension SystemCalls {
    /// Returns the system's calls, of which those fail for which `fault` returns a fault.
    package static func failing(_ fault: @escaping @Sendable (FaultyCall) -> FaultyCall.Fault?) -> SystemCalls {
        let check: @Sendable (Int, FaultyCall) throws(SystemError) -> Int = { (all, call) throws(SystemError) in
            switch fault(call) {
            case .error(let code): throw SystemError(code: code)
            case .part(let part): return min(part, all)
            case nil: return all
            }
        }
        var calls = system
        calls.read = { (descriptor, buffer, place) throws(SystemError) in
            let count = try check(buffer.count, .read)
            return try system.read(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), place)
        }
        calls.write = { (descriptor, bytes) throws(SystemError) in
            let count = try check(bytes.count, .write(bytes.count))
            return try system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        calls.synchronize = { (descriptor) throws(SystemError) in
            _ = try check(0, .synchronize)
            try system.synchronize(descriptor)
        }
        calls.rename = { (path, target) throws(SystemError) in
            _ = try check(0, .rename)
            try system.rename(path, target)
        }
        return calls
    }
}
