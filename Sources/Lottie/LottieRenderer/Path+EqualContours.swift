import VectorGraphics

extension Path {
    /// The greatest number of contours that are compared; comparing more takes too long.
    private static let maxComparedContours = 256

    /// Removes all but one of equal contours, of which a stroke needs only one.
    ///
    /// In pixels at their edges, the coverages of all would otherwise add up.
    mutating func removeEqualCopies() {
        guard contours.count > 1, contours.count <= Self.maxComparedContours / 4 else { return }
        var kept: [Contour] = []
        for contour in contours where !kept.contains(where: { areEqual($0, contour) }) { kept.append(contour) }
        contours = kept
    }

    /// Removes equal contours in pairs, as they cancel each other out in an even-odd fill.
    ///
    /// In pixels at their edges, the coverages of both would otherwise add up to something visible.
    mutating func removeEqualPairs() {
        guard contours.count > 1, contours.count <= Self.maxComparedContours else { return }
        var kept: [Contour] = []
        for contour in contours {
            if let twin = kept.firstIndex(where: { areEqual($0, contour) }) {
                kept.remove(at: twin)
            } else {
                kept.append(contour)
            }
        }
        contours = kept
    }

    private func areEqual(_ one: Contour, _ other: Contour) -> Bool {
        one.segmentCount == other.segmentCount
            && (0...3 * one.segmentCount).allSatisfy { points[one.start + $0] == points[other.start + $0] }
    }
}
