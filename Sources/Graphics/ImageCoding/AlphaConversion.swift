package import VectorGraphics

/// Converts decoded pixels with straight alpha to premultiplied `Pixmap` pixels.
///
/// Decoders write red, green, blue and alpha in memory order, which is a `Pixmap` pixel if read as a little-endian
/// word. On a big-endian machine this function swaps the bytes.
func premultiply(_ pixmap: inout Pixmap) {
    pixmap.pixels.withUnsafeMutableBufferPointer { pixels in
        for index in pixels.indices {
            pixels[index] = premultiplied(UInt32(littleEndian: pixels[index]))
        }
    }
}

/// Converts decoded opaque pixels to `Pixmap` pixels, which only a big-endian machine needs.
func orderBytes(_ pixmap: inout Pixmap) {
    guard UInt32(littleEndian: 1) != 1 else { return }
    for index in pixmap.pixels.indices { pixmap.pixels[index] = UInt32(littleEndian: pixmap.pixels[index]) }
}

/// Returns the pixels of `pixmap` with straight alpha, in the byte order red, green, blue, alpha.
package func straightPixels(of pixmap: Pixmap) -> [UInt32] {
    pixmap.pixels.map { straight($0).littleEndian }
}

/// Returns a straight pixel premultiplied by its alpha.
@inline(__always)
private func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    let red = dividedBy255((pixel & 0xFF) * alpha)
    let green = dividedBy255((pixel >> 8 & 0xFF) * alpha)
    let blue = dividedBy255((pixel >> 16 & 0xFF) * alpha)
    return alpha << 24 | blue << 16 | green << 8 | red
}

/// Returns a premultiplied pixel with straight alpha.
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

/// Returns `product / 255`, rounded to nearest, exact for products of two bytes.
@inline(__always)
private func dividedBy255(_ product: UInt32) -> UInt32 {
    let biased = product + 128
    return (biased + (biased >> 8)) >> 8
}

/// Returns a premultiplied channel with straight alpha.
///
/// A channel above its alpha violates the rule of premultiplication; it gives 255 instead of an overflow.
@inline(__always)
private func straightChannel(_ channel: UInt32, _ alpha: UInt32) -> UInt32 {
    min(255, (channel * 255 + alpha / 2) / alpha)
}
