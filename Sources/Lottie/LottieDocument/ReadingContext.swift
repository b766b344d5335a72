package import Budgets
import JSON
import LottieExpressions

/// The state of a document while it is read.
final class ReadingContext {
    /// The budget of the reading.
    var budget = Budget(.document)
    /// How the document is read.
    let plan: ReadingPlan
    /// How the document must be read instead; `nil` while nothing speaks against `plan`.
    var nextPlan: ReadingPlan?
    /// The version of the exporter, or `nil` if the file has none; the file then counts as new.
    var version: FormatVersion? {
        didSet { rules = VersionRules(version) }
    }
    /// Whether the version was found where the document is read, and not only guessed.
    var isVersionConfirmed = false
    /// The rules of the document's version.
    private(set) var rules = VersionRules(nil)
    /// Whether a path without a closed flag is closed. Before version 4.4.18 the item that contains the path has the
    /// flag.
    var closesUnflaggedPaths = false
    /// Whether the tangents of the paths that are read are points of their own and not relative to their vertices, as in
    /// the letters before version 4.7.99 (lottie-web, `dataManager.js`).
    var hasAbsoluteTangents = false
    /// Whether the document may have hidden shape items; `nil` until one could be.
    var hasHiddenItems: Bool?
    /// The names of the shape item or effect that is read.
    var item = ItemNames()
    /// Reusable memory for the points of the path that is read.
    var pointLists = PointLists()
    /// The values of the slots.
    var slots = SlotTable()
    /// The expressions read so far, with the error of each one that does not compile.
    var scripts: [String: (script: Script?, problem: String?)] = [:]
    /// Whether the document has expressions that have to be evaluated.
    var hasExpressions = false
    /// The features that are not drawn: the name, the offset of the first use, and the number of uses.
    var unsupportedFeatures: [(name: String, offset: Int, count: Int)] = []

    init(_ plan: ReadingPlan = ReadingPlan()) { self.plan = plan }

    func isOlder(than version: FormatVersion) -> Bool { self.version.map { $0 < version } ?? false }
}

/// The differences between the versions of the format that are asked for often while a document is read.
struct VersionRules {
    /// Whether the closed flag of a path is beside the path instead of in it.
    let hasClosedFlagsOutsidePaths: Bool
    /// Whether the colors of the shapes range from 0 to 255, as before version 4.1.9.
    let hasByteColors: Bool

    private static let firstVersionWithUnitColors = FormatVersion("4.1.9")
    private static let firstVersionWithClosedFlagsInPaths = FormatVersion("4.4.18")

    /// Creates the rules of a version; those of a new one without a version.
    init(_ version: FormatVersion?) {
        func isOlder(than first: FormatVersion) -> Bool { version.map { $0 < first } ?? false }
        hasClosedFlagsOutsidePaths = isOlder(than: Self.firstVersionWithClosedFlagsInPaths)
        hasByteColors = isOlder(than: Self.firstVersionWithUnitColors)
    }
}

extension Budget.Limits {
    /// The default limits for the reading of a document.
    ///
    /// Real documents have up to some hundred thousand keyframes, and the reader looks ahead at a small part of their
    /// bytes.
    package static let document = Budget.Limits(steps: 200_000_000, bytes: 16 << 20, items: 1_000_000)
}

extension JSONReader {
    /// The state of the document.
    var context: ReadingContext {
        guard let state else { preconditionFailure("expected a reader of a document") }
        // Every reader of a document has this state, and a checked cast would cost some per cent of the time.
        return unsafeDowncast(state, to: ReadingContext.self)
    }

    /// Counts a layer, keyframe, shape or similar item, which needs a hundred times the memory of its shortest text.
    ///
    /// - Parameter weight: The memory of the item, as a number of keyframes.
    /// - Throws: `JSONError` if the budget is exhausted.
    func countItem(weight: Int = 1) throws(JSONError) {
        guard context.budget.consume(weight, of: .items) else { throw tooManyItemsError(weight) }
    }

    /// Returns the error for an item that the budget does not have room for.
    private func tooManyItemsError(_ weight: Int) -> JSONError {
        guard let shortage = context.budget.shortage, shortage.resource == .items else { return budgetExceededError() }
        let share = weight == 1 ? "" : ", of which this one counts as \(weight)"
        return error("expected at most \(shortage.limit) keyframes and other parts in the document\(share), found more")
    }

    /// Counts bytes that are read in addition to the single pass from the document's beginning to its end.
    ///
    /// - Throws: `JSONError` if the budget is exhausted.
    func countBytes(_ count: Int) throws(JSONError) {
        guard context.budget.consume(count / 8, of: .steps) else { throw budgetExceededError() }
    }

    /// Returns the error for an exhausted budget at this position.
    func budgetExceededError() -> JSONError { error(context.budget.shortage?.problem ?? "expected less") }

    /// The greatest number of different features that are listed; only a hostile file has more.
    private static let maxUnsupportedFeatureKinds = 64

    /// Records that something at this position is not drawn.
    ///
    /// - Parameter name: The name of the feature. It can contain text of the document and is therefore truncated as in
    ///   an error.
    mutating func recordUnsupported(_ name: String) {
        let name = LottieError.truncated(name)
        if let index = context.unsupportedFeatures.firstIndex(where: { $0.name == name }) {
            context.unsupportedFeatures[index].count += 1
        } else if context.unsupportedFeatures.count < Self.maxUnsupportedFeatureKinds {
            context.unsupportedFeatures.append((name, offset, 1))
        }
    }
}

/// The names of a shape item or effect, while it is read.
struct ItemNames {
    /// The name; the last one if the item has several.
    var name = ""
    /// What expressions find the item by.
    var label = DocumentLabel()
    /// Whether the item has had the members of the label; of members with the same name, the first one counts.
    var (hasName, hasMatchName, hasIndex) = (false, false, false)
}

/// The points of a path in Lottie's own form: vertices, and tangents that are relative to them.
struct PointLists {
    var vertices: [SIMD2<Float>] = []
    var tangentsIn: [SIMD2<Float>] = []
    var tangentsOut: [SIMD2<Float>] = []

    /// Makes tangents that are points of their own relative to their vertices.
    mutating func makeTangentsRelative() {
        for (index, vertex) in vertices.enumerated() {
            if index < tangentsIn.count { tangentsIn[index] -= vertex }
            if index < tangentsOut.count { tangentsOut[index] -= vertex }
        }
    }

    /// Removes all points and keeps the memory.
    mutating func removeAll() {
        vertices.removeAll(keepingCapacity: true)
        tangentsIn.removeAll(keepingCapacity: true)
        tangentsOut.removeAll(keepingCapacity: true)
    }
}
