import ArgumentParser
import TerminalCells

/// A color in the form `RRGGBB`, with an optional `#`.
struct HexColor: CheckedArgument {
    static let expectedValues = "six hexadecimal digits such as ff8800"

    /// The color as an opaque premultiplied pixel.
    let pixel: UInt32

    init?(argument: String) {
        let digits = argument.hasPrefix("#") ? String(argument.dropFirst()) : argument
        guard digits.utf8.count == 6, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        pixel = 0xFF00_0000 | (value & 0xFF) << 16 | (value & 0xFF00) | value >> 16
    }
}

/// The color depth of the output.
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
