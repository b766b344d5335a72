import VectorGraphics

/// The pictures that a caller sets for layers.
///
/// Each picture is prepared once for all layers that show it, because one value may apply to thousands of layers.
struct ReplacementImages {
    private struct Entry {
        /// The picture, which is retained so that the memory of its pixels is not reused for another one.
        let image: Pixmap
        weak var preparedImage: MipmappedPicture?
    }

    private var entries: [Entry] = []

    /// Returns the picture, prepared for drawing.
    mutating func prepare(_ picture: Pixmap) -> MipmappedPicture {
        for entry in entries where Self.pixelAddress(of: entry.image) == Self.pixelAddress(of: picture) {
            if let prepared = entry.preparedImage, prepared.width == picture.width, prepared.height == picture.height {
                return prepared
            }
        }
        // Release the pictures that no layer shows any more.
        entries.removeAll { $0.preparedImage == nil }
        let prepared = MipmappedPicture(picture)
        entries.append(Entry(image: picture, preparedImage: prepared))
        return prepared
    }

    /// Returns the address of the pixels, which identifies a picture and is never dereferenced.
    ///
    /// Comparing all pixels would take as long as preparing the picture.
    private static func pixelAddress(of picture: Pixmap) -> UnsafePointer<UInt32>? {
        picture.pixels.withUnsafeBufferPointer { $0.baseAddress }
    }
}
