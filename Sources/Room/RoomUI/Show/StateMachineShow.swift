public import ExactNumbers
public import LottieDocument
public import LottieRenderer
public import Playback
import PlayerSettings
public import StateMachines
public import Terminal
public import TerminalCells

/// A show that plays a state machine on an empty stage, driven by keys, the mouse and time.
public struct StateMachineShow {
    /// A state machine with its animations.
    public struct Item {
        let name: String
        let id: String
        let machine: StateMachine
        let properties: DynamicProperties
        let composition: (_ animation: String, _ theme: String?) -> Composition?

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - name: The name of the file.
        ///   - id: The id of the machine.
        ///   - machine: The machine, which is not started, at time 0.
        ///   - properties: Values that replace properties of the animations.
        ///   - composition: Returns an animation with a theme; `nil` if there is none of these ids.
        public init(
            name: String, id: String, machine: StateMachine,
            properties: DynamicProperties = DynamicProperties(),
            composition: @escaping (_ animation: String, _ theme: String?) -> Composition?
        ) {
            self.name = name
            self.id = id
            self.machine = machine
            self.properties = properties
            self.composition = composition
        }
    }

    private let item: Item
    private var machine: StateMachine
    private var painter: StateMachinePainter
    private var pointer = PointerState()
    /// What the machine reported last.
    private var message: String?
    private let symbols: SymbolSet
    private let theme: SettingValue
    /// The terminal's background, or `nil` if the terminal has not reported it.
    private var background: TerminalColor?
    private var size = (columns: 0, rows: 0)
    private var hasChanged = true
    private var hasEnded = false

    /// Where the pointer is.
    private struct PointerState {
        /// Whether it is over the picture.
        var isInside = false
        /// Whether the button was pressed over the picture.
        var isPressed = false
    }

    /// Creates a show that starts the machine.
    ///
    /// - Parameters:
    ///   - item: The machine.
    ///   - isASCII: Whether the controls use ASCII characters only.
    ///   - theme: A value of the setting `theme`.
    ///   - glyphs: The glyphs of the picture, which the terminal must be able to show.
    public init(
        _ item: Item, isASCII: Bool, theme: SettingValue = .choice("auto"),
        glyphs: PictureGlyphs = .half
    ) {
        self.item = item
        machine = item.machine
        painter = StateMachinePainter(properties: item.properties, glyphs: isASCII ? .half : glyphs)
        symbols = SymbolSet.symbols(for: isASCII ? .ascii : .unicode)
        self.theme = theme
        note(machine.start())
    }

    /// Keeps what the viewer must know of some events.
    private mutating func note(_ events: [StateMachineEvent]) {
        for event in events {
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
        note(machine.handle(input, at: time))
    }

    /// Changes the input of a digit: fires an event, negates a Boolean value, adds 1 to a number.
    private mutating func change(inputOf digit: Int, at time: Nanoseconds) {
        let inputs = machine.document.inputs.prefix(StateMachineLine.maxKeys)
        guard inputs.indices.contains(digit - 1) else { return }
        let input = inputs[digit - 1]
        switch (input.kind, machine.values[input.name]) {
        case (.event, _): handle(.fire(input.name), at: time)
        case (.boolean, .boolean(let flag)?): handle(.set(input.name, .boolean(!flag)), at: time)
        case (.numeric, .numeric(let number)?): handle(.set(input.name, .numeric(number + 1)), at: time)
        default: break
        }
    }

    // MARK: - The pointer

    /// The number of rows of the picture.
    private var pictureRows: Int { max(0, size.rows - 2) }

    private mutating func send(
        _ pointer: StateMachineDocument.Interaction.Pointer, column: Int, row: Int, at time: Nanoseconds
    ) {
        let layers = painter.layers(of: machine, column: column, row: row)
        handle(.pointer(pointer, layers: layers), at: time)
    }

    /// Sends what the mouse does to the machine. A terminal reports the mouse only while a button is pressed.
    private mutating func handle(_ mouse: MouseEvent, at time: Nanoseconds) {
        guard mouse.button == .left else { return }
        let isInside =
            mouse.row >= 0 && mouse.row < pictureRows && mouse.column >= 0 && mouse.column < size.columns
        if isInside != pointer.isInside {
            pointer.isInside = isInside
            if isInside {
                send(.enter, column: mouse.column, row: mouse.row, at: time)
            } else {
                handle(.pointer(.exit, layers: []), at: time)
            }
        }
        let wasPressed = pointer.isPressed
        pointer.isPressed =
            mouse.action == .release ? false : mouse.action == .press ? isInside : wasPressed
        guard isInside else { return }
        switch mouse.action {
        case .press: send(.down, column: mouse.column, row: mouse.row, at: time)
        case .drag: send(.move, column: mouse.column, row: mouse.row, at: time)
        case .release:
            send(.up, column: mouse.column, row: mouse.row, at: time)
            if wasPressed { send(.click, column: mouse.column, row: mouse.row, at: time) }
        }
    }

    /// Clicks in the middle of the picture; if none of the layers is there that wait for the pointer, at the first of
    /// them.
    private mutating func click(at time: Nanoseconds) {
        var layers = painter.layers(of: machine, column: size.columns / 2, row: pictureRows / 2)
        if layers.isEmpty { layers = Set(machine.document.layerNames.prefix(1)) }
        var events: [StateMachineDocument.Interaction.Pointer] = [.down, .up, .click]
        if !pointer.isInside { events.insert(.enter, at: 0) }
        pointer.isInside = true
        for event in events { handle(.pointer(event, layers: layers), at: time) }
    }
}

extension StateMachineShow: Show {
    /// Whether the viewer has quit, or the machine has stopped in a final state and nothing moves any more.
    public var isOver: Bool {
        hasEnded || machine.status == .stopped(.finalState) && !machine.isMoving
    }

    /// Whether the picture moves.
    public var isMoving: Bool { machine.isMoving }

    /// The time at which something happens by itself.
    public var nextDue: Nanoseconds? { machine.nextDue }

    /// Returns whether the picture changes.
    public func needsPainting(at time: Nanoseconds) -> Bool { hasChanged || isMoving }

    /// Advances the machine.
    public mutating func advance(to time: Nanoseconds) { note(machine.advance(to: time)) }

    /// Handles a key or the mouse.
    ///
    /// | Input | Effect |
    /// |---|---|
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
        case .character(let digit) where digit.isASCII:
            if let number = digit.wholeNumberValue { change(inputOf: number, at: time) }
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
        let line = StateMachineLine(
            name: item.name, id: item.id, machine: machine, message: message, symbols: symbols)
        Theme.$colors.withValue(colors) { line.paint(in: &grid) }
        grid.makeTextReadable()
    }
}
