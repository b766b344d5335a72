import CPictures
import VectorGraphics

/// Decodes a still WebP picture, lossy or lossless, with its alpha.
func decodeWebP(_ bytes: [UInt8]) throws(PictureError) -> Pixmap {
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes, bytes.count, &features)
    guard status == VP8_STATUS_OK else { throw .corrupt(.webp, reason: reason(status)) }
    guard features.has_animation == 0 else {
        throw .unsupported(.webp, reason: "expected a still picture, found an animated one")
    }
    var pixmap = try blankPixmap(.webp, width: Int(features.width), height: Int(features.height))
    let stride = features.width * 4
    // C may write bytes into any memory without changing its type.
    let decoded = pixmap.pixels.withUnsafeMutableBytes { target in
        WebPDecodeRGBAInto(bytes, bytes.count, target.baseAddress, target.count, stride) != nil
    }
    guard decoded else { throw .corrupt(.webp, reason: "the picture's data is damaged or ends early") }
    ColorProfile(webpFile: bytes)?.convert(&pixmap)
    premultiply(&pixmap)
    return pixmap
}

/// Returns a description of a decoder status.
private func reason(_ status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_NOT_ENOUGH_DATA: "the file ends early"
    case VP8_STATUS_OUT_OF_MEMORY: "not enough memory"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses an unknown feature"
    default: "its header is damaged"
    }
}
