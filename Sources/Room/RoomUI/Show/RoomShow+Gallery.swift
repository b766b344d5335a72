import ExactNumbers
import Terminal

/// An effect of a key or the mouse in the gallery.
enum GalleryCommand: Equatable {
    /// Chooses the gift kind at an index.
    case choose(Int)
    /// Pauses or resumes.
    case togglePause
    /// Moves by a length of time; negative lengths move back.
    case step(by: Nanoseconds)
    /// Pauses and moves by a number of frames; negative numbers move back.
    case stepFrames(Int)
    /// Pauses and moves by a number of markers; negative numbers move back.
    case stepMarkers(Int)
    /// Pauses and moves to the marker at an index.
    case goToMarker(Int)
    case slower, faster, normalSpeed
    /// Presses or drags the progress bar at a cell, counted from its left edge.
    case dragBar(cell: Int)
    /// Releases the mouse button.
    case releaseBar
    /// Sends the chosen kind and returns to the room.
    case send
    /// Leaves the gallery.
    case leave
}

// The keys of the running presentation also work in the gallery. They change only the view; sending a gift is an
// action.
extension RoomShow {
    /// All known gift kinds.
    var galleryGifts: [RoomGift] { kinds.known }

    private var galleryLayout: GalleryLayout? {
        StageLayout(columns: size.columns, rows: size.rows).map { GalleryLayout($0, count: galleryGifts.count) }
    }

    /// Opens the gallery with the running gift's kind, else with the first one.
    mutating func openGallery(at time: Nanoseconds) {
        let gifts = galleryGifts
        let running = gifts.first { $0.id == controller.running?.gift.kind }
        scenes.gallery = GalleryScreen(running ?? gifts.first, at: time, startsPaused: settings.reducesMotion)
    }

    /// Returns the effect of an event in the gallery, or `nil` if it has none there.
    func galleryCommand(for event: InputEvent) -> GalleryCommand? {
        let chosen = scenes.gallery?.index(in: galleryGifts) ?? 0
        switch event {
        case .key(.escape, _): return .leave
        case .key(.enter, _): return .send
        case .key(.up, _): return .choose(chosen - 1)
        case .key(.down, _): return .choose(chosen + 1)
        case .key(.pageUp, _): return .choose(chosen - (galleryLayout?.list.rows ?? 1))
        case .key(.pageDown, _): return .choose(chosen + (galleryLayout?.list.rows ?? 1))
        case .key(.home, _): return .choose(0)
        case .key(.end, _): return .choose(.max)
        case .key(.tab, .shift): return .stepMarkers(-1)
        case .key(.tab, _): return .stepMarkers(1)
        case .character(let key):
            if let digit = key.wholeNumberValue, key.isASCII, digit > 0 { return .goToMarker(digit - 1) }
            return progressCommand(for: event)
        case .mouse(let mouse): return galleryCommand(for: mouse, chosen)
        default: return progressCommand(for: event)
        }
    }

    /// Returns the effect of a key that also works for the running presentation.
    private func progressCommand(for event: InputEvent) -> GalleryCommand? {
        switch actions.action(for: event) {
        case .togglePause: .togglePause
        case .step(let length): .step(by: length)
        case .stepFrames(let count): .stepFrames(count)
        case .slower: .slower
        case .faster: .faster
        case .normalSpeed: .normalSpeed
        default: nil
        }
    }

    private func galleryCommand(for mouse: MouseEvent, _ chosen: Int) -> GalleryCommand? {
        switch mouse.button {
        case .wheelUp: return .choose(chosen - 1)
        case .wheelDown: return .choose(chosen + 1)
        case .left: break
        default: return nil
        }
        guard let layout = galleryLayout else { return nil }
        if mouse.action == .release { return .releaseBar }
        if mouse.action == .drag, scenes.gallery?.isDraggingBar != true { return nil }
        if mouse.action == .press, !layout.progressBar.contains(column: mouse.column, row: mouse.row) {
            return layout.index(column: mouse.column, row: mouse.row, of: galleryGifts.count, showing: chosen)
                .map { .choose($0) }
        }
        return .dragBar(cell: max(0, min(layout.progressBar.columns - 1, mouse.column - layout.progressBar.column)))
    }

    /// Performs a move that changes only the view.
    mutating func perform(_ move: GalleryCommand, at time: Nanoseconds) {
        guard let facts = galleryFacts(), var player = scenes.gallery?.player else {
            if move == .leave { leaveScene(at: time) }
            return
        }
        let duration = facts.duration
        let elapsed = player.elapsed(at: time, of: duration)
        switch move {
        case .choose(let place): return chooseInGallery(place, at: time)
        case .togglePause: player.togglePause(of: duration, at: time)
        case .step(let length): player.seek(to: elapsed + length, of: duration, at: time)
        case .stepFrames(let count):
            let frame = min(facts.frames.count - 1, facts.frames.frame(at: elapsed) + count)
            player.pause(at: facts.frames.start(of: frame), of: duration, time: time)
        case .stepMarkers(let count):
            let marker =
                count > 0
                ? facts.markers.first { $0.time > elapsed } ?? facts.markers.first
                : facts.markers.last { $0.time < elapsed } ?? facts.markers.last
            if let marker { player.pause(at: marker.time, of: duration, time: time) }
        case .goToMarker(let place):
            guard facts.markers.indices.contains(place) else { return }
            player.pause(at: facts.markers[place].time, of: duration, time: time)
        case .slower: player.setSpeed(RoomSpeeds.slower(than: player.speed), of: duration, at: time)
        case .faster: player.setSpeed(RoomSpeeds.faster(than: player.speed), of: duration, at: time)
        case .normalSpeed: player.setSpeed(.one, of: duration, at: time)
        case .dragBar(let cell):
            scenes.gallery?.isDraggingBar = true
            let columns = Int128(max(1, galleryLayout?.progressBar.columns ?? 1))
            // A cell stands for its left edge.
            let share = Int128(cell) * Int128(duration) + columns - 1
            player.seek(to: Nanoseconds(share / columns), of: duration, at: time)
        case .releaseBar: scenes.gallery?.isDraggingBar = false
        case .send: return
        case .leave: return leaveScene(at: time)
        }
        scenes.gallery?.player = player
    }

    private mutating func chooseInGallery(_ place: Int, at time: Nanoseconds) {
        let gifts = galleryGifts
        let place = max(0, min(place, gifts.count - 1))
        guard gifts.indices.contains(place), gifts[place].id != scenes.gallery?.chosen else { return }
        scenes.gallery = GalleryScreen(gifts[place], at: time, startsPaused: settings.reducesMotion)
    }

    /// Sends the chosen kind and returns to the room.
    mutating func sendFromGallery(at time: Nanoseconds) {
        guard let chosen = scenes.gallery?.chosen, let gift = kinds.playable(chosen) else { return }
        leaveAllScenes(at: time)
        send(gift, at: time)
    }

    /// Returns the facts about the chosen kind, or `nil` if there is none.
    mutating func galleryFacts() -> GalleryFacts? {
        let gifts = galleryGifts
        guard let gallery = scenes.gallery, !gifts.isEmpty else { return nil }
        let gift = gifts[gallery.index(in: gifts)]
        let isPlayable = kinds.playable(gift.id)?.animation == gift.animation
        let composition = isPlayable ? animations.composition(of: gift) : nil
        return GalleryFacts(
            gift: gift, symbol: symbol(of: gift.id), composition: composition,
            failureReason: failureReason(of: gift.id),
            markers: composition.map { GiftMarker.all(of: $0, duration: max(1, gift.duration)) } ?? [])
    }
}
