import LottieDocument

/// A use of a composition, as seen by expressions.
final class CompositionScope {
    unowned let environment: ExpressionEnvironment
    let name: String
    let width: Double
    let height: Double
    var layers: [LayerScope] = []

    init(environment: ExpressionEnvironment, name: String, width: Double, height: Double) {
        self.environment = environment
        self.name = name
        self.width = width
        self.height = height
    }

    var frameRate: Double { environment.document.frameRate }

    /// Returns the first layer with this name.
    func layer(named name: String) -> LayerScope? { layers.first { $0.layer.name == name } }

    /// Returns the first layer with this index, by which other layers refer to it.
    func layer(index: Int) -> LayerScope? { layers.first { $0.layer.index == index } }
}
