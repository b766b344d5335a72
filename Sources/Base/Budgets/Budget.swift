import ExactNumbers

/// The resources that the processing of external input may use: work, memory, depth and time.
///
/// A file of a kilobyte can request years of drawing or gigabytes of memory. Code that reads, checks or draws external
/// files carries a budget, spends from it before each larger piece of work, and stops with an error when the budget is
/// exhausted:
///
///     let deadline = Budget.Deadline(.seconds(5), on: ContinuousClock())
///     var budget = Budget(Budget.Limits(steps: 50_000_000), deadline: deadline)
///     for layer in layers {
///         try budget.spend(cost(of: layer), of: .steps, at: "layers[\(index)]")
///         …
///     }
///
/// The counts do not depend on the machine, so the same file exhausts its budget at the same place everywhere: a file
/// that one program accepts is readable for every other one. The deadline is only a backstop for servers and stages,
/// which must respond in time.
///
/// Spending costs a subtraction and a comparison: cheap enough for each path, layer or list, but not for each pixel. An
/// exhausted budget stays exhausted; every further expense fails at once.
public struct Budget: Sendable {
    /// A resource that a budget limits.
    public enum Resource: String, Sendable, CaseIterable {
        /// Work of any kind; one step takes about ten nanoseconds in an optimised program.
        case steps
        /// Points of generated paths, such as those of modifiers and repeaters.
        case points
        /// Pixels of the pictures that are in memory at the same time.
        case pixels
        /// Bytes that are read, unpacked or in memory.
        case bytes
        /// Generated objects, such as layers, keyframes and letters.
        case items
        /// Nested levels.
        case depth
        /// Time until the deadline.
        case time
        /// The caller's consent to continue; it can be withdrawn.
        case consent
    }

    /// The limit of each countable resource, by default unlimited.
    public struct Limits: Sendable, Equatable {
        /// The limit of steps of work, see ``Budget/Resource/steps``.
        public var steps: Int
        /// The limit of path points.
        public var points: Int
        /// The limit of pixels in memory.
        public var pixels: Int
        /// The limit of bytes.
        public var bytes: Int
        /// The limit of generated objects.
        public var items: Int
        /// The limit of nested levels.
        public var depth: Int

        /// Creates limits of these numbers, each 0 or more; a negative number counts as 0.
        public init(
            steps: Int = .max, points: Int = .max, pixels: Int = .max, bytes: Int = .max, items: Int = .max,
            depth: Int = .max
        ) {
            self.steps = max(0, steps)
            self.points = max(0, points)
            self.pixels = max(0, pixels)
            self.bytes = max(0, bytes)
            self.items = max(0, items)
            self.depth = max(0, depth)
        }

        /// Returns the smaller limit of both for each resource.
        public func intersection(_ other: Limits) -> Limits {
            Limits(
                steps: min(steps, other.steps), points: min(points, other.points), pixels: min(pixels, other.pixels),
                bytes: min(bytes, other.bytes), items: min(items, other.items), depth: min(depth, other.depth))
        }

        /// The limit of a resource; time and consent are not counted and have no limit.
        subscript(resource: Resource) -> Int {
            get {
                switch resource {
                case .steps: steps
                case .points: points
                case .pixels: pixels
                case .bytes: bytes
                case .items: items
                case .depth: depth
                case .time, .consent: .max
                }
            }
            set {
                switch resource {
                case .steps: steps = newValue
                case .points: points = newValue
                case .pixels: pixels = newValue
                case .bytes: bytes = newValue
                case .items: items = newValue
                case .depth: depth = newValue
                case .time, .consent: break
                }
            }
        }
    }

    /// The limits at the beginning.
    public let limits: Limits
    /// The deadline; `nil` if only the counts are limited.
    public let deadline: Deadline?
    /// The resource that was exhausted first; `nil` if none is.
    ///
    /// Its place is empty if the expense named none.
    public private(set) var shortage: BudgetExceeded?

    private var remainingLimits: Limits
    /// The number of steps until the next check of the deadline.
    private var stepsUntilCheck = Budget.stepsBetweenChecks

    /// The number of steps between two checks of the deadline: a few milliseconds of work.
    private static let stepsBetweenChecks = 250_000

    /// Creates a budget of which nothing is spent.
    public init(_ limits: Limits, deadline: Deadline? = nil) {
        self.limits = limits
        self.deadline = deadline
        remainingLimits = limits
    }

    /// Returns the remaining amount of a countable resource, 0 or more.
    public func remaining(_ resource: Resource) -> Int { shortage == nil ? remainingLimits[resource] : 0 }

    /// Spends `amount` and returns whether enough was left; if not, `shortage` names the exhausted resource.
    ///
    /// A negative amount, which only a programming error can cause, counts as 0.
    public mutating func consume(_ amount: Int, of resource: Resource) -> Bool {
        if shortage != nil { return false }
        let amount = max(0, amount)
        let left = remainingLimits[resource]
        guard amount <= left else {
            shortage = BudgetExceeded(resource: resource, limit: limits[resource])
            return false
        }
        if left != .max { remainingLimits[resource] = left - amount }
        guard resource == .steps, deadline != nil else { return true }
        stepsUntilCheck -= min(amount, Self.stepsBetweenChecks)
        return stepsUntilCheck > 0 ? true : checkDeadline()
    }

    /// Spends `amount`.
    ///
    /// - Parameters:
    ///   - amount: The amount to spend.
    ///   - resource: The resource.
    ///   - place: The place in the file, for the error; evaluated only on an error.
    /// - Throws: `BudgetExceeded` if not enough is left or the deadline has passed.
    public mutating func spend(
        _ amount: Int, of resource: Resource, at place: @autoclosure () -> String
    ) throws(BudgetExceeded) {
        if consume(amount, of: resource) { return }
        try check(at: place())
    }

    /// Checks the deadline, and throws an error if a resource is exhausted.
    public mutating func check(at place: @autoclosure () -> String) throws(BudgetExceeded) {
        guard !checkDeadline(), var error = shortage else { return }
        if error.location.isEmpty {
            error.location = place()
            shortage = error
        }
        throw error
    }

    /// Returns an amount of pixels, bytes or depth that was held temporarily.
    public mutating func release(_ amount: Int, of resource: Resource) {
        let left = remainingLimits[resource]
        if left != .max { remainingLimits[resource] = min(limits[resource], left.addingSaturating(max(0, amount))) }
    }

    /// Checks the deadline, and returns whether no resource is exhausted.
    public mutating func checkDeadline() -> Bool {
        stepsUntilCheck = Self.stepsBetweenChecks
        if shortage != nil { return false }
        guard let deadline else { return true }
        if let isWithdrawn = deadline.isCancelled, isWithdrawn() {
            shortage = BudgetExceeded(resource: .consent, limit: 0)
        } else if deadline.elapsed() >= deadline.limit {
            shortage = BudgetExceeded(resource: .time, limit: deadline.milliseconds)
        }
        return shortage == nil
    }

    /// Marks a resource as exhausted that is counted elsewhere, where more than `limit` is needed.
    public mutating func exhaust(_ resource: Resource, beyond limit: Int) {
        if shortage == nil { shortage = BudgetExceeded(resource: resource, limit: limit) }
    }

    /// Sets the place of the shortage if it has none.
    public mutating func recordShortagePlace(at place: @autoclosure () -> String) {
        if shortage?.location.isEmpty == true { shortage?.location = place() }
    }

    // MARK: - Parts

    /// Returns a budget for a part of the work, such as one frame of many.
    ///
    /// The part has at most what remains here, and the same deadline. Nothing is spent here until `chargeSubbudget` is called.
    public func subbudget(_ limits: Limits) -> Budget {
        var part = Budget(limits.intersection(remainingLimits), deadline: deadline)
        part.shortage = shortage
        return part
    }

    /// Spends what a part has spent; a resource exhausted there is exhausted here.
    ///
    /// Pixels and depth are not spent, because a part holds them only while it works.
    ///
    /// - Parameters:
    ///   - part: The finished part.
    ///   - released: Other resources that the part held only while it worked.
    public mutating func chargeSubbudget(_ part: Budget, excepting released: [Resource] = []) {
        for resource in [Resource.steps, .points, .bytes, .items]
        where remainingLimits[resource] != .max && !released.contains(resource) {
            let spent = part.limits[resource] == .max ? 0 : part.limits[resource] - part.remainingLimits[resource]
            remainingLimits[resource] = max(0, remainingLimits[resource] - spent)
        }
        if shortage == nil { shortage = part.shortage }
    }
}
