import JSON

/// The values of the slots of a document, while it is read.
struct SlotTable {
    /// The concatenated values of the caller, and the range of each slot in them; they exist only during
    /// `ReadingContext.withSlots`.
    var callerValues: UnsafeBufferPointer<UInt8>?
    var callerRanges: [String: Range<Int>] = [:]
    /// Images from the caller.
    var callerImages: [String: [UInt8]] = [:]
    /// The offsets of the document's own values; `nil` until they are needed.
    var definitionOffsets: [String: Int]?
    /// The slots that the document defines, in its order.
    var definedIDs: [String] = []
    /// The slots that properties refer to, in order of appearance.
    var usedIDs: [String] = []
    var slots: [String: Slot] = [:]
    /// The slot inside the stops of a gradient that is being read: its value can also contain the number of stops.
    var gradientSlot: SlotReference?
    /// Whether the value of a slot is being read; such a value cannot refer to slots.
    var isReadingValue = false
}

/// The reference of a property to a slot, and the value that replaces the property's own.
struct SlotReference {
    let id: String
    /// The offset of the slot's id.
    let offset: Int
    /// A reader at the value.
    let reader: JSONReader
    /// Whether the value is in the document itself.
    let isFromDocument: Bool
}

extension JSONReader {
    /// Reads the id of a slot; returns `nil` if nothing replaces the property's value.
    mutating func readSlot(_ kind: Slot.Kind) throws(JSONError) -> SlotReference? {
        let offset = offset
        guard let id = try readSlotID(kind) else { return nil }
        if let part = context.slots.callerRanges[id], let given = context.slots.callerValues {
            let reader = JSONReader(UnsafeBufferPointer(rebasing: given[part]), .lottie, state: context)
            return SlotReference(id: id, offset: offset, reader: reader, isFromDocument: false)
        }
        try findSlots()
        return context.slots.definitionOffsets?[id].map {
            SlotReference(id: id, offset: offset, reader: moved(to: $0), isFromDocument: true)
        }
    }

    /// Reads the id of a slot and records its use by a property of the given kind; returns `nil` inside the value of a
    /// slot.
    mutating func readSlotID(_ kind: Slot.Kind) throws(JSONError) -> String? {
        guard try self.peekKind() == .string, !context.slots.isReadingValue else {
            try skipValue()
            return nil
        }
        let id = try readString()
        if context.slots.slots[id] == nil { context.slots.usedIDs.append(id) }
        context.slots.slots[id, default: Slot(id: id)].uses += 1
        if context.slots.slots[id]?.kind == nil { context.slots.slots[id]?.kind = kind }
        return id
    }

    /// Finds the values of the document's slots, which can be anywhere in it.
    private func findSlots() throws(JSONError) {
        guard context.slots.definitionOffsets == nil else { return }
        context.slots.definitionOffsets = [:]
        var start = JSONReader(text, options, state: context)
        start.skipByteOrderMark()
        if var slots = try start.lookahead(to: "slots") { try slots.readSlots() }
    }

    /// Reads the list of slots; records only the offsets of their values.
    mutating func readSlots() throws(JSONError) {
        context.slots.definitionOffsets = [:]
        context.slots.definedIDs = []
        guard try peekKind() == .object else { return try skipValue() }
        try readMembers { reader, id throws(JSONError) in
            guard let value = try reader.readSlotValueOffset() else { return }
            if reader.context.slots.definitionOffsets?.updateValue(value, forKey: id) == nil {
                reader.context.slots.definedIDs.append(id)
            }
        }
    }

    /// Skips a slot and returns the offset of its value, or `nil` without one; if it repeats the value, the last one
    /// counts.
    private mutating func readSlotValueOffset() throws(JSONError) -> Int? {
        guard try peekKind() == .object else {
            try skipValue()
            return nil
        }
        var value: Int?
        try readObject { reader, key throws(JSONError) in
            if key == "p" { value = reader.offset }
            try reader.skipValue()
        }
        return value
    }

    /// Reads the value of a slot with `body`; an error in a value from the caller contains the slot's id.
    func readSlotValue<Value>(
        _ slot: SlotReference, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var reader = slot.reader
        let start = reader.offset
        context.slots.isReadingValue = true
        defer { context.slots.isReadingValue = false }
        do throws(JSONError) {
            let value = try body(&reader)
            if !slot.isFromDocument { try reader.expectEnd() }
            try reader.countSlotBytes(since: start)
            return value
        } catch {
            if slot.isFromDocument { throw error }
            let problem = LottieError.problem(error, in: reader.text)
            throw JSONError(offset: slot.offset, problem: "slot \"\(slot.id)\": \(problem)")
        }
    }

    /// Counts the bytes that were read of a slot's value.
    func countSlotBytes(since start: Int) throws(JSONError) {
        // A long value is read once for each property that uses it; without a limit, a file of one megabyte could take
        // as much work as one of gigabytes.
        guard context.budget.consume(max(0, offset - start), of: .bytes) else {
            let limit = "\(context.budget.limits.bytes >> 20) MB"
            throw error("expected at most \(limit) of slots' values, counted for every property that takes them")
        }
    }
}

extension ReadingContext {
    /// The slots; those that the document defines come first.
    var allSlots: [Slot] {
        let defined = self.slots.definedIDs.map { id -> Slot in
            var slot = self.slots.slots[id] ?? Slot(id: id)
            slot.isDefined = true
            return slot
        }
        let others = self.slots.usedIDs.filter { self.slots.definitionOffsets?[$0] == nil }
        return defined + others.compactMap { self.slots.slots[$0] }
    }

    /// Calls `body` while the values of the caller are available to the reader.
    func withSlots(
        _ values: [String: SlotValue], _ body: () throws(LottieError) -> Void
    ) throws(LottieError) {
        var bytes: [UInt8] = []
        for (id, value) in values {
            switch value.content {
            case .image(let picture): slots.callerImages[id] = picture
            case .json(let json):
                slots.callerRanges[id] = bytes.count..<(bytes.count + json.count)
                bytes += json
            }
        }
        try bytes.withUnsafeBufferPointer { given throws(LottieError) in
            slots.callerValues = given
            defer { slots.callerValues = nil }
            try body()
        }
    }
}
