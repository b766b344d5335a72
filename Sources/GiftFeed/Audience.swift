/// Who is in a simulated room, who is away, and what each is like.
struct Audience: Sendable {
    /// Somebody with habits.
    struct Member: Sendable {
        let viewer: Viewer
        let temperament: Temperament
        /// The kind of gift this one sent last, as an index into the room's kinds.
        var lastKind: Int?
        /// Runs of gifts that this one is in the middle of; nobody leaves in one.
        var openRuns = 0

        func weight(of act: Act) -> Int {
            switch act {
            case .talking: temperament.talks
            case .giving: temperament.gives
            }
        }
    }

    /// What people in a room do.
    enum Act: Sendable {
        case talking, giving
    }

    /// How one behaves in a room, as weights against the others.
    enum Temperament: Sendable, CaseIterable {
        /// Watches.
        case lurker
        /// Talks.
        case talker
        /// Sends small gifts often.
        case supporter
        /// Sends dear gifts.
        case patron

        var share: Int {
            switch self {
            case .lurker: 40
            case .talker: 30
            case .supporter: 20
            case .patron: 10
            }
        }

        var talks: Int {
            switch self {
            case .lurker: 1
            case .talker: 8
            case .supporter: 4
            case .patron: 2
            }
        }

        var gives: Int {
            switch self {
            case .lurker: 1
            case .talker: 2
            case .supporter: 9
            case .patron: 5
            }
        }

        /// How much likelier than others this one takes a dear kind.
        var tasteForDear: Int {
            switch self {
            case .lurker, .talker: 1
            case .supporter: 2
            case .patron: 6
            }
        }
    }

    /// Most people in a room: more would only cost memory, the screen shows a handful.
    static let capacity = 400

    private(set) var members: [Member] = []
    private(set) var present: [Int] = []
    private var absent: [Int] = []
    private let names: [String]

    /// Three in five of those named are there from the start, or all of them.
    init(names: [String], allAreThere: Bool = false, random: inout SeededRandom) {
        self.names = names.isEmpty ? ["guest"] : Array(names.prefix(Self.capacity))
        for name in self.names {
            let index = add(name, random: &random)
            if allAreThere || random.below(5) < 3 || index == 0 { present.append(index) } else { absent.append(index) }
        }
    }

    subscript(member: Int) -> Member {
        get { members[member] }
        set { members[member] = newValue }
    }

    func isPresent(_ member: Int) -> Bool {
        present.contains(member)
    }

    /// Somebody present for one of what people do, as likely as each does it.
    func anyone(for act: Act, random: inout SeededRandom) -> Int? {
        random.index(weighing: present.map { members[$0].weight(of: act) }).map { present[$0] }
    }

    /// Somebody away comes in, or somebody new; nil when the room is full.
    mutating func comeIn(random: inout SeededRandom) -> Int? {
        if !absent.isEmpty {
            let member = absent.remove(at: random.below(absent.count))
            present.append(member)
            return member
        }
        guard members.count < Self.capacity else { return nil }
        let member = add("\(names[random.below(names.count)])_\(members.count)", random: &random)
        present.append(member)
        return member
    }

    /// Somebody goes who isn't in the middle of sending; nil when that would empty the room.
    mutating func leave(random: inout SeededRandom) -> Int? {
        guard present.count > max(2, names.count / 3) else { return nil }
        let place = random.below(present.count)
        guard members[present[place]].openRuns == 0 else { return nil }
        let member = present.remove(at: place)
        absent.append(member)
        return member
    }

    private mutating func add(_ name: String, random: inout SeededRandom) -> Int {
        let kind = random.index(weighing: Temperament.allCases.map(\.share)) ?? 0
        let viewer = Viewer(id: "u-\(members.count + 1)", name: name)
        members.append(Member(viewer: viewer, temperament: Temperament.allCases[kind]))
        return members.count - 1
    }
}
