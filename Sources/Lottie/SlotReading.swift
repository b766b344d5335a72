/// The values of the slots of a document, while it is read.
struct SlotTable {
    /// The concatenated values of the caller, and the range of each slot in them; they exist only during
    /// `DocumentNotes.withSlots`.
    var given: UnsafeBufferPointer<UInt8>?
    var givenParts: [String: Range<Int>] = [:]
    /// Images from the caller.
    var givenImages: [String: [UInt8]] = [:]
    /// The offsets of the document's own values; `nil` until they are needed.
    var places: [String: Int]?
    /// The slots that the document defines, in its order.
    var defined: [String] = []
    /// The slots that properties refer to, in order of appearance.
    var used: [String] = []
    var slots: [String: Slot] = [:]
    /// The slot inside the stops of a gradient that is being read: its value can also contain the number of stops.
    var ofStops: SlotUse?
    /// Whether the value of a slot is being read; such a value cannot refer to slots.
    var isReading = false
}

/// The reference of a property to a slot, and the value that replaces the property's own.
struct SlotUse {
    let id: String
    /// The offset of the slot's id.
    let offset: Int
    /// A reader at the value.
    let reader: JSONReader
    /// Whether the value is in the document itself.
    let isOwn: Bool
}

extension JSONReader {
    /// Reads the id of a slot; returns `nil` if nothing replaces the property's value.
    mutating func slot(_ kind: Slot.Kind) throws(JSONError) -> SlotUse? {
        let offset = offset
        guard let id = try slotName(kind) else { return nil }
        if let part = document.slots.givenParts[id], let given = document.slots.given, let start = given.baseAddress {
            let reader = JSONReader(start: start + part.lowerBound, count: part.count, document: document)
            return SlotUse(id: id, offset: offset, reader: reader, isOwn: false)
        }
        try findSlots()
        return document.slots.places?[id].map { SlotUse(id: id, offset: offset, reader: moved(to: $0), isOwn: true) }
    }

    /// Reads the id of a slot and records its use by a property of the given kind; returns `nil` inside the value of a
    /// slot.
    mutating func slotName(_ kind: Slot.Kind) throws(JSONError) -> String? {
        guard try self.kind() == .string, !document.slots.isReading else {
            try skip()
            return nil
        }
        let id = try string()
        if document.slots.slots[id] == nil { document.slots.used.append(id) }
        document.slots.slots[id, default: Slot(id: id)].uses += 1
        if document.slots.slots[id]?.kind == nil { document.slots.slots[id]?.kind = kind }
        return id
    }

    /// Finds the values of the document's slots, which can be anywhere in it.
    private func findSlots() throws(JSONError) {
        guard document.slots.places == nil else { return }
        document.slots.places = [:]
        if var slots = try rewound.ahead(to: "slots") { try slots.slots() }
    }

    /// Reads the list of slots; records only the offsets of their values.
    mutating func slots() throws(JSONError) {
        document.slots.places = [:]
        document.slots.defined = []
        guard try kind() == .object, accept(UInt8(ascii: "{")) else { return try skip() }
        if accept(UInt8(ascii: "}")) { return }
        repeat {
            let id = try string("the name of a slot")
            guard accept(UInt8(ascii: ":")) else { throw syntaxError("':'") }
            if let value = try slotValue() {
                if document.slots.places?.updateValue(value, forKey: id) == nil {
                    document.slots.defined.append(id)
                }
            }
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "}")) else { throw syntaxError("',' or '}'") }
    }

    /// Skips a slot and returns the offset of its value, or `nil` without one; if it repeats the value, the last one
    /// counts.
    private mutating func slotValue() throws(JSONError) -> Int? {
        guard try kind() == .object else {
            try skip()
            return nil
        }
        var value: Int?
        try object { reader, key throws(JSONError) in
            if key == "p" { value = reader.offset }
            try reader.skip()
        }
        return value
    }

    /// Reads the value of a slot with `body`; an error in a value from the caller contains the slot's id.
    func reading<Value>(
        _ slot: SlotUse, _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        var reader = slot.reader
        let start = reader.offset
        document.slots.isReading = true
        defer { document.slots.isReading = false }
        do throws(JSONError) {
            let value = try body(&reader)
            if !slot.isOwn { try reader.finish() }
            try reader.countSlotBytes(since: start)
            return value
        } catch {
            if slot.isOwn { throw error }
            throw JSONError(offset: slot.offset, problem: "slot \"\(slot.id)\": \(error.problem)")
        }
    }

    /// Counts the bytes that were read of a slot's value.
    func countSlotBytes(since start: Int) throws(JSONError) {
        // A long value is read once for each property that uses it; without a limit, a file of one megabyte could take
        // as much work as one of gigabytes.
        guard document.budget.takes(max(0, offset - start), of: .bytes) else {
            let limit = "\(document.budget.limits.bytes >> 20) MB"
            throw error("expected at most \(limit) of slots' values, counted for every property that takes them")
        }
    }
}

extension DocumentNotes {
    /// The slots; those that the document defines come first.
    var listedSlots: [Slot] {
        let defined = self.slots.defined.map { id -> Slot in
            var slot = self.slots.slots[id] ?? Slot(id: id)
            slot.isDefined = true
            return slot
        }
        let others = self.slots.used.filter { self.slots.places?[$0] == nil }
        return defined + others.compactMap { self.slots.slots[$0] }
    }

    /// Calls `body` while the values of the caller are available to the reader.
    func withSlots<Result>(_ values: [String: SlotValue], _ body: () -> Result) -> Result {
        var bytes: [UInt8] = []
        for (id, value) in values {
            switch value.content {
            case .image(let picture): slots.givenImages[id] = picture
            case .json(let json):
                slots.givenParts[id] = bytes.count..<(bytes.count + json.count)
                bytes += json
            }
        }
        return bytes.withUnsafeBufferPointer { given in
            slots.given = given
            defer { slots.given = nil }
            return body()
        }
    }
}
