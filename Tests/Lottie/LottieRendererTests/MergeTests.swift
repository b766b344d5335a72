import LottieRenderer
import Testing

@Suite("Merged paths are combined by their mode")
struct MergeTests {
    private let compatibility = RenderingCompatibility(mergePaths: .boolean)
    // The lower path comes last, as in the file; a subtraction starts with it.
    private let pair = [polygon(corners(2, 0, 6, 1)), polygon(corners(0, 0, 4, 1))]

    private func merge(_ mode: Int) -> JSON { ["ty": "mm", "mm": .number(Double(mode))] }

    private func row(_ items: [JSON], compatibility: RenderingCompatibility) throws -> String {
        try Frame(document(8, 1, [shapeLayer(items)]), compatibility: compatibility).rows[0]
    }

    @Test(
        "the boolean rules combine paths by the mode, and lottie-web's rules ignore the mode",
        arguments: [
            (1, "RRRRRR.."), (2, "RRRRRR.."), (3, "RR......"), (4, "..RR...."), (5, "RR..RR.."), (9, "RRRRRR.."),
        ])
    func booleanModesCombinePaths(mode: Int, picture: String) throws {
        #expect(try row(pair + [merge(mode), fill()], compatibility: compatibility) == picture)
        #expect(try row(pair + [merge(mode), fill()], compatibility: .lottieWeb) == "RRRRRR..")
    }

    @Test("a fill above the merge paints the unmerged paths")
    func fillAboveMergePaintsUnmergedPaths() throws {
        #expect(try row(pair + [fill(blue), merge(4), fill()], compatibility: compatibility) == "BBBBBB..")
        #expect(try row([group(pair + [merge(4)]), fill()], compatibility: compatibility) == "..RR....")
    }

    @Test("a group is merged as one path, and so is the result of an earlier merge")
    func mergedGroupsAreMergedAgain() throws {
        let whole = polygon(corners(0, 0, 8, 1))
        #expect(try row([group(pair), whole, merge(3), fill()], compatibility: compatibility) == "......RR")
        // The earlier merge applies first, so the intersection of the pair is subtracted from the whole.
        #expect(try row(pair + [merge(4), whole, merge(3), fill()], compatibility: compatibility) == "RR..RRRR")
    }

    @Test("a stroke follows the merged outline", arguments: [(2, 34.0), (3, 22), (4, 10), (5, 44)])
    func strokeFollowsMergedOutline(mode: Int, length: Double) throws {
        let items = [polygon(corners(6, 4, 12, 9)), polygon(corners(2, 6, 8, 11)), merge(mode)]
        let frame = try Frame(
            document(14, 14, [shapeLayer(items + [stroke(0.2)])]), width: 140, height: 140, compatibility: compatibility
        )
        // At each intersection of outlines, up to half the stroke's width is missing or doubled.
        #expect(abs(frame.area / 100 / 0.2 - length) < 1)
    }

    @Test("long sequences of merges, and merges of thousands of paths, are drawn", arguments: [2, 3, 4, 5])
    func longMergesAreDrawn(mode: Int) throws {
        let many = (0..<300).flatMap { index in [polygon(corners(0, 0, Double(index % 7), 7)), merge(mode)] }
        _ = try Frame(document(8, 8, [shapeLayer(many + [fill(), stroke(1)])]), compatibility: compatibility)
        let wide = (0..<3_000).map { index in polygon(corners(0, 0, Double(index % 7), 7)) }
        _ = try Frame(
            document(8, 8, [shapeLayer(wide + [merge(mode), fill(), stroke(1)])]), compatibility: compatibility)
    }
}
