import RoomEvents

/// The members of a simulated room: who is present, who is absent, and how each of them behaves.
struct Audience: Sendable {
    /// A viewer of the simulated room with habits.
    struct Member: Sendable {
        let viewer: Viewer
        let profile: ViewerProfile
        /// The kind of the member's last gift, as an index into the room's kinds.
        var lastKind: Int?
        /// The number of the member's unfinished streaks. A member does not leave during a streak.
        var openStreakCount = 0

        func weight(of act: Activity) -> Int {
            switch act {
            case .chatting: profile.chatWeight
            case .giving: profile.giftWeight
            }
        }
    }

    /// An activity of members, for which each temperament has a weight.
    enum Activity: Sendable {
        case chatting, giving
    }

    /// A type of behaviour, as weights relative to the other types.
    enum ViewerProfile: Sendable, CaseIterable {
        /// Mostly watches.
        case lurker
        /// Mostly chats.
        case talker
        /// Often sends inexpensive gifts.
        case supporter
        /// Sends expensive gifts.
        case patron

        var populationWeight: Int {
            switch self {
            case .lurker: 40
            case .talker: 30
            case .supporter: 20
            case .patron: 10
            }
        }

        var chatWeight: Int {
            switch self {
            case .lurker: 1
            case .talker: 8
            case .supporter: 4
            case .patron: 2
            }
        }

        var giftWeight: Int {
            switch self {
            case .lurker: 1
            case .talker: 2
            case .supporter: 9
            case .patron: 5
            }
        }

        /// The factor that this temperament applies to the weights of expensive kinds.
        var expensiveKindFactor: Int {
            switch self {
            case .lurker, .talker: 1
            case .supporter: 2
            case .patron: 6
            }
        }
    }

    /// The largest number of members. The screen shows only a few of them; more would only cost memory.
    static let maxMembers = 400

    private(set) var members: [Member] = []
    private(set) var present: [Int] = []
    private var absent: [Int] = []
    private let names: [String]

    /// Creates the members, of whom about three in five, and always the first, are present at the start.
    ///
    /// - Parameters:
    ///   - names: The names of the members. If it is empty, there is one member, `guest`; only the first 400 names
    ///     count.
    ///   - allArePresent: Whether all members are present at the start.
    ///   - random: The generator for presence and temperaments.
    init(names: [String], allArePresent: Bool = false, random: inout SeededRandom) {
        self.names = names.isEmpty ? ["guest"] : Array(names.prefix(Self.maxMembers))
        for name in self.names {
            let index = addMember(named: name, random: &random)
            if allArePresent || random.nextInt(below: 5) < 3 || index == 0 {
                present.append(index)
            } else {
                absent.append(index)
            }
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
    func randomMember(for act: Activity, random: inout SeededRandom) -> Int? {
        random.nextIndex(weights: present.map { members[$0].weight(of: act) }).map { present[$0] }
    }

    /// Moves an absent member into the room, or adds a new member if nobody is absent.
    ///
    /// - Returns: The member's index; nil if the room is full.
    mutating func addRandomMember(random: inout SeededRandom) -> Int? {
        if !absent.isEmpty {
            let member = absent.remove(at: random.nextInt(below: absent.count))
            present.append(member)
            return member
        }
        guard members.count < Self.maxMembers else { return nil }
        let member = addMember(named: "\(names[random.nextInt(below: names.count)])_\(members.count)", random: &random)
        present.append(member)
        return member
    }

    /// Moves a random present member out of the room.
    ///
    /// - Returns: The member's index; nil if the chosen member is in the middle of a streak or too few members would
    ///   remain.
    mutating func removeRandomMember(random: inout SeededRandom) -> Int? {
        guard present.count > max(2, names.count / 3) else { return nil }
        let index = random.nextInt(below: present.count)
        guard members[present[index]].openStreakCount == 0 else { return nil }
        let member = present.remove(at: index)
        absent.append(member)
        return member
    }

    private mutating func addMember(named name: String, random: inout SeededRandom) -> Int {
        let kind = random.nextIndex(weights: ViewerProfile.allCases.map(\.populationWeight)) ?? 0
        let viewer = Viewer(id: "u-\(members.count + 1)", name: name)
        members.append(Member(viewer: viewer, profile: ViewerProfile.allCases[kind]))
        return members.count - 1
    }
}
