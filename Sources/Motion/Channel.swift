/// The numbers a pose is made of, one lane each.
///
/// Everything a motion does to one of them is `value ↦ factor · value + shift`, so motions on top of each other, one
/// after the other and many times over all have a closed form.
enum Channel: Int, CaseIterable {
    case x, y, scale, rotation, opacity, reveal, number
    case colorLightness, colorGreenRed, colorBlueYellow, colorAlpha

    /// What is too little to be seen: where a spring that started with a push may come to rest.
    var threshold: Double {
        switch self {
        case .x, .y, .number: 1 / 64
        case .rotation: 1 / 16
        case .scale, .opacity, .colorLightness, .colorGreenRed, .colorBlueYellow, .colorAlpha: 1 / 1024
        case .reveal: 1 / 4096
        }
    }
}

/// One number for each channel, in its lane; the lanes behind the last channel are 0.
typealias ChannelValues = SIMD16<Double>

extension ChannelValues {
    subscript(channel: Channel) -> Double {
        get { self[channel.rawValue] }
        set { self[channel.rawValue] = newValue }
    }
}
