import ExactNumbers
import Playback
import PolicyExploration

/// A fault that a playback controller could have.
enum ControllerFault: String, CaseIterable, Sendable {
    case thresholdMustBeExceeded
    case thresholdIsIgnored
    case lastInFirstOut
    case doesNotStartNextAtEnd = "forgetsNextAtEnd"
    case doesNotStartNextAtClose = "forgetsNextAtClose"
    case startsTwice
    case startsOverRunning = "startsOverTheRunning"
    case dropsOnSwitchWithoutTraceLine = "dropsOnSwitchWithoutALine"
    case dropsOnSwitchWithWrongReason = "dropsOnSwitchForAnotherReason"
    case dropsGiftsToPark = "dropsWhatShouldBeParked"
    case losesParkedGifts = "losesTheParked"
    case playsParkedGifts = "playsTheParked"
    case restartsOnSwitch
    case clearKeepsWaitingGifts = "clearForgetsTheWaiting"
    case clearsInReverseOrder = "clearsLastFirst"
    case ignoresCloseWhilePaused = "closesNothingWhilePaused"
    case timePassesWhilePaused
    case gapPassesWhilePaused
    case ignoresGap = "ignoresTheGap"
    case expiresAtTheLimit
    case countsPauseAsWaiting = "countsExpiryFromNoPause"
    case permitsOneTooMany = "oneTooManyWaits"
    case overflowDropsOldest = "overflowTakesTheOldest"
    case cheapestDropsOldestOfEqual = "cheapestTakesTheOldestOfEquals"
    case cheapestFirst
    case mergesAfterWindow = "mergesJustTooLate"
    case mergesOtherSenders = "mergesTheGiftsOfOthers"
    case replacesMergeTarget = "replacesItsOwnKin"
    case heldWaitsForEnd = "heldWaitsForTheEnd"
    case heldIsNotSuperseded = "heldGivesWayToNone"
    case heldIsForgottenOnSwitch
    case ignoresPauseOnEmptyStage = "ignoresPauseOnAnEmptyStage"
    case playsWithoutAnimation
    case waitsForAnimationForever
    case missingBlocksQueue = "missingBlocksTheLine"
    case zeroLengthNeverEnds
    case roundsProgressDown
    case roundsEarlyProgressUp
    case reportsWrongReplacement = "namesAnotherReplacement"
    case loopEndsAtTheWindow
    case loopCountsFromFirstArrival = "loopCountsFromTheFirstArrival"
    case idleLoopIgnoresWaitingGifts = "idleLoopIgnoresTheWaiting"
    case progressFollowsTheLoop

    /// The settings in which the fault has an effect, besides the mode.
    var settings: [Setting] {
        switch self {
        case .dropsGiftsToPark, .losesParkedGifts, .playsParkedGifts: [.backlog(.park)]
        case .gapPassesWhilePaused, .ignoresGap: [.gap(.second)]
        case .expiresAtTheLimit, .countsPauseAsWaiting: [.expireAfter(.second)]
        case .permitsOneTooMany, .overflowDropsOldest: [.maxWaiting(1)]
        case .cheapestDropsOldestOfEqual: [.maxWaiting(1), .overflow(.dropCheapest)]
        case .cheapestFirst: [.order(.value)]
        case .mergesAfterWindow, .mergesOtherSenders: [.combineWithin(.second)]
        case .replacesMergeTarget: [.mode(.replace), .combineWithin(2 * .second)]
        case .heldWaitsForEnd, .heldIsNotSuperseded, .heldIsForgottenOnSwitch: [.mode(.replace), .early(.hold)]
        case .playsWithoutAnimation, .waitsForAnimationForever, .missingBlocksQueue:
            [.missing(.wait), .waitAtMost(.second)]
        case .thresholdMustBeExceeded, .thresholdIsIgnored, .reportsWrongReplacement: [.mode(.replace)]
        case .roundsProgressDown, .roundsEarlyProgressUp: [.mode(.replace), .replaceAt(Millionths(333_333))]
        case .loopEndsAtTheWindow, .loopCountsFromFirstArrival: [.combineWithin(2 * .second)]
        case .idleLoopIgnoresWaitingGifts: [.loopWhile(.idle)]
        case .progressFollowsTheLoop: [.mode(.replace), .replaceAt(Millionths(500_000)), .loopWhile(.idle)]
        default: []
        }
    }

    /// The kinds with which the fault has an effect; `nil` for the usual ones.
    var kinds: [ExplorationPlan.NamedKind]? {
        switch self {
        case .loopEndsAtTheWindow, .loopCountsFromFirstArrival, .idleLoopIgnoresWaitingGifts,
            .progressFollowsTheLoop:
            [ExplorationPlan.NamedKind("rocket", duration: 4 * .second, loop: Self.loop)]
        default: nil
        }
    }

    private static let loop = GiftLoop(start: .second, end: 2 * .second)
}
