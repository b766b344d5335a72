import TerminalCells

/// A search for the colors that best represent many samples: groups are split where they deviate most, then refined
/// with k-means.
struct ColorQuantizer {
    /// A color with its frequency.
    struct Sample {
        let color: UInt32
        let point: OklabColor.Point
        /// The square root of the frequency, so that small details count too.
        let weight: Float

        init(color: UInt32, count: Int64) {
            self.color = color
            point = OklabColor.point(of: color)
            weight = Float(count).squareRoot()
        }
    }

    private var samples: [Sample]

    /// The number of k-means rounds; palettes hardly change after this.
    private static let iterations = 6

    init(_ samples: [Sample]) {
        self.samples = samples
    }

    /// Returns at most `count` colors that best represent the samples, from dark to light.
    func colors(_ count: Int) -> [UInt32] {
        var groups = self
        var centers = groups.splitGroups(into: count)
        for _ in 0..<Self.iterations { centers = refined(centers) }
        return nearestSamples(to: centers).sorted { OklabColor.point(of: $0).x < OklabColor.point(of: $1).x }
    }

    private struct Group {
        let members: Range<Int>
        let mean: OklabColor.Point
        let axis: Int
        let variance: Float
    }

    private func group(_ members: Range<Int>) -> Group {
        var (sum, weight) = (OklabColor.Point(), Float(0))
        for sample in samples[members] {
            sum += sample.point * sample.weight
            weight += sample.weight
        }
        let mean = sum / max(weight, .leastNormalMagnitude)
        var deviation = OklabColor.Point()
        for sample in samples[members] {
            let distance = sample.point - mean
            deviation += distance * distance * sample.weight
        }
        let axis = (0..<3).max { deviation[$0] < deviation[$1] } ?? 0
        return Group(members: members, mean: mean, axis: axis, variance: members.count > 1 ? deviation[axis] : 0)
    }

    private mutating func splitGroups(into count: Int) -> [OklabColor.Point] {
        var groups = [group(samples.indices)]
        while groups.count < count, let worst = groups.indices.max(by: { groups[$0].variance < groups[$1].variance }),
            groups[worst].variance > 0
        {
            let parted = groups[worst]
            let middle = samples[parted.members].partition { $0.point[parted.axis] > parted.mean[parted.axis] }
            guard middle > parted.members.lowerBound, middle < parted.members.upperBound else { break }
            groups[worst] = group(parted.members.lowerBound..<middle)
            groups.append(group(middle..<parted.members.upperBound))
        }
        return groups.map(\.mean)
    }

    /// Returns the mean of the samples that are nearest to each centre; a centre without samples stays.
    private func refined(_ centers: [OklabColor.Point]) -> [OklabColor.Point] {
        var sums = [(point: OklabColor.Point, weight: Float)](repeating: (.zero, 0), count: centers.count)
        for sample in samples {
            let index = Self.nearest(centers, to: sample.point)
            sums[index].point += sample.point * sample.weight
            sums[index].weight += sample.weight
        }
        return zip(centers, sums).map { center, sum in sum.weight > 0 ? sum.point / sum.weight : center }
    }

    /// Returns for each centre the sample nearest to it.
    ///
    /// The result has only existing colors, so uniform areas keep theirs.
    private func nearestSamples(to centers: [OklabColor.Point]) -> [UInt32] {
        var best = [(color: UInt32, distance: Float)?](repeating: nil, count: centers.count)
        for sample in samples {
            let index = Self.nearest(centers, to: sample.point)
            // Of samples at similar distances, the more frequent one wins.
            let distance = OklabColor.squaredDistance(centers[index], sample.point) / max(1, sample.weight)
            if distance < best[index]?.distance ?? .infinity { best[index] = (sample.color, distance) }
        }
        return best.compactMap { $0?.color }
    }

    private static func nearest(_ centers: [OklabColor.Point], to point: OklabColor.Point) -> Int {
        // The loop reads only the buffer's own indices, so unchecked access is safe.
        centers.withUnsafeBufferPointer { centers in
            var best = (index: 0, distance: Float.infinity)
            for index in centers.indices {
                let distance = OklabColor.squaredDistance(centers[index], point)
                if distance < best.distance { best = (index, distance) }
            }
            return best.index
        }
    }
}
