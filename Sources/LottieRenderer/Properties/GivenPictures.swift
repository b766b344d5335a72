import VectorGraphics

/// The pictures that a caller gives to layers, each prepared once for all of the layers that show it: one value may go to
/// thousands of them.
struct GivenPictures {
    private struct Entry {
        /// Kept, so that nothing else comes to lie where its pixels are.
        let picture: Pixmap
        weak var prepared: MipmappedPicture?
    }

    private var entries: [Entry] = []

    /// The picture, ready to be drawn.
    mutating func prepared(_ picture: Pixmap) -> MipmappedPicture {
        for entry in entries where Self.place(of: entry.picture) == Self.place(of: picture) {
            if let prepared = entry.prepared, prepared.width == picture.width, prepared.height == picture.height {
                return prepared
            }
        }
        // What no layer shows any more is let go.
        entries.removeAll { $0.prepared == nil }
        let prepared = MipmappedPicture(picture)
        entries.append(Entry(picture: picture, prepared: prepared))
        return prepared
    }

    /// Where the pixels are: to compare them all would take as long as preparing them.
    private static func place(of picture: Pixmap) -> UnsafePointer<UInt32>? {
        picture.pixels.withUnsafeBufferPointer { $0.baseAddress }
    }
}
