public import VectorGraphics

/// A reduction of several pictures to a common set of few colors, which fits a palette.
///
///     let reduction = ColorReduction(of: pictures)
///     for index in pictures.indices { reduction.apply(to: &pictures[index]) }
///     let palette = PNGPalette(of: pictures)
///
/// Colors are counted in cells of 64 steps per channel. The colors of opaque and of translucent pixels form one initial
/// group each, so that no opaque area becomes translucent. The group with the largest squared deviation is split at the
/// mean of its most deviating channel, until there are enough groups. All colors of a group become its mean. The same
/// pictures always give the same colors.
public struct ColorReduction: Sendable {
    private let replacements: [UInt32: UInt32]

    /// Chooses the colors for some pictures.
    ///
    /// - Parameters:
    ///   - pictures: The pictures.
    ///   - count: The largest number of colors in addition to full transparency, which does not change; at least 2.
    public init(of pictures: some Sequence<Pixmap>, to count: Int = PNGPalette.maxColorCount - 1) {
        var cells: [UInt32: ColorCell] = [:]
        for picture in pictures {
            for pixel in picture.pixels where pixel != 0 {
                cells[Self.cell(of: pixel), default: ColorCell()].add(pixel)
            }
        }
        var ordered = cells.sorted { $0.key < $1.key }.map { (key: $0.key, cell: $0.value) }
        // The keys are ordered by alpha first, and full opacity is the highest.
        let full = ordered.firstIndex { $0.key >> 24 == 255 } ?? ordered.count
        var groups = [0..<full, full..<ordered.count].filter { !$0.isEmpty }.map { ColorGroup(ordered, $0) }
        while groups.count < count,
            let worst = groups.indices.max(by: { groups[$0].squaredDeviation < groups[$1].squaredDeviation }),
            groups[worst].squaredDeviation > 0
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

    /// Replaces every color of a picture with the chosen one; colors that no picture had do not change.
    public func apply(to picture: inout Pixmap) {
        for index in picture.pixels.indices where picture.pixels[index] != 0 {
            let pixel = picture.pixels[index]
            picture.pixels[index] = replacements[Self.cell(of: pixel)] ?? pixel
        }
    }

    /// Returns the cell of a pixel; opaque and translucent pixels never share a cell.
    private static func cell(of pixel: UInt32) -> UInt32 {
        let coarse = pixel & 0xFCFC_FCFC
        return pixel >> 24 == 255 ? coarse | 0xFF00_0000 : coarse
    }
}

/// The pixels of nearly the same color.
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

/// A group of cells that become one color.
private struct ColorGroup {
    let members: Range<Int>
    let mean: SIMD4<Double>
    /// The channel with the largest deviation.
    let axis: Int
    /// The squared deviation of that channel over all pixels; 0 for a single cell, which cannot be split.
    let squaredDeviation: Double

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
        squaredDeviation = members.count > 1 ? deviation[axis] : 0
    }

    /// The mean as a premultiplied pixel.
    var color: UInt32 {
        let rounded = mean.rounded(.toNearestOrAwayFromZero)
        func channel(_ index: Int) -> UInt32 { UInt32(max(0, min(rounded[index], rounded[3]))) }
        return channel(3) << 24 | channel(2) << 16 | channel(1) << 8 | channel(0)
    }
}
