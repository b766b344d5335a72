import ExactNumbers
import Playback
import RoomSession
import Terminal

// Why an input can do nothing now. The answer comes before the input becomes one of the session, so that a recording
// contains only inputs that the session applied.
extension ScreenContext {
    /// Returns whether a command is available now.
    func isAvailable(_ entry: CommandDescriptor) -> Bool { refusal(of: entry) == nil }

    /// Returns why a command can do nothing now, or `nil` if it is available.
    func refusal(of command: Command) -> String? {
        if case .refuse(let reason) = command { return reason }
        if isReplay, command.isRefusedInReplays { return Self.replayRefusal }
        return commands.entries.first { $0.command == command }.flatMap { refusal(of: $0) }
    }

    /// Returns why a command can do nothing now, or `nil` if its condition holds.
    func refusal(of entry: CommandDescriptor) -> String? {
        let controller = session.controller
        return switch entry.condition {
        case .always: nil
        case .closable: controller.running == nil ? "nothing to close" : nil
        case .presentationRuns: controller.running == nil ? "nothing is playing" : nil
        case .presentationHasElapsed:
            controller.running.map { $0.elapsed > 0 ? nil : "already at the beginning" } ?? "nothing is playing"
        case .anyGift: hasAnyGift ? nil : "nothing to clear"
        case .giftSelected: chosenGift == nil ? missingGift : nil
        case .thresholdAboveMinimum: controller.settings.replaceAt > Millionths(0) ? nil : thresholdLimit
        case .thresholdBelowMaximum: controller.settings.replaceAt < .one ? nil : thresholdLimit
        case .speedAboveMinimum: RoomSpeeds.slower(than: controller.speed) == nil ? speedLimit("lowest") : nil
        case .speedBelowMaximum: RoomSpeeds.faster(than: controller.speed) == nil ? speedLimit("highest") : nil
        case .speedChanged: controller.speed == .one ? "already at normal speed" : nil
        case .hasTour: tour == nil ? "no tour in this room" : nil
        }
    }

    private static let replayRefusal = "not in a replay: a recorded session does not change"

    /// Returns why an event that no open pane uses does nothing, or `nil` if it needs no answer.
    func refusal(ofUnused event: InputEvent) -> String? {
        guard let key = KeyStroke(event: event) else { return nil }
        switch event {
        case _ where isReplay && commands.command(for: event) != nil: return Self.replayRefusal
        case .character("0"): return "no gift published by a store"
        case .character(let digit) where digit.isASCII && digit.isWholeNumber: return "no gift on the key \(digit)"
        default: return "\(key.label(symbols)) does nothing here; \(HelpOverlay.openingLabel(symbols)) lists the keys"
        }
    }

    private var hasAnyGift: Bool {
        let controller = session.controller
        return controller.running != nil || controller.waitingCount > 0 || controller.held != nil
            || controller.parkedCount > 0
    }

    private var missingGift: String {
        session.giftLog.entries.isEmpty
            ? "nothing to replay: no gift has arrived"
            : "nothing to replay: \(GiftListOverlay.openingLabel(symbols)) opens the last gifts"
    }

    private var thresholdLimit: String {
        let threshold = session.controller.settings.replaceAt
        return threshold > .one
            ? "replaceAt is already above 100 %" : "replaceAt is already at \(threshold.exactPercent)"
    }

    private func speedLimit(_ name: String) -> String {
        "already at the \(name) speed, \(symbols.times)\(session.controller.speed)"
    }
}

extension Command {
    /// Whether a replay refuses the command, because it changes the session or needs a screen that a replay lacks.
    fileprivate var isRefusedInReplays: Bool {
        switch self {
        case .session, .change, .sendChosenGift, .editSetting, .showTourStep: true
        case .toggle: !isInReplays
        default: false
        }
    }
}

extension Overlay {
    /// Returns the label of the key that opens the panel.
    fileprivate static func openingLabel(_ symbols: SymbolSet) -> String {
        opening.keys.first.map { $0.label(symbols) } ?? ""
    }
}
