extension JSONReader {
    /// Reads a fill with one color or a gradient.
    mutating func fillStyle(isGradient: Bool) throws(JSONError) -> FillStyle {
        var style = FillStyle()
        var gradient = GradientPaint()
        try object { reader, key throws(JSONError) in
            switch key {
            case "c" where !isGradient: style.paint = .color(try reader.property(Color(0, 0, 0, 1)))
            case "o": style.opacity = try reader.property(100)
            case "r": style.rule = try reader.integer() == 2 ? .evenOdd : .nonZero
            case "bm": style.blendMode = try reader.blendMode()
            default: try reader.gradientField(key, of: &gradient)
            }
        }
        if isGradient { style.paint = .gradient(gradient) }
        return style
    }

    /// Reads a stroke with one color or a gradient.
    mutating func strokeStyle(isGradient: Bool) throws(JSONError) -> StrokeStyle {
        var style = StrokeStyle()
        var gradient = GradientPaint()
        try object { reader, key throws(JSONError) in
            switch key {
            case "c" where !isGradient: style.paint = .color(try reader.property(Color(0, 0, 0, 1)))
            case "o": style.opacity = try reader.property(100)
            case "w": style.width = try reader.property(0)
            case "lc": style.cap = try reader.strokeCap()
            case "lj": style.join = try reader.strokeJoin()
            case "ml":
                let limit = try reader.number()
                // Exporters also write 0 for a missing limit; SVG's default of 4 replaces it.
                style.miterLimit = limit > 0 ? limit : 4
            case "d": try reader.dashes(into: &style)
            case "bm": style.blendMode = try reader.blendMode()
            default: try reader.gradientField(key, of: &gradient)
            }
        }
        if isGradient { style.paint = .gradient(gradient) }
        return style
    }

    private mutating func strokeCap() throws(JSONError) -> StrokeCap {
        switch try integer() {
        case 1: .butt
        case 3: .square
        default: .round
        }
    }

    /// Reads the number of a line join.
    mutating func strokeJoin() throws(JSONError) -> StrokeJoin {
        switch try integer() {
        case 1: .miter
        case 3: .bevel
        default: .round
        }
    }

    private mutating func dashes(into style: inout StrokeStyle) throws(JSONError) {
        guard try kind() == .array else { return try skip() }
        try array { reader throws(JSONError) in
            try reader.countItem()
            var isOffset = false
            var length: Property<Double>?
            try reader.object("a dash") { reader, key throws(JSONError) in
                switch key {
                case "n": isOffset = try reader.string() == "o"
                case "v": length = try reader.property(0)
                default: try reader.skip()
                }
            }
            guard let length else { return }
            if isOffset { style.dashOffset = length } else { style.dashes.append(length) }
        }
    }

    private mutating func gradientField(_ key: JSONKey, of gradient: inout GradientPaint) throws(JSONError) {
        switch key {
        case "t": gradient.isRadial = try integer() == 2
        case "s": gradient.start = try position()
        case "e": gradient.end = try position()
        case "h": gradient.highlightLength = try property(0)
        case "a": gradient.highlightAngle = try property(0)
        case "g": try gradientStops(into: &gradient)
        default: try otherItemField(key)
        }
    }

    private mutating func gradientStops(into gradient: inout GradientPaint) throws(JSONError) {
        var count: Int?
        var slot: SlotUse?
        try object("a list of colour stops") { reader, key throws(JSONError) in
            switch key {
            case "p": count = try reader.integer()
            case "k": gradient.stops = try reader.property([])
            case "sid": slot = try reader.slot(.gradient)
            default: try reader.skip()
            }
        }
        let inner = document.slots.ofStops
        document.slots.ofStops = nil
        if let slot = slot ?? inner {
            try reading(slot) { reader throws(JSONError) in
                try reader.slotStops(into: &gradient, count: &count)
            }
        }
        let numbers = gradient.stops.value(at: -.infinity).count
        gradient.colorCount = max(0, min(count ?? numbers / 4, numbers / 4))
    }

    /// Reads the value of a gradient slot: an object with the stops and their number, or only the property of the
    /// stops.
    private mutating func slotStops(into gradient: inout GradientPaint, count: inout Int?) throws(JSONError) {
        guard var stops = try ahead(to: "k"), try stops.kind() == .object else {
            gradient.stops = try property([])
            return
        }
        try object { reader, key throws(JSONError) in
            switch key {
            case "p": count = try reader.integer()
            case "k": gradient.stops = try reader.property([])
            default: try reader.skip()
            }
        }
    }
}
