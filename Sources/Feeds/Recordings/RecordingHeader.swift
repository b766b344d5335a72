public import PlayerSettings

/// The first line of a recorded session: the format, the program and the initial state.
public struct RecordingHeader: Sendable {
    /// The newest format that this program reads, and the one that it writes.
    public static let formatVersion = 1

    /// The recording program with its version.
    public var program: String
    /// The room's seed; empty without one.
    public var seed: String
    /// The room's profile; empty if unknown.
    public var profile: String
    /// The host of the room.
    public var host: String
    /// The title of the room.
    public var title: String
    /// The number of viewers at the beginning.
    public var viewers: Int
    /// The terminal's width in cells.
    public var columns: Int
    /// The terminal's height in cells.
    public var rows: Int
    /// The initial settings with their origins.
    public var settings: LayeredSettings
    /// The policies that the session compares on its split stage; empty if the viewer named none.
    public var comparedPolicies: [Policy]
    /// The guided tour, if it is not the one that is built in; otherwise empty.
    public var tour: [RecordedTourStep]

    /// Creates a header.
    public init(
        program: String, seed: String = "", profile: String = "", host: String = "", title: String = "",
        viewers: Int = 0, columns: Int, rows: Int, settings: LayeredSettings, comparedPolicies: [Policy] = [],
        tour: [RecordedTourStep] = []
    ) {
        self.program = program
        self.seed = seed
        self.profile = profile
        self.host = host
        self.title = title
        self.viewers = viewers
        self.columns = columns
        self.rows = rows
        self.settings = settings
        self.comparedPolicies = comparedPolicies
        self.tour = tour
    }
}

/// The names of layers in recordings.
extension LayeredSettings.Layer {
    var name: String {
        switch self {
        case .program: "program"
        case .store: "store"
        case .file: "file"
        case .environment: "environment"
        case .option: "option"
        case .key: "key"
        }
    }

    init?(name: String) {
        guard let layer = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = layer
    }

    /// Returns the origin in this layer that recordings write as `word`.
    func origin(label word: String) -> Origin {
        switch self {
        case .program: .programDefault(word)
        case .store: .store
        case .file: .file(word)
        case .environment: .environment(word)
        case .option: .option(word)
        case .key: word == Origin.control.label ? .control : .key(word)
        }
    }
}

extension Origin {
    /// The text that identifies the origin within its layer. A file has its name only, because the folders are private.
    var label: String {
        switch self {
        case .policyDefault, .store: ""
        case .file, .control: description
        case .programDefault(let word), .environment(let word), .option(let word), .key(let word): word
        }
    }
}
