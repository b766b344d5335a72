/// The choice of the rows in which an ``EdgeTally`` follows what is painted.
///
/// Of each sixteen rows, four or two are sampled, at irregular distances, which few regular patterns share.
struct EdgeSampling {
    /// The number of rows of the picture.
    private let height: Int
    /// Whether only two of sixteen rows are sampled, which are enough for a picture with many rows.
    private let isSparse: Bool

    /// Creates the choice for a picture with `height` rows.
    init(height: Int) {
        self.height = height
        isSparse = height >= 128
    }

    /// The mean distance of sampled rows.
    var distance: Int { isSparse ? 8 : 4 }

    /// The number of places of sampled rows.
    var rowCount: Int { (height + 15) / 16 * (isSparse ? 2 : 4) }

    /// Returns whether a row can be sampled: 3, 6, 11 or 14 of each sixteen.
    @inline(__always)
    static func isSampled(_ y: Int) -> Bool { (y &* 5 &+ 2) & 7 < 2 }

    /// Returns whether a row is sampled; a sparse choice has 3 and 14 of each sixteen.
    @inline(__always)
    func contains(_ y: Int) -> Bool { isSparse ? y & 15 == 3 || y & 15 == 14 : Self.isSampled(y) }

    /// Returns the place of a sampled row among the sampled ones.
    @inline(__always)
    func place(of y: Int) -> Int { isSparse ? y &>> 3 : y &>> 3 &* 2 &+ (y & 7) / 6 }
}
