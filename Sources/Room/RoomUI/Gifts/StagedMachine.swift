import ExactNumbers
import GiftPackages
import LottieDocument
import RoomSession

/// The state machine of a gift at the moment that was drawn last.
///
/// What it shows is a function of the gift's story. It is kept only because going on is less work than beginning anew.
struct StagedMachine {
    private struct Key: Equatable {
        let animation: AnimationID
        let number: Int
        let revision: Int
        let values: TemplateValues
    }

    /// A machine with the number of stimuli that it has got.
    private struct Progress {
        let key: Key
        var run: GiftMachineRun
        var handledCount = 0
    }

    private var last: Progress?

    /// Returns the machine of a gift at a moment; `nil` if it does not fit the animation.
    mutating func run(
        _ machine: GiftMachine, of animation: AnimationID, _ composition: Composition,
        for presented: TemplateValues?, at moment: GiftFrames.Moment
    ) -> GiftMachineRun? {
        let story = moment.story?.story
        var values = presented ?? TemplateValues(sender: "", count: 1, name: "")
        if let story { values.count = story.initialCount }
        let key = Key(
            animation: animation, number: story?.number ?? 0, revision: story?.revision ?? 0, values: values)
        let time = moment.story?.time ?? moment.position
        var progress: Progress
        if let last, last.key == key, last.run.machine.time <= time {
            progress = last
        } else {
            let arrival = PresentationValues(sender: values.sender, count: values.count, gift: values.name)
            guard let run = GiftMachineRun(machine, of: composition, for: arrival) else { return nil }
            progress = Progress(key: key, run: run)
        }
        for entry in story?.entries.dropFirst(progress.handledCount) ?? [] where entry.at <= time {
            progress.run.handle(entry.stimulus, at: entry.at)
            progress.handledCount += 1
        }
        progress.run.advance(to: time)
        last = progress
        return progress.run
    }
}
