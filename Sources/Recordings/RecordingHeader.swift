public import Configuration

/// The first line of a recorded session: what it is, what recorded it, and how things stood at its beginning.
public struct RecordingHeader: Sendable {
    /// The newest form of recordings that this program reads, and the one it writes.
    public static let format = 1

    /// The program that recorded it, with its version.
    public var program: String
    /// The room's seed, and how lively it was; empty where there was none.
    public var seed: String
    /// How lively the room was; empty where that is not known.
    public var profile: String
    /// Whose room it was.
    public var host: String
    /// What the room was about.
    public var title: String
    /// People who were there at the beginning.
    public var viewers: Int
    /// The terminal's width in cells.
    public var columns: Int
    /// The terminal's height in cells.
    public var rows: Int
    /// The settings at the beginning, and who had set them.
    public var settings: LayeredSettings

    /// A header.
    public init(
        program: String, seed: String = "", profile: String = "", host: String = "", title: String = "",
        viewers: Int = 0, columns: Int, rows: Int, settings: LayeredSettings
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
    }
}

/// The names of layers in recordings.
extension LayeredSettings.Layer {
    var name: String {
        switch self {
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

    /// The origin in this layer that shows as `word`.
    func origin(_ word: String) -> Origin {
        switch self {
        case .store: .store
        case .file: .file(word)
        case .environment: .environment(word)
        case .option: .option(word)
        case .key: .key(word)
        }
    }
}

extension Origin {
    /// What tells it from others of its layer. Of a file only the name is told: its folders are nobody's business.
    var word: String {
        switch self {
        case .standard, .store: ""
        case .file: description
        case .environment(let word), .option(let word), .key(let word): word
        }
    }
}
