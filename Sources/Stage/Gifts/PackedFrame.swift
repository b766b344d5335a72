import VectorGraphics

/// A picture packed into runs of its pixels, from which it comes back exactly as it was.
///
/// What is transparent costs next to nothing, wherever it is: most of a gift's picture is.
struct PackedFrame {
    /// Runs, each a head and what it needs: nothing for transparent pixels, the pixel for equal ones, else all of them.
    private let words: [UInt32]
    private let width: Int
    private let height: Int

    /// What a run is made of, in the two highest bits of its head; the others count its pixels.
    private enum Run {
        static let equal: UInt32 = 1 << 30
        static let different: UInt32 = 2 << 30
        static let length: UInt32 = 1 << 30 - 1
        /// Fewer equal pixels are cheaper among the different ones.
        static let shortestEqual = 3
    }

    /// Packs a picture. `scratch` is memory to work in, which is best the same for many pictures.
    /// - Precondition: the picture has fewer than 2³⁰ pixels.
    init(_ pixmap: Pixmap, scratch: inout [UInt32]) {
        width = pixmap.width
        height = pixmap.height
        // All pixels different need a head and themselves.
        let most = pixmap.pixels.count + 1
        precondition(most <= Run.length, "a run's length fits beside its kind")
        if scratch.count < most { scratch = [UInt32](repeating: 0, count: most) }
        let count = scratch.withUnsafeMutableBufferPointer { output in
            pixmap.pixels.withUnsafeBufferPointer { Self.pack($0, into: output) }
        }
        words = Array(scratch[..<count])
    }

    /// Memory that it takes, in bytes.
    var byteCount: Int { words.count * MemoryLayout<UInt32>.size + Self.overhead }

    /// What an array needs beside its elements, and the frame beside its array.
    private static let overhead = 64

    /// Puts the picture into `pixmap`, over all of it.
    /// - Precondition: `pixmap` has the picture's size.
    func unpack(into pixmap: inout Pixmap) {
        precondition(pixmap.width == width && pixmap.height == height, "the pixmap has the picture's size")
        pixmap.pixels.withUnsafeMutableBufferPointer { pixels in
            words.withUnsafeBufferPointer { words in
                guard let source = words.baseAddress, let target = pixels.baseAddress else { return }
                var read = 0
                var written = 0
                while read < words.count {
                    let head = words[read]
                    let length = Int(head & Run.length)
                    read += 1
                    switch head & ~Run.length {
                    case Run.equal:
                        (target + written).update(repeating: words[read], count: length)
                        read += 1
                    case Run.different:
                        (target + written).update(from: source + read, count: length)
                        read += length
                    default: (target + written).update(repeating: 0, count: length)
                    }
                    written += length
                }
                (target + written).update(repeating: 0, count: pixels.count - written)
            }
        }
    }

    /// Writes the runs of `pixels`, but for transparent ones at the end, and returns how many words they take.
    private static func pack(_ pixels: UnsafeBufferPointer<UInt32>, into output: UnsafeMutableBufferPointer<UInt32>)
        -> Int
    {
        var count = 0
        /// The head of the run of different pixels that is open.
        var open: Int?
        var index = 0
        while index < pixels.count {
            let pixel = pixels[index]
            var end = index + 1
            while end < pixels.count, pixels[end] == pixel { end += 1 }
            let length = end - index
            index = end
            if pixel == 0, end == pixels.count { break }
            if length < Run.shortestEqual, pixel != 0 || open != nil {
                let head = open ?? count
                if open == nil {
                    output[head] = Run.different
                    open = head
                    count += 1
                }
                for _ in 0..<length {
                    output[count] = pixel
                    count += 1
                }
                output[head] += UInt32(length)
            } else {
                open = nil
                output[count] = (pixel == 0 ? 0 : Run.equal) | UInt32(length)
                count += 1
                if pixel != 0 {
                    output[count] = pixel
                    count += 1
                }
            }
        }
        return count
    }
}
