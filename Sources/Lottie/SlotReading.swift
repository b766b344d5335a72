/// What the slots of a document stand for while it is read.
struct SlotTable {
    /// Values by the caller, one after the other, and the part of it that each slot has.
    var given: UnsafeBufferPointer<UInt8>?
    var givenParts: [String: Range<Int>] = [:]
    /// Pictures by the caller.
    var givenImages: [String: [UInt8]] = [:]
    /// Where in the document its own values stand; nil before anybody asked.
    var places: [String: Int]?
    /// The document's own slots in its order.
    var defined: [String] = []
    /// The slots that properties name, in order of appearance.
    var used: [String] = []
    var slots: [String: Slot] = [:]
    /// The slot that stands inside of a gradient's stops, for a moment: its value may say how many there are.
    var ofStops: SlotUse?
    /// Whether a slot's value is being read: those don't refer to slots again.
    var isReading = false
    /// Bytes of values read so far.
    var bytesRead = 0
    /// Bytes of slots' values that are read in all: a long value that many properties take is read for each of them, and
    /// a file of a megabyte could otherwise stand for gigabytes.
    static let mostBytes = 64 << 20
}

/// A slot that a property names, and the value that takes the place of the property's own.
struct SlotUse {
    let id: String
    /// Where the name stands.
    let offset: Int
    /// A reader at the value.
    let reader: JSONReader
    /// Whether the value is in the document itself.
    let isOwn: Bool
}

extension JSONReader {
    /// Reads the name of a slot; nil where its value is not to be replaced.
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

    /// Reads the name of a slot and remembers that a property of this kind takes its value; nil inside of a slot.
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

    /// Finds the values of the document's slots, wherever in it they stand.
    private func findSlots() throws(JSONError) {
        guard document.slots.places == nil else { return }
        document.slots.places = [:]
        if var slots = try rewound.ahead(to: "slots") { try slots.slots() }
    }

    /// Reads the list of slots: only where their values stand.
    mutating func slots() throws(JSONError) {
        document.slots.places = [:]
        document.slots.defined = []
        guard try kind() == .object, accept(UInt8(ascii: "{")) else { return try skip() }
        if accept(UInt8(ascii: "}")) { return }
        repeat {
            let id = try string("the name of a slot")
            guard accept(UInt8(ascii: ":")) else { throw syntaxError("':'") }
            if let value = try ahead(to: "p") {
                if document.slots.places?.updateValue(value.offset, forKey: id) == nil {
                    document.slots.defined.append(id)
                }
            }
            try skip()
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "}")) else { throw syntaxError("',' or '}'") }
    }

    /// What `body` reads from a slot's value; an error in a value by the caller names the slot.
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

    /// Counts what has been read of a slot's value.
    func countSlotBytes(since start: Int) throws(JSONError) {
        document.slots.bytesRead += offset - start
        guard document.slots.bytesRead <= SlotTable.mostBytes else {
            let limit = "\(SlotTable.mostBytes >> 20) MB"
            throw error("expected at most \(limit) of slots' values, counted for every property that takes them")
        }
    }
}

extension DocumentNotes {
    /// The slots, those that the document has values for first.
    var listedSlots: [Slot] {
        let defined = self.slots.defined.map { id -> Slot in
            var slot = self.slots.slots[id] ?? Slot(id: id)
            slot.isDefined = true
            return slot
        }
        let others = self.slots.used.filter { self.slots.places?[$0] == nil }
        return defined + others.compactMap { self.slots.slots[$0] }
    }

    /// Takes the caller's values, whose bytes `body` can read.
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
