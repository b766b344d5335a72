import AnimationPlayback
import Budgets
import ExactNumbers
import LottieDocument
import LottieRenderer
import RoomUI
import StateMachines
import VectorGraphics

/// The pictures of a state machine that gets inputs at given times.
struct MachineFilm {
    /// What is shown at a time.
    private struct Moment {
        let animation: String
        let theme: String?
        let picture: AnimationPicture
        let background: UInt32?
    }

    /// The times of the pictures, in nanoseconds.
    let times: [Nanoseconds]
    /// The end of the last picture.
    let end: Nanoseconds
    private let moments: [Moment]
    private let item: StateMachineShow.Item

    /// The length of a machine that would go on without end, in nanoseconds.
    private static let maxDefaultLength: Nanoseconds = 10 * .second

    /// Plays a machine without a screen.
    ///
    /// - Parameters:
    ///   - item: The machine with its inputs.
    ///   - length: The length; `nil` for that of a gift's presentation, and for another machine until nothing moves any
    ///     more and no input comes, ten seconds at most.
    ///   - rate: The number of pictures a second; `nil` for a single one, at the end of `length` or after the last input.
    /// - Throws: `CommandFailure` with exit status 64 for too many pictures.
    init(of item: StateMachineShow.Item, length: Nanoseconds?, rate: Double?) throws(CommandFailure) {
        self.item = item
        let lastInput = item.steps.last?.at ?? 0
        var played = PlayedMachine.start(item).machine
        guard let rate else {
            _ = played.advance(to: length ?? lastInput)
            moments = [Self.moment(of: played.machine, picture: played.machine.picture)]
            (times, end) = ([0], .second)
            return
        }
        let length = length ?? item.gift?.duration
        let limit = length ?? max(Self.maxDefaultLength, lastInput + .second)
        guard Double(limit) / 1e9 * rate <= Double(FrameSelection.maxFrames) else {
            throw CommandFailure(
                .usage, "--length: expected at most \(FrameSelection.maxFrames) frames, found a longer time")
        }
        var moments: [Moment] = []
        var times: [Nanoseconds] = []
        var time: Nanoseconds = 0
        repeat {
            _ = played.advance(to: time)
            times.append(time)
            let isOver = length == nil && played.isAtRest
            time = Nanoseconds((Double(times.count) / rate * 1e9).rounded())
            moments.append(Self.moment(of: played.machine, picture: played.machine.picture(until: time)))
            if isOver { break }
        } while time < limit
        (self.moments, self.times) = (moments, times)
        end = length ?? time
    }

    private static func moment(of machine: StateMachine, picture: AnimationPicture) -> Moment {
        Moment(
            animation: machine.animation, theme: machine.theme, picture: picture,
            background: machine.backgroundColor)
    }

    /// The composition that is shown first, which decides the size.
    var firstComposition: Composition? {
        moments.first.flatMap { item.composition($0.animation, $0.theme) ?? item.composition($0.animation, nil) }
    }

    /// Draws the picture of an index, and returns the resource that it exceeded.
    func draw(_ index: Int, with renderers: MachineRenderers, into pixmap: inout Pixmap) -> BudgetExceeded? {
        let moment = moments[index]
        let subject = MachineRenderers.Subject(animation: moment.animation, theme: moment.theme)
        guard let renderer = renderers.renderer(of: subject, item) else {
            pixmap.clear()
            return nil
        }
        renderer.draw(moment.picture, into: &pixmap)
        if let color = moment.background { pixmap.underlay(rgba: color) }
        return renderer.shortage
    }
}

/// The renderers of the animations of a machine, in one size.
final class MachineRenderers {
    /// An animation in a look.
    struct Subject: Hashable {
        let animation: String
        let theme: String?
    }

    private let width: Int
    private let height: Int
    private var renderers: [Subject: AnimationRenderer] = [:]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    func renderer(of subject: Subject, _ item: StateMachineShow.Item) -> AnimationRenderer? {
        if let known = renderers[subject] { return known }
        let composition = item.composition(subject.animation, subject.theme) ?? item.composition(subject.animation, nil)
        guard let composition else { return nil }
        let renderer = AnimationRenderer(
            composition, width: width, height: height, compatibility: item.compatibility, properties: item.properties)
        renderers[subject] = renderer
        return renderer
    }
}
