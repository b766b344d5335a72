import JSON

extension Composition {
    /// Reads an asset: a precomposition or an image. Assets of other types are ignored.
    mutating func readAsset(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var name: String?
        var layers: [Layer]?
        var image = ImageFields()
        var slot: SlotReference?
        try reader.readItem("an asset") { reader, key throws(JSONError) in
            switch key {
            case "id": id = try reader.readString()
            case "layers": layers = try reader.readLayers()
            case "nm" where reader.context.plan.keepsLabels: name = try reader.readName()
            case "sid": slot = try reader.readImageSlot(into: &image)
            default: try reader.readImageField(key, of: &image)
            }
        }
        guard let id else { return }
        if let layers {
            assets.precompositions[id] = layers
            assets.precompositionNames[id] = name
            return
        }
        if let slot {
            try reader.readSlotValue(slot) { reader throws(JSONError) in try reader.readSlotImage(into: &image) }
        }
        if let asset = image.asset { assets.images[id] = asset }
    }

    /// Replaces the images in external files by their bytes.
    ///
    /// - Parameter bytes: Returns the bytes of the image file with the given name, which is the name that the animation
    ///   contains, or `nil` if there is no such file. The renderer does not draw an image without bytes.
    /// - Throws: Any error that `bytes` throws.
    public mutating func embedImages<Failure: Error>(
        _ bytes: (String) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        if assets.images.isEmpty { return }
        for id in assets.images.keys.sorted() {
            guard case .external(let name)? = assets.images[id]?.source, let found = try bytes(name) else { continue }
            assets.images[id]?.source = .embedded(found)
        }
    }
}

/// The fields of an image asset.
struct ImageFields {
    var width = 0.0
    var height = 0.0
    var folder = ""
    var file = ""
    var embedded: [UInt8]?
    /// The image from the caller, which replaces the image of the file.
    var replacement: [UInt8]?

    /// The image asset, or `nil` if the fields do not describe an image.
    var asset: ImageAsset? {
        if let bytes = replacement ?? embedded {
            return ImageAsset(width: width, height: height, source: .embedded(bytes))
        }
        return file.isEmpty ? nil : ImageAsset(width: width, height: height, source: .external(folder + file))
    }
}

extension JSONReader {
    /// Reads the id of an image slot.
    ///
    /// Returns `nil` if nothing replaces the image, or if the caller passes the bytes of the new image; these go into
    /// `image.given`.
    fileprivate mutating func readImageSlot(into image: inout ImageFields) throws(JSONError) -> SlotReference? {
        var named = self
        // If the asset repeats the id, the last one counts.
        image.replacement = nil
        if try named.peekKind() == .string, let bytes = context.slots.callerImages[try named.readString()] {
            _ = try readSlotID(.image)
            image.replacement = bytes
            return nil
        }
        return try readSlot(.image)
    }

    /// Reads the value of an image slot: an object with the fields of an asset, or the file name as a string.
    fileprivate mutating func readSlotImage(into image: inout ImageFields) throws(JSONError) {
        let folder = image.folder
        image.folder = ""
        var hasFile = false
        if try peekKind() == .string {
            hasFile = true
            try readImageField("p", of: &image)
        } else {
            try readItem("a picture") { reader, key throws(JSONError) in
                if key == "p" { hasFile = true }
                try reader.readImageField(key, of: &image)
            }
        }
        if !hasFile { image.folder = folder }
    }

    fileprivate mutating func readImageField(_ key: JSONKey, of image: inout ImageFields) throws(JSONError) {
        switch key {
        case "w": image.width = try readNumber()
        case "h": image.height = try readNumber()
        case "u": image.folder = try readName()
        case "p":
            guard try peekKind() == .string else { return try skipValue() }
            let text = try readRawString()
            image.embedded = Base64.bytes(ofDataURL: text.bytes)
            if image.embedded == nil { image.file = try decoded(text) }
        default: try skipValue()
        }
    }
}
