package import VectorGraphics

/// Decoders write red, green, blue, alpha in the order of memory; read as a little-endian word that is a `Pixmap` pixel.
/// On a big-endian machine the words are swapped once here.
func premultiply(_ pixmap: inout Pixmap) {
    pixmap.pixels.withUnsafeMutableBufferPointer { pixels in
        for index in pixels.indices {
            pixels[index] = premultiplied(UInt32(littleEndian: pixels[index]))
        }
    }
}

/// The pixels of `pixmap` with straight alpha, in the byte order red, green, blue, alpha.
package func straightPixels(of pixmap: Pixmap) -> [UInt32] {
    pixmap.pixels.map { straight($0).littleEndian }
}

@inline(__always)
private func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    let red = roundedOver255((pixel & 0xFF) * alpha)
    let green = roundedOver255((pixel >> 8 & 0xFF) * alpha)
    let blue = roundedOver255((pixel >> 16 & 0xFF) * alpha)
    return alpha << 24 | blue << 16 | green << 8 | red
}

@inline(__always)
private func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    let red = straightChannel(pixel & 0xFF, alpha)
    let green = straightChannel(pixel >> 8 & 0xFF, alpha)
    let blue = straightChannel(pixel >> 16 & 0xFF, alpha)
    return alpha << 24 | blue << 16 | green << 8 | red
}

/// `product / 255` rounded to the nearest, exact for products of two bytes.
@inline(__always)
private func roundedOver255(_ product: UInt32) -> UInt32 {
    let biased = product + 128
    return (biased + (biased >> 8)) >> 8
}

/// A channel above its alpha would break the rule of premultiplication; it is taken as full rather than wrapped.
@inline(__always)
private func straightChannel(_ channel: UInt32, _ alpha: UInt32) -> UInt32 {
    min(255, (channel * 255 + alpha / 2) / alpha)
}
