import VectorGraphics

extension Pixmap {
    /// Whether nothing is drawn.
    var isEmpty: Bool { pixels.allSatisfy { $0 == 0 } }

    /// Returns how much of what one of two pictures shows the other one shows differently, from 0 to 1.
    ///
    /// It is the mean difference of the channel that differs most, over the pixels in which either picture shows anything;
    /// 0 for two empty pictures.
    ///
    /// - Precondition: Both pictures have the same size.
    func difference(from other: borrowing Pixmap) -> Double {
        precondition(width == other.width && height == other.height, "the pictures have the same size")
        var (sum, covered) = (0, 0)
        for index in pixels.indices {
            let (a, b) = (pixels[index], other.pixels[index])
            guard a | b != 0 else { continue }
            covered += 1
            guard a != b else { continue }
            var most: UInt32 = 0
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let (one, two) = (a >> shift & 255, b >> shift & 255)
                most = max(most, one > two ? one - two : two - one)
            }
            sum += Int(most)
        }
        return covered == 0 ? 0 : Double(sum) / Double(covered * 255)
    }
}
