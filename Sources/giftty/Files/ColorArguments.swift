import ArgumentParser
import HalfBlocks

/// A colour given as `RRGGBB`, with or without a sign before it.
struct HexColor: ExpressibleByArgument {
    /// The opaque premultiplied pixel.
    let pixel: UInt32

    init?(argument: String) {
        let digits = argument.hasPrefix("#") ? String(argument.dropFirst()) : argument
        guard digits.utf8.count == 6, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        pixel = 0xFF00_0000 | (value & 0xFF) << 16 | (value & 0xFF00) | value >> 16
    }
}

/// How many colours the output may use.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case truecolor
    case palette256 = "256"
    case palette16 = "16"
    case none

    var depth: ColorDepth {
        switch self {
        case .truecolor: .trueColor
        case .palette256: .palette256
        case .palette16: .palette16
        case .none: .none
        }
    }
}
