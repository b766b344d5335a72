public import ExactNumbers
public import GiftPackages
public import LottieDocument
public import LottieRenderer
public import Playback
import PlayerSettings
public import StateMachines
public import Terminal
public import TerminalCells

/// A show that plays a state machine on an empty stage, driven by keys, the mouse and time.
public struct StateMachineShow {
    /// The machine of a gift, and how long the gift is presented.
    public struct PresentedMachine {
        package let machine: GiftMachine
        package let duration: Nanoseconds

        /// Creates the machine of a gift.
        ///
        /// - Parameters:
        ///   - machine: The machine, with what drives its inputs.
        ///   - duration: How long the gift is presented, in nanoseconds.
        public init(_ machine: GiftMachine, duration: Nanoseconds) {
            self.machine = machine
            self.duration = duration
        }
    }

    /// A state machine with its animations.
    public struct Item {
        let name: String
        let id: String
        package let machine: StateMachine
        /// The gift to which the machine belongs; `nil` for a machine of an archive.
        package let gift: PresentedMachine?
        /// What comes to the machine by itself, in order of time.
        package let steps: [MachineStep]
        package let properties: DynamicProperties
        package let compatibility: RenderingCompatibility
        package let composition: (_ animation: String, _ theme: String?) -> Composition?

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - name: The name of the file.
        ///   - id: The id of the machine.
        ///   - machine: The machine, which is not started, at time 0.
        ///   - gift: The gift to which the machine belongs; `nil` for a machine of an archive.
        ///   - steps: What comes to the machine by itself, in order of time.
        ///   - properties: Values that replace properties of the animations.
        ///   - compatibility: The player to imitate where players differ.
        ///   - composition: Returns an animation with a theme; `nil` if there is none of these ids.
        public init(
            name: String, id: String, machine: StateMachine, gift: PresentedMachine? = nil,
            steps: [MachineStep] = [], properties: DynamicProperties = DynamicProperties(),
            compatibility: RenderingCompatibility = .lottieWeb,
            composition: @escaping (_ animation: String, _ theme: String?) -> Composition?
        ) {
            self.name = name
            self.id = id
            self.machine = machine
            self.gift = gift
            self.steps = steps
            self.properties = properties
            self.compatibility = compatibility
            self.composition = composition
        }
    }

    private let item: Item
    private var played: PlayedMachine
    private var painter: StateMachinePainter
    private var pointer = StagePointer()
    /// What the machine reported last.
    private var message: String?
    private let symbols: SymbolSet
    private let theme: SettingValue
    /// The terminal's background, or `nil` if the terminal has not reported it.
    private var background: TerminalColor?
    private var size = (columns: 0, rows: 0)
    private var hasChanged = true
    private var hasEnded = false
    private let report: ((StateMachineEvent) -> Void)?

    /// Creates a show that starts the machine.
    ///
    /// - Parameters:
    ///   - item: The machine.
    ///   - isASCII: Whether the controls use ASCII characters only.
    ///   - theme: A value of the setting `theme`.
    ///   - glyphs: The glyphs of the picture, which the terminal must be able to show.
    ///   - report: Receives what happens, in order; `nil` if nobody wants to know.
    public init(
        _ item: Item, isASCII: Bool, theme: SettingValue = .choice("auto"),
        glyphs: PictureGlyphs = .half, report: ((StateMachineEvent) -> Void)? = nil
    ) {
        self.item = item
        self.report = report
        let events: [StateMachineEvent]
        (played, events) = PlayedMachine.start(item)
        painter = StateMachinePainter(
            properties: item.properties, compatibility: item.compatibility, glyphs: isASCII ? .half : glyphs)
        symbols = SymbolSet.symbols(for: isASCII ? .ascii : .unicode)
        self.theme = theme
        note(events)
    }

    private var machine: StateMachine { played.machine }

    /// The line below the picture.
    private var line: StateMachineLine {
        StateMachineLine(
            name: item.name, id: item.id, machine: machine, gift: item.gift, message: message, symbols: symbols)
    }

    /// The keys of the machine with their effects, in one line.
    public var keys: String { line.keys.text }

    /// Keeps what the viewer must know of some events.
    private mutating func note(_ events: [StateMachineEvent]) {
        for event in events {
            report?(event)
            switch event.kind {
            case .themeSet(let id):
                if item.composition(machine.animation, id) == nil { message = "no theme \"\(id)\"" }
            case .openURL, .custom, .unknownMarker, .unsupportedAction, .stopped:
                message = String(describing: event.kind)
            default: break
            }
            hasChanged = true
        }
    }

    private mutating func handle(_ input: StateMachineInput, at time: Nanoseconds) {
        note(played.handle(input, at: time))
    }

    /// Changes an input by a key: of the gift, or else the one with the number of a digit.
    private mutating func press(_ key: Character, at time: Nanoseconds) {
        if let events = played.press(key, at: time) { return note(events) }
        if key.isASCII, let digit = key.wholeNumberValue { change(inputOf: digit, at: time) }
    }

    /// Changes the input of a digit as a key does.
    private mutating func change(inputOf digit: Int, at time: Nanoseconds) {
        let inputs = machine.document.inputs.prefix(StateMachineLine.maxKeys)
        guard inputs.indices.contains(digit - 1) else { return }
        note(played.press(inputOf: inputs[digit - 1].name, at: time))
    }

    // MARK: - The pointer

    /// The number of rows of the picture.
    private var pictureRows: Int { max(0, size.rows - 2) }

    /// Sends what the mouse does to the machine.
    private mutating func handle(_ mouse: MouseEvent, at time: Nanoseconds) {
        let area = CellRect(column: 0, row: 0, columns: size.columns, rows: pictureRows)
        for event in pointer.events(for: mouse, in: area) {
            let layers =
                event == .exit ? [] : painter.layers(of: machine, column: mouse.column, row: mouse.row)
            handle(.pointer(event, layers: layers), at: time)
        }
    }

    /// Clicks in the middle of the picture; if no layer there waits for the pointer, at the first such layer.
    private mutating func click(at time: Nanoseconds) {
        var layers = painter.layers(of: machine, column: size.columns / 2, row: pictureRows / 2)
        if layers.isEmpty { layers = Set(machine.document.layerNames.prefix(1)) }
        for event in pointer.clickEvents() { handle(.pointer(event, layers: layers), at: time) }
    }
}

extension StateMachineShow: Show {
    /// Whether the viewer has quit, or the machine is over: that of a gift at the end of its presentation, another one
    /// when it has stopped in a final state and nothing moves any more.
    public var isOver: Bool { hasEnded || played.isOver }

    /// Whether the picture moves.
    public var isMoving: Bool { machine.isMoving }

    /// The time at which something happens by itself.
    public var nextDue: Nanoseconds? { played.nextDue }

    /// Returns whether the picture changes.
    public func needsPainting(at time: Nanoseconds) -> Bool { hasChanged || isMoving }

    /// Advances the machine.
    public mutating func advance(to time: Nanoseconds) { note(played.advance(to: time)) }

    /// Handles a key or the mouse.
    ///
    /// | Input | Effect |
    /// |---|---|
    /// | keys of a gift | change the input that the gift names |
    /// | 1 to 9 | change the input of this number: fire the event, negate the value, add 1 |
    /// | Space | click |
    /// | mouse on the picture | pointer events |
    /// | `q`, `x`, Esc | quit |
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        hasChanged = true
        switch event {
        case .character("q"), .character("x"), .key(.escape, _): hasEnded = true
        case .character(" "): click(at: time)
        case .character(let key): press(key, at: time)
        case .mouse(let mouse): handle(mouse, at: time)
        case .background(let color): background = color
        default: break
        }
    }

    /// Ends the show.
    public mutating func end(at time: Nanoseconds) { hasEnded = true }

    /// Paints the picture over the whole grid except its last two rows, which contain the state and the keys.
    public mutating func paint(
        _ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics
    ) {
        hasChanged = false
        size = (grid.columns, grid.rows)
        guard grid.columns > 0, pictureRows > 0 else { return }
        let (machine, item) = (machine, item)
        painter.prepare(machine, columns: grid.columns, rows: pictureRows) {
            item.composition(machine.animation, machine.theme) ?? item.composition(machine.animation, nil)
        }
        let colors = ThemeColors.colors(for: theme, isTerminalLight: background?.isLight)
        // Halos fade into the terminal's own background, which remains where nothing is drawn.
        grid.assumedBackground = background.map { CellColor($0) } ?? colors.surfaces.panel
        painter.paint(machine, in: &grid, statistics: &statistics)
        let line = line
        Theme.$colors.withValue(colors) { line.paint(in: &grid) }
        grid.makeTextReadable()
    }
}
