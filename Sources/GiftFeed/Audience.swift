/// The members of a simulated room: who is present, who is absent, and how each of them behaves.
struct Audience: Sendable {
    /// A viewer of the simulated room with habits.
    struct Member: Sendable {
        let viewer: Viewer
        let temperament: Temperament
        /// The kind of the member's last gift, as an index into the room's kinds.
        var lastKind: Int?
        /// The number of the member's unfinished streaks. A member does not leave during a streak.
        var openRuns = 0

        func weight(of act: Act) -> Int {
            switch act {
            case .talking: temperament.talks
            case .giving: temperament.gives
            }
        }
    }

    /// An activity of members, for which each temperament has a weight.
    enum Act: Sendable {
        case talking, giving
    }

    /// A type of behaviour, as weights relative to the other types.
    enum Temperament: Sendable, CaseIterable {
        /// Mostly watches.
        case lurker
        /// Mostly chats.
        case talker
        /// Often sends inexpensive gifts.
        case supporter
        /// Sends expensive gifts.
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

        /// The factor that this temperament applies to the weights of expensive kinds.
        var tasteForDear: Int {
            switch self {
            case .lurker, .talker: 1
            case .supporter: 2
            case .patron: 6
            }
        }
    }

    /// The largest number of members. The screen shows only a few of them; more would only cost memory.
    static let capacity = 400

    private(set) var members: [Member] = []
    private(set) var present: [Int] = []
    private var absent: [Int] = []
    private let names: [String]

    /// Creates the members, of whom about three in five, and always the first, are present at the start.
    ///
    /// - Parameters:
    ///   - names: The names of the members. If it is empty, there is one member, `guest`; only the first 400 names
    ///     count.
    ///   - allAreThere: Whether all members are present at the start.
    ///   - random: The generator for presence and temperaments.
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

    /// Returns a random present member, weighted by how often each member does `act`.
    func anyone(for act: Act, random: inout SeededRandom) -> Int? {
        random.index(weighing: present.map { members[$0].weight(of: act) }).map { present[$0] }
    }

    /// Moves an absent member into the room, or adds a new member if nobody is absent.
    ///
    /// - Returns: The member's index; nil if the room is full.
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

    /// Moves a random present member out of the room.
    ///
    /// - Returns: The member's index; nil if the chosen member is in the middle of a streak or too few members would
    ///   remain.
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
