/// The channels of a pose, one vector lane each.
///
/// Every effect of a motion on a channel has the form `value ↦ factor · value + shift`. Motions that are overlaid,
/// consecutive or repeated therefore have a closed form.
enum Channel: Int, CaseIterable {
    case x, y, scale, rotation, opacity, reveal, number
    case colorLightness, colorGreenRed, colorBlueYellow, colorAlpha

    /// The largest invisible difference, at which a spring with an initial velocity may come to rest.
    var threshold: Double {
        switch self {
        case .x, .y, .number: 1 / 64
        case .rotation: 1 / 16
        case .scale, .opacity, .colorLightness, .colorGreenRed, .colorBlueYellow, .colorAlpha: 1 / 1024
        case .reveal: 1 / 4096
        }
    }
}

/// One value per channel, in the channel's lane; the lanes after the last channel are 0.
typealias ChannelValues = SIMD16<Double>

extension ChannelValues {
    /// Accesses the value of a channel.
    subscript(channel: Channel) -> Double {
        get { self[channel.rawValue] }
        set { self[channel.rawValue] = newValue }
    }
}
