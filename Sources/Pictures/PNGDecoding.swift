import CPictures
import VectorGraphics

/// Decodes through libpng's simplified interface: it reports errors by its return value, where the older one jumps
/// across the caller's frames, which Swift does not survive.
func decodePNG(_ file: [UInt8]) throws(PictureError) -> Pixmap {
    let bytes = removingColorSpaceChunks(file)
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    return try bytes.withUnsafeBufferPointer { source throws(PictureError) -> Pixmap in
        guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
            throw .corrupt(.png, reason: message(of: image))
        }
        image.format = picturesFormatRGBA
        // Without this a 16-bit picture is taken as linear light.
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        var pixmap = try blankPixmap(.png, width: Int(image.width), height: Int(image.height))
        let read = pixmap.pixels.withUnsafeMutableBytes { target in
            png_image_finish_read(&image, nil, target.baseAddress, 0, nil)
        }
        guard read != 0 else { throw .corrupt(.png, reason: message(of: image)) }
        premultiply(&pixmap)
        return pixmap
    }
}

func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { text in
        String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The file without the chunks that name a colour space, so that its numbers are taken as sRGB.
/// A file whose chunks can't be walked is returned as it is: the decoder says what is wrong with it.
private func removingColorSpaceChunks(_ file: [UInt8]) -> [UInt8] {
    let names: Set<[UInt8]> = [Array("gAMA".utf8), Array("cHRM".utf8), Array("iCCP".utf8), Array("sRGB".utf8)]
    var removed: [Range<Int>] = []
    var position = 8
    while position + 12 <= file.count {
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = position + 12 + length
        guard end <= file.count else { break }
        let name = Array(file[position + 4..<position + 8])
        // These stand before the pixels; what follows need not be looked at.
        if name == Array("IDAT".utf8) { break }
        if names.contains(name) { removed.append(position..<end) }
        position = end
    }
    guard !removed.isEmpty else { return file }
    var kept = file
    for range in removed.reversed() { kept.removeSubrange(range) }
    return kept
}
