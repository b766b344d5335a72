/// A Gaussian blur along one axis, of sixteen lines at a time.
///
/// A standard deviation of 2 or more is approximated by three box averages, as SVG's specification of `feGaussianBlur`
/// describes. Each has a running sum, so that the time does not depend on the deviation. A smaller deviation uses the
/// Gaussian kernel itself.
///
/// Lines are vectors because a running sum depends on the one before it, and only different lines can be computed at
/// the same time.
struct LineBlur {
    /// The places where a line has values before the blur; outside they are transparent.
    let input: Range<Int>
    /// The wanted places where a line has values after the blur.
    let output: Range<Int>
    /// The weights of the centre pixel and of the pixels at growing distances; empty for box averages.
    private var kernel: [Float] = []
    /// The three box averages; empty for a kernel, or if the blur does not change a line.
    private var boxes: [BoxAverage] = []
    /// The distance, from 0 to less than 1, by which lines are moved to higher places before the blur.
    private let shift: Float
    /// Whether the outermost values extend beyond a line.
    private let repeatsEdges: Bool
    /// The number of vectors of each of the three parts of a line's memory.
    private var partLength: Int

    /// The vectors before the input in its part: twice the reach of the largest kernel, and some more.
    private static let padding = 16
    /// The distance beyond which box averages leave out what returns to the wanted places.
    private static let maxDetour = 512
    /// The largest box width; no picture has a longer side.
    private static let maxBoxWidth = 16_384.0

    /// Whether the blur changes a line at all.
    var changesAnything: Bool { !kernel.isEmpty || !boxes.isEmpty || shift != 0 }

    /// The number of vectors of memory that `withLine` needs.
    var memoryLength: Int { 3 * partLength }

    /// Creates a blur for lines with values in `input`.
    ///
    /// - Parameters:
    ///   - sigma: The standard deviation in pixels; one of at most ``Surface/leastDeviationOfBlur`` changes nothing.
    ///   - input: The places where lines have values.
    ///   - wanted: The places to compute.
    ///   - shift: The distance, from 0 to less than 1, by which lines are moved to higher places before the blur.
    ///   - repeatsEdges: Whether the outermost values extend beyond a line.
    init(sigma: Double, input: Range<Int>, wanted: Range<Int>, shift: Float = 0, repeatsEdges: Bool = false) {
        self.input = input
        self.shift = shift
        self.repeatsEdges = repeatsEdges
        let moved = input.lowerBound..<input.upperBound + (shift > 0 ? 1 : 0)
        var reach = 0
        if sigma > Surface.leastDeviationOfBlur, sigma.isFinite {
            if sigma < 2 {
                kernel = Self.kernel(sigma)
                reach = kernel.count - 1
            } else {
                boxes = BoxAverage.three(width: Self.boxWidth(sigma), input: moved, wanted: wanted, Self.maxDetour)
            }
        }
        let reached = boxes.last?.output ?? moved.lowerBound - reach..<moved.upperBound + reach
        output = input.isEmpty ? wanted.lowerBound..<wanted.lowerBound : reached.clamped(to: wanted)
        partLength = boxes.reduce(moved.count + 2 * Self.padding) { max($0, $1.output.count) }
    }

    /// Returns the size of each box for a standard deviation of 2 or more.
    private static func boxWidth(_ sigma: Double) -> Int {
        Int(min(maxBoxWidth, (sigma * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down)))
    }

    /// Returns half of the Gaussian kernel for a standard deviation of less than 2, which sums to 1 with its other half.
    private static func kernel(_ sigma: Double) -> [Float] {
        let reach = Int((sigma * 3).rounded(.up))
        let weights = (0...reach).map { exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights[0] + 2 * weights.dropFirst().reduce(0, +)
        return weights.map { Float($0 / total) }
    }

    /// Returns eˣ for x from about −5 to 0.
    private static func exponential(_ x: Double) -> Double {
        // Computes (1 + x/n)ⁿ with n = 2²⁰, by squaring.
        var value = 1 + x / 1_048_576
        for _ in 0..<20 { value *= value }
        return value
    }

    /// Blurs sixteen lines.
    ///
    /// - Parameters:
    ///   - memory: `memoryLength` vectors, whose contents do not matter.
    ///   - load: A function that writes the values of `input` to the given address.
    ///   - store: A function that reads the values of `output` from the given address, and may overwrite them.
    @inline(__always)
    func withLine(
        _ memory: UnsafeMutablePointer<ChannelVector>, load: (UnsafeMutablePointer<ChannelVector>) -> Void,
        store: (UnsafeMutablePointer<ChannelVector>) -> Void
    ) {
        if input.isEmpty || output.isEmpty { return }
        // Every part has room for the input with its padding, and for the output of each average.
        let line = memory + Self.padding
        load(line)
        if shift > 0 { move(line) }
        if !kernel.isEmpty {
            pad(line)
            convolve(line, into: memory + partLength)
            return store(memory + partLength)
        }
        if boxes.isEmpty { return store(line + (output.lowerBound - input.lowerBound)) }
        var (source, target) = (line, memory + partLength)
        for box in boxes {
            box.apply(source, into: target, repeatsEdges: repeatsEdges)
            source = target
            target = source == memory + partLength ? memory + 2 * partLength : memory + partLength
        }
        store(source)
    }

    /// Moves a line by `shift` with linear interpolation; it becomes one value longer.
    private func move(_ line: UnsafeMutablePointer<ChannelVector>) {
        line[input.count] = repeatsEdges ? line[input.count - 1] : .zero
        for index in stride(from: input.count, to: 0, by: -1) {
            line[index] = line[index] * (1 - shift) + line[index - 1] * shift
        }
        if !repeatsEdges { line[0] *= 1 - shift }
    }

    /// Extends a line at both ends as far as a kernel reads it.
    private func pad(_ line: UnsafeMutablePointer<ChannelVector>) {
        let count = input.count + (shift > 0 ? 1 : 0)
        let (before, after) = repeatsEdges ? (line[0], line[count - 1]) : (.zero, .zero)
        for distance in 1...2 * (kernel.count - 1) {
            line[-distance] = before
            line[count - 1 + distance] = after
        }
    }

    private func convolve(_ line: UnsafePointer<ChannelVector>, into target: UnsafeMutablePointer<ChannelVector>) {
        kernel.withUnsafeBufferPointer { kernel in
            let first = line + (output.lowerBound - input.lowerBound)
            for index in 0..<output.count {
                var sum = first[index] * kernel[0]
                for distance in 1..<kernel.count {
                    sum += (first[index - distance] + first[index + distance]) * kernel[distance]
                }
                target[index] = sum
            }
        }
    }
}

/// One of the three successive averages that approximate a Gaussian blur.
private struct BoxAverage {
    /// The places before and after a place that its average includes.
    let left: Int
    let right: Int
    let input: Range<Int>
    let output: Range<Int>
    /// The factor of the sums: 1 before the last average, which divides by the number of places of all three.
    let share: Float

    /// Returns the three averages of boxes of this size; an even one alternates to the left and to the right.
    static func three(width: Int, input: Range<Int>, wanted: Range<Int>, _ maxDetour: Int) -> [BoxAverage] {
        let half = width / 2
        let sides =
            width % 2 == 1
            ? [(half, half), (half, half), (half, half)] : [(half, half - 1), (half - 1, half), (half, half)]
        let low = min(input.lowerBound, wanted.lowerBound) - maxDetour
        let high = max(input.upperBound, wanted.upperBound) + maxDetour
        let share = sides.reduce(Float(1)) { $0 / Float($1.0 + $1.1 + 1) }
        var averages: [BoxAverage] = []
        var from = input
        for (index, (left, right)) in sides.enumerated() {
            let rest = sides[(index + 1)...]
            let needed = rest.reduce(wanted) { $0.lowerBound - $1.0..<$0.upperBound + $1.1 }
            // An empty input stays empty.
            let reached = from.isEmpty ? from : from.lowerBound - right..<from.upperBound + left
            let to = reached.clamped(to: needed).clamped(to: low..<high)
            averages.append(
                BoxAverage(left: left, right: right, input: from, output: to, share: rest.isEmpty ? share : 1))
            from = to
        }
        return averages
    }

    /// Averages a line.
    ///
    /// - Parameters:
    ///   - source: The values of `input`.
    ///   - target: Room for the values of `output`.
    ///   - repeatsEdges: Whether the outermost values extend beyond the line; otherwise the outside is 0.
    func apply(
        _ source: UnsafePointer<ChannelVector>, into target: UnsafeMutablePointer<ChannelVector>, repeatsEdges: Bool
    ) {
        let count = input.count
        guard count > 0 else { return }
        let (before, after) = repeatsEdges ? (source[0], source[count - 1]) : (.zero, .zero)
        // Places relative to the input. `output` reaches at most `right` before it and `left` behind it.
        let first = output.lowerBound - input.lowerBound
        let last = first + output.count
        var sum = before * Float(max(0, left - first)) + after * Float(max(0, first + right + 1 - count))
        var index = max(0, first - left)
        while index < min(count, first + right + 1) {
            sum += source[index]
            index += 1
        }
        let target = target - first
        // The place `place + right + 1` enters the next sum, and `place − left` leaves it; either may lie outside.
        let leaves = max(first, min(last, left))
        let enters = max(first, min(last, count - right - 1))
        var place = first
        while place < min(leaves, enters) {
            target[place] = sum * share
            sum += source[place &+ right &+ 1] - before
            place &+= 1
        }
        while place < enters {
            target[place] = sum * share
            sum += source[place &+ right &+ 1] - source[place &- left]
            place &+= 1
        }
        while place < leaves {
            target[place] = sum * share
            sum += after - before
            place &+= 1
        }
        while place < last {
            target[place] = sum * share
            sum += after - source[place &- left]
            place &+= 1
        }
    }
}
