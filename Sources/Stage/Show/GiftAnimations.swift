import Lottie
import LottieRenderer
import VectorGraphics

/// The animations of gifts: read when they are first wanted, and drawn at the stage's size.
struct GiftAnimations {
    private let file: (String) -> [UInt8]?
    private var compositions: [String: Result<Composition, LottieError>] = [:]
    private var renderers: [Entry] = []

    private struct Entry {
        let kind: String
        let renderer: AnimationRenderer
    }

    /// Renderers that are kept: gifts that follow each other are often of the same few kinds.
    private static let mostRenderers = 4

    /// - Parameter file: the Lottie file of a kind of gift; nil where there is none.
    init(file: @escaping (String) -> [UInt8]?) { self.file = file }

    /// The animation of a kind; nil where there is no file or it can't be played.
    mutating func composition(of kind: String) -> Composition? {
        if case .some(let known) = compositions[kind] { return try? known.get() }
        guard let bytes = file(kind) else { return nil }
        let result: Result<Composition, LottieError>
        do throws(LottieError) {
            result = .success(try Composition(json: bytes))
        } catch {
            result = .failure(error)
        }
        compositions[kind] = result
        return try? result.get()
    }

    /// Why a kind's animation can't be played, where it is known.
    func problem(with kind: String) -> LottieError? {
        if case .failure(let error) = compositions[kind] { error } else { nil }
    }

    /// Draws the animation of a kind at `progress` (0 to 1); false where there is none.
    /// - Parameter covers: whether it is a show that should leave no empty edge, if that costs it little.
    mutating func draw(
        _ kind: String, progress: Double, covers: Bool, into pixmap: inout Pixmap, statistics: inout FrameStatistics
    ) -> Bool {
        guard let composition = composition(of: kind) else { return false }
        let scaling = covers ? Self.scaling(of: composition, width: pixmap.width, height: pixmap.height) : .fit
        let renderer = renderer(of: kind, composition, width: pixmap.width, height: pixmap.height, scaling)
        statistics.measure(.evaluate) { renderer.evaluate(frame: composition.frame(atProgress: progress)) }
        statistics.measure(.draw) { renderer.draw(into: &pixmap) }
        return true
    }

    /// A show covers the stage as long as no more than a fifth of it is cut off.
    private static func scaling(of composition: Composition, width: Int, height: Int) -> AnimationRenderer.Scaling {
        let wide = Double(width) / composition.width
        let high = Double(height) / composition.height
        return min(wide, high) >= 0.8 * max(wide, high) ? .cover : .fit
    }

    private mutating func renderer(
        of kind: String, _ composition: Composition, width: Int, height: Int, _ scaling: AnimationRenderer.Scaling
    ) -> AnimationRenderer {
        if let index = renderers.firstIndex(where: { entry in
            entry.kind == kind && entry.renderer.width == width && entry.renderer.height == height
        }) {
            // The one used last stands last, and goes last.
            let entry = renderers.remove(at: index)
            renderers.append(entry)
            return entry.renderer
        }
        let renderer = AnimationRenderer(composition, width: width, height: height, scaling: scaling)
        if renderers.count == Self.mostRenderers { renderers.removeFirst() }
        renderers.append(Entry(kind: kind, renderer: renderer))
        return renderer
    }
}
