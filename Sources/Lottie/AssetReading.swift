extension Composition {
    /// Reads a composition or a picture among the assets.
    mutating func readAsset(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var name: String?
        var layers: [Layer]?
        var image = ImageFields()
        var slot: SlotUse?
        try reader.object("an asset") { reader, key throws(JSONError) in
            switch key {
            case "id": id = try reader.string()
            case "layers": layers = try reader.layers()
            case "nm" where reader.document.keepsLabels: name = try reader.name()
            case "sid": slot = try reader.imageSlot(into: &image)
            default: try reader.imageField(key, of: &image)
            }
        }
        guard let id else { return }
        if let layers {
            precompositions[id] = layers
            precompositionNames[id] = name
            return
        }
        if let slot {
            try reader.reading(slot) { reader throws(JSONError) in try reader.slotImage(into: &image) }
        }
        if let asset = image.asset { images[id] = asset }
    }

    /// Takes the bytes of pictures in other files into the composition.
    /// - Parameter bytes: gives the bytes of the file of this name, as the animation writes it; nil where there is none,
    ///   and the picture then is not drawn.
    public mutating func embedImages<Failure: Error>(
        _ bytes: (String) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        for id in images.keys.sorted() {
            guard case .external(let name)? = images[id]?.source, let found = try bytes(name) else { continue }
            images[id]?.source = .embedded(found)
        }
    }
}

/// The fields of a picture among the assets.
struct ImageFields {
    var width = 0.0
    var height = 0.0
    var folder = ""
    var file = ""
    var embedded: [UInt8]?
    /// A picture by the caller, which takes the place of the file's.
    var given: [UInt8]?

    /// The picture; nil for an asset that is none.
    var asset: ImageAsset? {
        if let bytes = given ?? embedded { return ImageAsset(width: width, height: height, source: .embedded(bytes)) }
        return file.isEmpty ? nil : ImageAsset(width: width, height: height, source: .external(folder + file))
    }
}

extension JSONReader {
    /// Reads the name of a picture's slot; nil where it is not to be replaced, or by bytes alone.
    fileprivate mutating func imageSlot(into image: inout ImageFields) throws(JSONError) -> SlotUse? {
        var named = self
        if try named.kind() == .string, let bytes = document.slots.givenImages[try named.string()] {
            _ = try slotName(.image)
            image.given = bytes
            return nil
        }
        return try slot(.image)
    }

    /// Reads the value of a picture's slot: an asset's fields, or the name of its file alone.
    fileprivate mutating func slotImage(into image: inout ImageFields) throws(JSONError) {
        let folder = image.folder
        image.folder = ""
        var hasFile = false
        if try kind() == .string {
            hasFile = true
            try imageField("p", of: &image)
        } else {
            try object("a picture") { reader, key throws(JSONError) in
                if key == "p" { hasFile = true }
                try reader.imageField(key, of: &image)
            }
        }
        if !hasFile { image.folder = folder }
    }

    fileprivate mutating func imageField(_ key: JSONKey, of image: inout ImageFields) throws(JSONError) {
        switch key {
        case "w": image.width = try number()
        case "h": image.height = try number()
        case "u": image.folder = try name()
        case "p":
            guard try kind() == .string else { return try skip() }
            let (text, hasEscapes) = try rawString()
            image.embedded = Base64.bytes(ofDataURL: text)
            if image.embedded == nil {
                image.file = hasEscapes ? JSONText.unescaped(text) : String(decoding: text, as: UTF8.self)
            }
        default: try skip()
        }
    }
}
