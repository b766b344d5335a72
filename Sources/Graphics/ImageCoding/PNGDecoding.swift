import CPictures
import VectorGraphics

/// Decodes a PNG picture with libpng's simplified interface.
///
/// That interface reports errors by its return value. The older one uses `longjmp` across the caller's frames, which
/// Swift does not support.
func decodePNG(_ file: [UInt8]) throws(PictureError) -> Pixmap {
    let bytes = removingColorSpaceChunks(file)
    var image = png_image()
    // From the first call on, libpng stores messages at the address of `image` and reads from the file's address. Both
    // remain valid until the image is freed.
    var pixmap = try withUnsafeMutablePointer(to: &image) { image throws(PictureError) in
        defer { png_image_free(image) }
        return try bytes.withUnsafeBufferPointer { source throws(PictureError) in try decode(source, by: image) }
    }
    ColorProfile(pngFile: file)?.convert(&pixmap)
    premultiply(&pixmap)
    return pixmap
}

/// Decodes a PNG file into an image whose memory does not move; the pixels are not premultiplied.
private func decode(
    _ source: UnsafeBufferPointer<UInt8>, by image: UnsafeMutablePointer<png_image>
) throws(PictureError) -> Pixmap {
    image.pointee.version = png_uint_32(PNG_IMAGE_VERSION)
    guard png_image_begin_read_from_memory(image, source.baseAddress, source.count) != 0 else {
        throw .corrupt(.png, reason: message(of: image.pointee))
    }
    image.pointee.format = picturesFormatRGBA
    // Without this flag libpng treats a 16-bit picture as linear light.
    image.pointee.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
    var pixmap = try blankPixmap(.png, width: Int(image.pointee.width), height: Int(image.pointee.height))
    // Rows are contiguous with four bytes per pixel, which matches the picture's memory.
    let read = pixmap.pixels.withUnsafeMutableBytes { target in
        png_image_finish_read(image, nil, target.baseAddress, 0, nil)
    }
    guard read != 0 else { throw .corrupt(.png, reason: message(of: image.pointee)) }
    return pixmap
}

/// Returns libpng's message about an error.
func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { text in
        String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Returns the file without the chunks that define a color space, so that libpng does not convert its values.
///
/// A file with malformed chunks is returned unchanged, and the decoder reports its error.
private func removingColorSpaceChunks(_ file: [UInt8]) -> [UInt8] {
    let names: Set<[UInt8]> = [Array("gAMA".utf8), Array("cHRM".utf8), Array("iCCP".utf8), Array("sRGB".utf8)]
    var removed: [Range<Int>] = []
    var position = 8
    while position + 12 <= file.count {
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = position + 12 + length
        guard end <= file.count else { break }
        let name = Array(file[position + 4..<position + 8])
        // These chunks precede the pixel data, so the rest needs no check.
        if name == Array("IDAT".utf8) { break }
        if names.contains(name) { removed.append(position..<end) }
        position = end
    }
    guard !removed.isEmpty else { return file }
    var kept = file
    for range in removed.reversed() { kept.removeSubrange(range) }
    return kept
}
