import ExactNumbers
import Playback
import PlayerSettings
import RoomSession
import TerminalCells

/// A provider of the transitions between screens.
public protocol TransitionProvider {
    /// Returns the transition for a value of the setting `transition`, such as `iris` or the path of a file.
    func transition(named name: String) throws(SceneTransitionError) -> SceneTransition
}

/// The running transition between two screens, and the loaded one.
struct ScreenTransitions {
    private let provider: (any TransitionProvider)?
    private var running: RunningTransition?
    private var loaded: (name: String, transition: SceneTransition)?
    /// The name of the transition that failed to load, and the error.
    private var failed: (name: String, problem: String)?

    /// Creates transitions; without a provider, screens change at once.
    init(_ provider: (any TransitionProvider)?) { self.provider = provider }

    /// Whether a transition runs.
    var isRunning: Bool { running != nil }

    /// Returns the reason why the transition of the settings cannot play, if it was loaded and failed.
    func failureReason(_ settings: LayeredSettings) -> String? {
        guard let failed, settings.value(of: .transition) == .text(failed.name) else { return nil }
        return failed.problem
    }

    /// Returns the transition of the settings, or `nil` if screens change at once.
    mutating func transition(_ settings: LayeredSettings) -> SceneTransition? {
        guard let provider, !settings.reducesMotion, case .text(let name) = settings.value(of: .transition) else {
            return nil
        }
        if let loaded, loaded.name == name { return loaded.transition }
        do throws(SceneTransitionError) {
            let transition = try provider.transition(named: name)
            loaded = (name, transition)
            failed = nil
            return transition
        } catch {
            // The error is not cached: the file is read again on the next call, because the viewer may have corrected
            // it.
            failed = (name, error.description)
            return nil
        }
    }

    /// Starts a transition from an old screen, or ends the running one if there is none.
    mutating func start(_ transition: SceneTransition?, from old: CellGrid?, at time: Nanoseconds) {
        running = nil
        if let transition, let old { running = RunningTransition(transition, from: old, at: time) }
    }

    /// Paints the rest of the old screen during a transition.
    mutating func paint(over grid: inout CellGrid, at time: Nanoseconds, ground: CellColor) {
        guard var running else { return }
        // With a second reference to the transition, the mutation below would copy its pictures.
        self.running = nil
        guard !running.isOver(at: time), running.hasSize(of: grid) else { return }
        grid = running.screen(grid, at: time, ground: ground)
        self.running = running
    }
}
