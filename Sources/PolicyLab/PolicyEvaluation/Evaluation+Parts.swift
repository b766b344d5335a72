import ExactNumbers
public import JSON
import Playback
import PlayerSettings
import Recordings
import Scenarios
import SessionResults

/// An error in the file of a partial evaluation.
public struct EvaluationFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem in one line, with the name of the file.
    public let description: String

    init(_ path: String, _ problem: String) { description = "\(path): \(problem)" }
}

extension Evaluation {
    private static let form = "giftty evaluation 4"

    /// The evaluation as a JSON object from which it can be made again and merged.
    public var partJSON: JSONValue {
        .object([
            ("form", .string(Self.form)), ("seed", .string(String(seed))), ("sessions", .integer(sessions)),
            (
                "groups",
                .object(
                    zip(groupings, groups).map { grouping, numbers in
                        (grouping.description, .array(numbers.sorted().map { .string(String($0, radix: 16)) }))
                    })
            ),
            (
                "policies",
                .array(
                    zip(policies, figures).map { policy, figures in
                        .object([
                            ("name", .string(policy.name)),
                            (
                                "settings",
                                .object(policy.settings.map { ($0.key.name, .string($0.value.description)) })
                            ),
                            ("figures", figures.parts.json),
                        ])
                    })
            ),
            (
                "comparisons",
                .array(
                    comparisons.map { comparison in
                        .object(
                            zip(EvaluatedFigure.allCases, comparison.figures).map { ($0.rawValue, $1.json) })
                    })
            ),
            (
                "broken",
                .array(broken.map { .object([("path", .string($0.path)), ("problem", .string($0.problem))]) })
            ),
        ])
    }

    /// Reads a partial evaluation from a file of the name `path`.
    public init(partJSON bytes: [UInt8], path: String) throws(EvaluationFault) {
        let read = bytes.withUnsafeBufferPointer { buffer -> Result<JSONValue, EvaluationFault> in
            do throws(JSONError) {
                return .success(
                    try JSONReader.read(buffer) { reader throws(JSONError) in try JSONValue(from: &reader) })
            } catch {
                return .failure(
                    EvaluationFault(
                        path, "expected a partial evaluation: \(error.problem(found: error.kind(in: buffer)))"))
            }
        }
        let value = try read.get()
        guard value.member("form")?.string == Self.form, let policies = value.member("policies")?.array,
            let seed = value.member("seed")?.string.flatMap({ UInt64($0) }),
            let sessions = value.member("sessions")?.integer
        else { throw EvaluationFault(path, "expected a partial evaluation, as --partial writes it") }
        var found: [Policy] = []
        for policy in policies { found.append(try Policy(policy, path: path)) }
        let members = value.member("groups")?.object ?? []
        var groupings: [SessionGrouping] = []
        for (name, _) in members {
            guard let grouping = try? SessionGrouping(name) else {
                throw EvaluationFault(path, "groups: expected groups as --group names them")
            }
            groupings.append(grouping)
        }
        self.init(policies: found, seed: seed, groupings: groupings)
        groups = members.map { Set(($0.value.array ?? []).compactMap { UInt64($0.string ?? "", radix: 16) }) }
        self.sessions = sessions
        figures = []
        for policy in policies {
            do throws(FigurePartsFault) {
                figures.append(SessionFigures(try FigureParts(json: policy.member("figures"))))
            } catch {
                throw EvaluationFault(path, "figures: \(error)")
            }
        }
        let sums = value.member("comparisons")?.array ?? []
        guard sums.count == comparisons.count else { throw EvaluationFault(path, "comparisons: some are missing") }
        for index in comparisons.indices {
            for (place, figure) in EvaluatedFigure.allCases.enumerated() {
                guard let sums = DifferenceSums(sums[index].member(figure.rawValue)) else {
                    throw EvaluationFault(path, "comparisons: \(figure.rawValue): expected sums")
                }
                comparisons[index].figures[place] = sums
            }
        }
        for session in value.member("broken")?.array ?? [] {
            guard let name = session.member("path")?.string, let problem = session.member("problem")?.string else {
                throw EvaluationFault(path, "broken: expected sessions with a path and a problem")
            }
            broken.append(BrokenSession(path: name, problem: problem))
        }
        updateResampling()
    }

    /// Adds the evaluation of a file, which must have the same policies, the same seed and the same groupings.
    public mutating func merge(_ other: Evaluation, path: String) throws(EvaluationFault) {
        guard other.policies == policies else {
            throw EvaluationFault(path, "expected the same policies as in the other parts")
        }
        guard other.seed == seed else {
            throw EvaluationFault(path, "expected the seed \(seed), as in the other parts, found \(other.seed)")
        }
        guard other.groupings == groupings else {
            let names = groupings.map(\.description).joined(separator: " and ")
            throw EvaluationFault(
                path, "expected \(names.isEmpty ? "no groups" : "the groups \(names)"), as in the other parts")
        }
        merge(other)
    }
}

extension Policy {
    fileprivate init(_ value: JSONValue, path: String) throws(EvaluationFault) {
        guard let name = value.member("name")?.string, let members = value.member("settings")?.object else {
            throw EvaluationFault(path, "policies: expected a name and settings")
        }
        var settings: [Setting] = []
        for (name, value) in members {
            guard let key = SettingKey.policy.first(where: { $0.name == name }), let text = value.string,
                let value = try? key.value(from: text), let setting = key.playbackSetting(value)
            else { throw EvaluationFault(path, "policies: settings: \(name): expected a setting with its value") }
            settings.append(setting)
        }
        self.init(name, settings)
    }
}

extension DifferenceSums {
    fileprivate var json: JSONValue {
        .object([
            ("count", .integer(count)), ("sum", .string(String(sum))), ("squares", .string(String(moments.squares))),
            ("base", .string(String(base))),
            ("resampledSums", .array(resampledSums.map { .string(String($0)) })),
            ("resampledBases", .array(resampledBases.map { .string(String($0)) })),
            ("resampledCounts", .array(resampledCounts.map { .integer(Int($0)) })),
        ])
    }

    /// The greatest number of a file: a million of the greatest values, so that files can be added.
    private static let maxNumber = Int128(1) << 106

    fileprivate init?(_ value: JSONValue?) {
        func sum(_ text: String) -> Int128? {
            Int128(text).flatMap { (-Self.maxNumber...Self.maxNumber).contains($0) ? $0 : nil }
        }
        func number(_ name: String) -> Int128? { value?.member(name)?.string.flatMap { sum($0) } }
        self.init()
        guard let count = value?.member("count")?.integer, let total = number("sum"),
            let squares = value?.member("squares")?.string.flatMap({ Int128($0) }), squares >= 0,
            let base = number("base"), let sums = value?.member("resampledSums")?.array?.compactMap(\.string),
            let bases = value?.member("resampledBases")?.array?.compactMap(\.string),
            let counts = value?.member("resampledCounts")?.array?.compactMap(\.integer),
            counts.count == Self.resamples
        else { return nil }
        moments = DifferenceMoments(count: count, sum: total, squares: squares)
        self.base = base
        resampledSums = sums.compactMap { sum($0) }
        resampledBases = bases.compactMap { sum($0) }
        resampledCounts = counts.map { Int64($0) }
        guard resampledSums.count == Self.resamples, resampledBases.count == Self.resamples else { return nil }
    }
}
