public import PolicyExploration
public import PolicyProperties

/// What an exploration of a policy decides about each promise.
public struct TuningCertificate: Sendable {
    /// The answer about one promise.
    public struct Answer: Sendable {
        /// The promise; `nil` for the rules of playback alone.
        public let promise: Property?
        /// The states that were seen, and the shortest counterexample if there is one.
        public let result: ExplorationResult
    }

    /// The gifts, the actions and the settings that were explored.
    public let plan: ExplorationPlan
    /// The answer about each promise, in their order; without promises, about the rules of playback.
    public let answers: [Answer]

    /// Whether all sessions of the plan were seen and none breaks a rule or a promise.
    public var holds: Bool {
        answers.allSatisfy { answer in
            if case .holds = answer.result.verdict { true } else { false }
        }
    }
}

/// How policies are explored: the greatest number of gifts and actions, the kinds, and the limit of states.
public struct CertificatePlan: Sendable {
    /// The plan, whose settings, promises and own settings of gifts are those of each policy.
    public var exploration: ExplorationPlan
    /// The promises.
    public var promises: [Property]

    /// Creates a plan.
    public init(_ exploration: ExplorationPlan, promises: [Property]) {
        self.exploration = exploration
        self.promises = promises
    }

    /// Explores a policy: all promises at once, and if one is broken or not decided, each by itself, so that each has its
    /// own answer.
    func certificate(of policy: TunedPolicy, jobs: Int) async -> TuningCertificate {
        var plan = exploration
        for setting in policy.settings { plan.settings.apply(setting) }
        plan.kinds = plan.kinds.map { named in
            var named = named
            named.kind.policy = policy.rules.policy(of: named.name, price: named.kind.value, own: named.kind.policy)
            return named
        }
        plan.properties = promises
        let together = await plan.explore(jobs: jobs)
        if promises.isEmpty {
            return TuningCertificate(plan: plan, answers: [TuningCertificate.Answer(promise: nil, result: together)])
        }
        var answers: [TuningCertificate.Answer] = []
        for promise in promises {
            var result = together
            if case .holds = together.verdict {
            } else if promises.count > 1 {
                var alone = plan
                alone.properties = [promise]
                result = await alone.explore(jobs: jobs)
            }
            answers.append(TuningCertificate.Answer(promise: promise, result: result))
        }
        return TuningCertificate(plan: plan, answers: answers)
    }
}
