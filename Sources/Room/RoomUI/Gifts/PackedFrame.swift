import VectorGraphics

/// A picture in run-length encoding, without loss.
///
/// Transparent pixels, which most of a gift's picture consists of, take almost no memory.
struct PackedFrame {
    /// The runs. Each has a head, followed by nothing for transparent pixels, by one pixel for equal pixels, else by
    /// all pixels of the run.
    private let runs: [UInt32]
    private let width: Int
    private let height: Int

    /// The kind of a run, in the two highest bits of its head; the other bits count its pixels.
    private enum Run {
        static let equalFlag: UInt32 = 1 << 30
        static let differentFlag: UInt32 = 2 << 30
        static let lengthMask: UInt32 = 1 << 30 - 1
        /// The shortest run of equal pixels; shorter ones take less memory as part of a run of different pixels.
        static let minEqualLength = 3
    }

    /// Packs a picture.
    ///
    /// - Parameters:
    ///   - pixmap: The picture.
    ///   - workBuffer: A work buffer; reusing it for many pictures avoids allocations.
    /// - Precondition: The picture has fewer than 2³⁰ - 1 pixels.
    init(_ pixmap: Pixmap, workBuffer: inout [UInt32]) {
        precondition(
            pixmap.pixels.count == pixmap.width * pixmap.height, "a picture has as many pixels as its sides say")
        width = pixmap.width
        height = pixmap.height
        // The worst case is one run of different pixels: a head and all pixels. Nothing takes more. A run of equal
        // pixels takes two words for three pixels or more, and a transparent run takes one word. The head of a run of
        // different pixels between two such runs is what they save.
        let most = pixmap.pixels.count + 1
        precondition(most <= Run.lengthMask, "a run's length fits beside its kind")
        if workBuffer.count < most { workBuffer = [UInt32](repeating: 0, count: most) }
        let count = workBuffer.withUnsafeMutableBufferPointer { output in
            pixmap.pixels.withUnsafeBufferPointer { Self.pack($0, into: output) }
        }
        runs = Array(workBuffer[..<count])
    }

    /// The memory of the frame, in bytes.
    var byteCount: Int { runs.count * MemoryLayout<UInt32>.size + Self.overhead }

    /// The memory of an array besides its elements, and of the frame besides its array, in bytes.
    private static let overhead = 64

    /// Writes the picture over all of `pixmap`.
    ///
    /// - Precondition: `pixmap` has the size of the picture.
    func unpack(into pixmap: inout Pixmap) {
        // Writing without bounds checks is safe: the runs were made from the picture, so they have at most its number
        // of pixels.
        precondition(
            pixmap.width == width && pixmap.height == height && pixmap.pixels.count == width * height,
            "the pixmap has the picture's size")
        pixmap.pixels.withUnsafeMutableBufferPointer { pixels in
            runs.withUnsafeBufferPointer { words in
                guard let source = words.baseAddress, let target = pixels.baseAddress else { return }
                var read = 0
                var written = 0
                while read < words.count {
                    let head = words[read]
                    let length = Int(head & Run.lengthMask)
                    read += 1
                    switch head & ~Run.lengthMask {
                    case Run.equalFlag:
                        (target + written).update(repeating: words[read], count: length)
                        read += 1
                    case Run.differentFlag:
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

    /// Writes the runs of `pixels` without transparent pixels at the end, and returns the number of words.
    private static func pack(_ pixels: UnsafeBufferPointer<UInt32>, into output: UnsafeMutableBufferPointer<UInt32>)
        -> Int
    {
        var count = 0
        /// The index of the head of the open run of different pixels, if there is one.
        var open: Int?
        var index = 0
        while index < pixels.count {
            let pixel = pixels[index]
            var end = index + 1
            while end < pixels.count, pixels[end] == pixel { end += 1 }
            let length = end - index
            index = end
            if pixel == 0, end == pixels.count { break }
            if length < Run.minEqualLength, pixel != 0 || open != nil {
                let head = open ?? count
                if open == nil {
                    output[head] = Run.differentFlag
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
                output[count] = (pixel == 0 ? 0 : Run.equalFlag) | UInt32(length)
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
