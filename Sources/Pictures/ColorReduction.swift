public import VectorGraphics

/// Brings pictures down to a few colours, the same ones for all of them, so that they fit a palette.
///
///     let reduction = ColorReduction(of: pictures)
///     for index in pictures.indices { reduction.apply(to: &pictures[index]) }
///     let palette = PNGPalette(of: pictures)
///
/// Colours are counted in cells of 64 steps a channel. Those of full pixels and those of pixels that let something
/// through begin as a group each, so that no body shines through. The group with the largest squared deviation is
/// parted in two, at the mean of the channel that deviates most, until there are enough groups, and all of a group
/// become its mean. The same pictures always give the same colours.
public struct ColorReduction: Sendable {
    private let replacements: [UInt32: UInt32]

    /// - Parameters:
    ///   - pictures: what the colours are chosen for.
    ///   - count: most colours that are left beside full transparency, which stays what it is; at least 2.
    public init(of pictures: some Sequence<Pixmap>, to count: Int = PNGPalette.largestCount - 1) {
        var cells: [UInt32: ColorCell] = [:]
        for picture in pictures {
            for pixel in picture.pixels where pixel != 0 {
                cells[Self.cell(of: pixel), default: ColorCell()].add(pixel)
            }
        }
        var ordered = cells.sorted { $0.key < $1.key }.map { (key: $0.key, cell: $0.value) }
        // Sorted by alpha first, and full is the highest.
        let full = ordered.firstIndex { $0.key >> 24 == 255 } ?? ordered.count
        var groups = [0..<full, full..<ordered.count].filter { !$0.isEmpty }.map { ColorGroup(ordered, $0) }
        while groups.count < count, let worst = groups.indices.max(by: { groups[$0].spread < groups[$1].spread }),
            groups[worst].spread > 0
        {
            let group = groups[worst]
            let middle = ordered[group.members].partition { $0.cell.mean[group.axis] > group.mean[group.axis] }
            guard middle > group.members.lowerBound, middle < group.members.upperBound else { break }
            groups[worst] = ColorGroup(ordered, group.members.lowerBound..<middle)
            groups.append(ColorGroup(ordered, middle..<group.members.upperBound))
        }
        var replacements: [UInt32: UInt32] = [:]
        for group in groups {
            for (key, _) in ordered[group.members] { replacements[key] = group.color }
        }
        self.replacements = replacements
    }

    /// Replaces every colour of a picture by the one chosen for it; colours that none of the pictures had stay.
    public func apply(to picture: inout Pixmap) {
        for index in picture.pixels.indices where picture.pixels[index] != 0 {
            let pixel = picture.pixels[index]
            picture.pixels[index] = replacements[Self.cell(of: pixel)] ?? pixel
        }
    }

    /// Full pixels never share a cell with those that let something through.
    private static func cell(of pixel: UInt32) -> UInt32 {
        let coarse = pixel & 0xFCFC_FCFC
        return pixel >> 24 == 255 ? coarse | 0xFF00_0000 : coarse
    }
}

/// Pixels of nearly the same colour.
private struct ColorCell {
    private(set) var sum = SIMD4<Double>()
    private(set) var weight = 0.0

    var mean: SIMD4<Double> { sum / weight }

    mutating func add(_ pixel: UInt32) {
        let bytes = SIMD4(
            UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8),
            UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 24))
        sum += SIMD4<Double>(bytes)
        weight += 1
    }
}

/// Cells that become one colour.
private struct ColorGroup {
    let members: Range<Int>
    let mean: SIMD4<Double>
    /// The channel that deviates most.
    let axis: Int
    /// Its squared deviation, over all pixels; 0 for a single cell, which can't be parted.
    let spread: Double

    init(_ cells: [(key: UInt32, cell: ColorCell)], _ members: Range<Int>) {
        self.members = members
        var (sum, weight) = (SIMD4<Double>(), 0.0)
        for (_, cell) in cells[members] {
            sum += cell.sum
            weight += cell.weight
        }
        let mean = sum / weight
        self.mean = mean
        var deviation = SIMD4<Double>()
        for (_, cell) in cells[members] {
            let distance = cell.mean - mean
            deviation += distance * distance * cell.weight
        }
        let axis = (0..<4).max { deviation[$0] < deviation[$1] } ?? 0
        self.axis = axis
        spread = members.count > 1 ? deviation[axis] : 0
    }

    /// The mean as a pixel.
    var color: UInt32 {
        let rounded = mean.rounded(.toNearestOrAwayFromZero)
        func channel(_ index: Int) -> UInt32 { UInt32(max(0, min(rounded[index], rounded[3]))) }
        return channel(3) << 24 | channel(2) << 16 | channel(1) << 8 | channel(0)
    }
}
