import Pictures

/// A frame of a GIF: what it makes of what was shown before, and what it leaves behind.
struct GIFFrame {
    /// The palette's indices on show before it.
    var before: [UInt8]
    /// Those on show while it is there.
    let shown: [UInt8]
    /// The rectangle that it covers.
    private(set) var place: PixelRectangle
    /// How long it is shown, in hundredths of a second.
    var ticks: Int
    /// Whether its rectangle is emptied after it.
    var isCleared = false

    init(before: [UInt8], shown: [UInt8], place: PixelRectangle, ticks: Int) {
        self.before = before
        self.shown = shown
        self.place = place
        self.ticks = ticks
    }

    /// Decides what is left behind for the next frame, and gives that: all of it, unless pixels go that are there. Nothing
    /// but emptying a rectangle takes pixels away.
    mutating func leave(
        for next: [UInt8], in changed: PixelRectangle, transparent: UInt8, width: Int
    ) -> [UInt8] {
        var gone = shown
        for row in changed.top..<changed.top + changed.height {
            for index in row * width + changed.left..<row * width + changed.left + changed.width
            where next[index] == transparent {
                gone[index] = transparent
            }
        }
        guard let emptied = PixelRectangle(changedBetween: shown, and: gone, width: width) else { return shown }
        place = place.union(emptied)
        isCleared = true
        var left = shown
        for row in place.top..<place.top + place.height {
            let start = row * width + place.left
            for index in start..<start + place.width { left[index] = transparent }
        }
        return left
    }
}

extension PixelRectangle {
    /// The smallest one that holds both.
    fileprivate func union(_ other: PixelRectangle) -> PixelRectangle {
        let (left, top) = (min(self.left, other.left), min(self.top, other.top))
        return PixelRectangle(
            left: left, top: top, width: max(self.left + width, other.left + other.width) - left,
            height: max(self.top + height, other.top + other.height) - top)
    }
}
