import JSON

extension JSONReader {
    /// Reads a fill with one color or a gradient.
    mutating func readFillStyle(isGradient: Bool) throws(JSONError) -> FillStyle {
        var style = FillStyle()
        var gradient = GradientPaint()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "c" where !isGradient: style.paint = .color(try reader.readProperty(Color(0, 0, 0, 1)))
            case "o": style.opacity = try reader.readProperty(100)
            case "r": style.rule = try reader.readInteger() == 2 ? .evenOdd : .nonZero
            case "bm": style.blendMode = try reader.readBlendMode()
            default: try reader.readGradientField(key, of: &gradient)
            }
        }
        if isGradient { style.paint = .gradient(gradient) }
        return style
    }

    /// Reads a stroke with one color or a gradient.
    mutating func readStrokeStyle(isGradient: Bool) throws(JSONError) -> StrokeStyle {
        var style = StrokeStyle()
        var gradient = GradientPaint()
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "c" where !isGradient: style.paint = .color(try reader.readProperty(Color(0, 0, 0, 1)))
            case "o": style.opacity = try reader.readProperty(100)
            case "w": style.width = try reader.readProperty(0)
            case "lc": style.cap = try reader.readStrokeCap()
            case "lj": style.join = try reader.readStrokeJoin()
            case "ml":
                let limit = try reader.readNumber()
                // Browsers accept limits below 1, with which every corner is bevelled, and ignore negative ones.
                if limit >= 0 { style.miterLimit = limit }
            case "d": try reader.readDashes(into: &style)
            case "bm": style.blendMode = try reader.readBlendMode()
            default: try reader.readGradientField(key, of: &gradient)
            }
        }
        if isGradient { style.paint = .gradient(gradient) }
        return style
    }

    private mutating func readStrokeCap() throws(JSONError) -> StrokeCap {
        switch try readInteger() {
        case 1: .butt
        case 3: .square
        default: .round
        }
    }

    /// Reads the number of a line join.
    mutating func readStrokeJoin() throws(JSONError) -> StrokeJoin {
        switch try readInteger() {
        case 1: .miter
        case 3: .bevel
        default: .round
        }
    }

    private mutating func readDashes(into style: inout StrokeStyle) throws(JSONError) {
        guard try peekKind() == .array else { return try skipValue() }
        try readArray { reader throws(JSONError) in
            try reader.countItem()
            var isOffset = false
            var length: Property<Double>?
            try reader.readItem("a dash") { reader, key throws(JSONError) in
                switch key {
                case "n": isOffset = try reader.readString() == "o"
                case "v": length = try reader.readProperty(0)
                default: try reader.skipValue()
                }
            }
            guard let length else { return }
            if isOffset { style.dashOffset = length } else { style.dashes.append(length) }
        }
    }

    private mutating func readGradientField(_ key: JSONKey, of gradient: inout GradientPaint) throws(JSONError) {
        switch key {
        // lottie-web draws every other kind as a radial one (`SVGGradientFillStyleData.js`).
        case "t": gradient.isRadial = try readKind(of: "gradient type", in: 1...2) != 1
        case "s": gradient.start = try readPosition()
        case "e": gradient.end = try readPosition()
        case "h": gradient.highlightLength = try readProperty(0)
        case "a": gradient.highlightAngle = try readProperty(0)
        case "g": try readGradientStops(into: &gradient)
        default: try readOtherItemField(key)
        }
    }

    /// Reads the stops of a gradient, and their number.
    mutating func readGradientStops(into gradient: inout GradientPaint) throws(JSONError) {
        var count: Int?
        var slot: SlotReference?
        try readItem("a list of color stops") { reader, key throws(JSONError) in
            switch key {
            case "p": count = try reader.readInteger()
            case "k": gradient.stops = try reader.readProperty([])
            case "sid": slot = try reader.readSlot(.gradient)
            default: try reader.skipValue()
            }
        }
        let inner = context.slots.gradientSlot
        context.slots.gradientSlot = nil
        if let slot = slot ?? inner {
            try readSlotValue(slot) { reader throws(JSONError) in
                try reader.readSlotStops(into: &gradient, count: &count)
            }
        }
        let numbers = gradient.stops.value(at: -.infinity).count
        gradient.colorCount = max(0, min(count ?? numbers / 4, numbers / 4))
    }

    /// Reads the value of a gradient slot: an object with the stops and their number, or only the property of the
    /// stops.
    private mutating func readSlotStops(into gradient: inout GradientPaint, count: inout Int?) throws(JSONError) {
        guard var stops = try lookahead(to: "k"), try stops.peekKind() == .object else {
            gradient.stops = try readProperty([])
            return
        }
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "p": count = try reader.readInteger()
            case "k": gradient.stops = try reader.readProperty([])
            default: try reader.skipValue()
            }
        }
    }
}
