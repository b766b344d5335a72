import CPictures

/// The effort to reduce the size of a file.
enum CompressionEffort {
    case fast, thorough
}

/// Encodes straight pixels in the byte order red, green, blue, alpha as a PNG file.
func encodePNG(
    _ pixels: [UInt32], width: Int, height: Int, effort: CompressionEffort
) throws(PictureError) -> [UInt8] {
    try encodePNG(
        pixels, format: picturesFormatRGBA, bytesPerPixel: 4, width: width, height: height, colors: [], effort: effort)
}

/// Encodes palette indices as a PNG file with eight bits per pixel, however few colors the palette has.
func encodePNG(
    _ indices: [UInt8], palette: PNGPalette, width: Int, height: Int, effort: CompressionEffort
) throws(PictureError) -> [UInt8] {
    try encodePNG(
        indices, format: picturesFormatPalette, bytesPerPixel: 1, width: width, height: height,
        colors: palette.entries, effort: effort)
}

/// Encodes pixels in one of libpng's formats as a PNG file.
///
/// - Throws: `PictureError.notWritable` if a side is 0 or libpng fails.
private func encodePNG<Pixel: BitwiseCopyable>(
    _ pixels: [Pixel], format: png_uint_32, bytesPerPixel: Int, width: Int, height: Int, colors: [UInt32],
    effort: CompressionEffort
) throws(PictureError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.format = format
    image.flags = effort == .fast ? png_uint_32(PNG_IMAGE_FLAG_FAST) : 0
    image.colormap_entries = png_uint_32(colors.count)
    guard width > 0, height > 0, let columns = UInt32(exactly: width), let rows = UInt32(exactly: height) else {
        throw .notWritable(.png, reason: "expected at least 1×1 pixels, found \(width)×\(height)")
    }
    precondition(
        pixels.count * MemoryLayout<Pixel>.stride == width * height * bytesPerPixel,
        "a picture has as many pixels as its sides say")
    image.width = columns
    image.height = rows
    defer { png_image_free(&image) }

    let room = maxPNGSize(width: width, height: height, bytesPerPixel: bytesPerPixel)
    var succeeded = false
    // This is the only call, so libpng keeps no address. It writes at most `count` bytes and sets `count` to their
    // number.
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { target, count in
        count = target.count
        succeeded = png_image_write_to_memory(&image, target.baseAddress, &count, 0, pixels, 0, colors) != 0
        if !succeeded { count = 0 }
    }
    guard succeeded else { throw .notWritable(.png, reason: message(of: image)) }
    return bytes
}

/// Returns the upper limit of the file's size.
///
/// It allows for incompressible rows with filter bytes within zlib's bound, and for the other chunks.
private func maxPNGSize(width: Int, height: Int, bytesPerPixel: Int) -> Int {
    let rows = (width * bytesPerPixel + 1) * height
    let compressed = rows + (rows + 7) >> 3 + (rows + 63) >> 6 + 11
    return compressed + 12 * (compressed / 8192 + 1) + 2048
}
