import CPictures
import VectorGraphics

/// Decodes a JPEG picture with TurboJPEG, which reports errors by its return value.
func decodeJPEG(_ bytes: [UInt8]) throws(PictureError) -> Pixmap {
    guard let decoder = tjInitDecompress() else { throw .corrupt(.jpeg, reason: "no decoder") }
    defer { tjDestroy(decoder) }
    let length = UInt(bytes.count)
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colorSpace: Int32 = 0
    guard tjDecompressHeader3(decoder, bytes, length, &width, &height, &subsampling, &colorSpace) == 0 else {
        throw .corrupt(.jpeg, reason: reason(decoder))
    }
    let isCMYK = colorSpace == Int32(TJCS_CMYK.rawValue) || colorSpace == Int32(TJCS_YCCK.rawValue)
    let format = Int32((isCMYK ? TJPF_CMYK : TJPF_RGBA).rawValue)
    var pixmap = try blankPixmap(.jpeg, width: Int(width), height: Int(height))
    // Rows are contiguous with four bytes per pixel, which matches the picture's memory. C may write bytes into any
    // memory without changing its type.
    let status = pixmap.pixels.withUnsafeMutableBytes { target in
        // A progressive file can request any number of scans; the limit turns that into an error.
        tjDecompress2(
            decoder, bytes, length, target.baseAddress, width, 0, height, format, TJFLAG_LIMITSCANS)
    }
    // A warning means that the file is damaged or truncated and that the decoder filled the gaps. Browsers show such
    // files too.
    guard status == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else {
        throw .corrupt(.jpeg, reason: reason(decoder))
    }
    if isCMYK {
        convertFromCMYK(&pixmap)
    } else {
        let isGrey = colorSpace == Int32(TJCS_GRAY.rawValue)
        ColorProfile(jpegFile: bytes, isGrey: isGrey)?.convert(&pixmap)
        orderBytes(&pixmap)
    }
    return pixmap
}

/// Returns the decoder's error message.
private func reason(_ decoder: tjhandle) -> String {
    guard let text = tjGetErrorStr2(decoder) else { return "unknown error" }
    return String(cString: text)
}

/// Converts inverted CMYK, which Adobe's programs write, to opaque RGB; 255 means no ink.
private func convertFromCMYK(_ pixmap: inout Pixmap) {
    for index in pixmap.pixels.indices {
        let inks = UInt32(littleEndian: pixmap.pixels[index])
        let black = inks >> 24
        let red = ((inks & 0xFF) * black + 127) / 255
        let green = ((inks >> 8 & 0xFF) * black + 127) / 255
        let blue = ((inks >> 16 & 0xFF) * black + 127) / 255
        pixmap.pixels[index] = 0xFF00_0000 | blue << 16 | green << 8 | red
    }
}
