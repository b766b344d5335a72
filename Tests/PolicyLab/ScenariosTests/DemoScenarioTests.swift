import Foundation
import Playback
import Scenarios
import TestSupport
import Testing

/// Tests with the scenarios of the demo, which cover every rule of playback.
@Suite struct DemoScenarioTests {
    private static let folder = ProjectFolder.file("Demo/scenarios")

    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".yaml") }.sorted()

    private static func source(_ name: String) throws -> SessionSource {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return SessionSource(try Scenario(text, path: name), path: name)
    }

    @Test(arguments: names)
    func expectationsOfScenarioHold(name: String) throws {
        let source = try Self.source(name)
        #expect(!source.name.isEmpty && !source.expectations.isEmpty)
        #expect(try source.check().map(\.description) == [])
    }

    /// The settings, outcomes and inputs that occur in a session.
    private struct Coverage: SessionObserver {
        var settings: Set<SettingKey> = []
        var outcomes: Set<String> = []
        var inputs: Set<String> = []

        mutating func willHandle(_ input: Input) {
            switch input {
            case .asset(_, let state, _, _): inputs.insert("asset \(state)")
            case .arrival, .set, .speed, .scrub: break
            case .close, .clear, .pause, .resume, .end: inputs.insert("\(input)")
            }
        }

        mutating func receive(_ event: TraceEvent) {
            switch event.kind {
            case .settings(let changed): settings.formUnion(changed.map(\.key))
            case .ended(_, let outcome): outcomes.insert(outcome.reason ?? outcome.name.rawValue)
            default: break
            }
        }
    }

    @Test func scenariosCoverAllSettingsOutcomesAndInputs() throws {
        var seen = Coverage()
        for name in Self.names { try Self.source(name).run(observer: &seen) }
        #expect(seen.settings == Set(SettingKey.policy).subtracting([.arm]), "a scenario is in no trial")
        #expect(
            seen.inputs == [
                "close", "clear", "pause", "resume", "asset ready", "asset missing", "asset failed", "asset withdrawn",
            ])
        let outcomes =
            ["completed", "replaced", "dismissed", "merged"] + Outcome.DropReason.allCases.map(\.rawValue)
            + Outcome.UnplayedReason.allCases.map(\.rawValue)
        #expect(seen.outcomes == Set(outcomes))
    }
}
