import Playback

/// A fault that a playback controller could have.
enum Fault: String, CaseIterable, Sendable {
    case thresholdMustBeExceeded
    case thresholdIsIgnored
    case lastInFirstOut
    case forgetsNextAtEnd
    case forgetsNextAtClose
    case startsTwice
    case startsOverTheRunning
    case dropsOnSwitchWithoutALine
    case dropsOnSwitchForAnotherReason
    case dropsWhatShouldBeParked
    case losesTheParked
    case playsTheParked
    case restartsOnSwitch
    case clearForgetsTheWaiting
    case clearsLastFirst
    case closesNothingWhilePaused
    case timePassesWhilePaused
    case gapPassesWhilePaused
    case ignoresTheGap
    case expiresAtTheLimit
    case countsExpiryFromNoPause
    case oneTooManyWaits
    case overflowTakesTheOldest
    case cheapestTakesTheOldestOfEquals
    case cheapestFirst
    case mergesJustTooLate
    case mergesTheGiftsOfOthers
    case replacesItsOwnKin
    case heldWaitsForTheEnd
    case heldGivesWayToNone
    case heldIsForgottenOnSwitch
    case ignoresPauseOnAnEmptyStage
    case playsWithoutAnimation
    case waitsForAnimationForever
    case missingBlocksTheLine
    case zeroLengthNeverEnds
    case roundsProgressDown
    case roundsEarlyProgressUp
    case namesAnotherReplacement

    /// The settings in which the fault has an effect, besides the mode.
    var settings: [Setting] {
        switch self {
        case .dropsWhatShouldBeParked, .losesTheParked, .playsTheParked: [.backlog(.park)]
        case .gapPassesWhilePaused, .ignoresTheGap: [.gap(.second)]
        case .expiresAtTheLimit, .countsExpiryFromNoPause: [.expireAfter(.second)]
        case .oneTooManyWaits, .overflowTakesTheOldest: [.maxWaiting(1)]
        case .cheapestTakesTheOldestOfEquals: [.maxWaiting(1), .overflow(.dropCheapest)]
        case .cheapestFirst: [.order(.value)]
        case .mergesJustTooLate, .mergesTheGiftsOfOthers: [.combineWithin(.second)]
        case .replacesItsOwnKin: [.mode(.replace), .combineWithin(2 * .second)]
        case .heldWaitsForTheEnd, .heldGivesWayToNone, .heldIsForgottenOnSwitch: [.mode(.replace), .early(.hold)]
        case .playsWithoutAnimation, .waitsForAnimationForever, .missingBlocksTheLine:
            [.missing(.wait), .waitAtMost(.second)]
        case .thresholdMustBeExceeded, .thresholdIsIgnored, .namesAnotherReplacement: [.mode(.replace)]
        case .roundsProgressDown, .roundsEarlyProgressUp: [.mode(.replace), .replaceAt(Millionths(333_333))]
        default: []
        }
    }
}
