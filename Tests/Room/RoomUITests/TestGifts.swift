import BuiltInGifts
import LottieDocument
import RoomSession
import StoreProtocol

@testable import RoomUI

/// Gifts whose animations a test controls.
struct TestGifts: GiftProvider {
    var catalogue: GiftCatalogue
    var installed: [StoreGift] = []
    /// Returns the Lottie file of a built-in kind.
    var file: (String) -> [UInt8]? = { _ in Room.redSquare }
    /// The presentation options of the rocket.
    var rocket = PresentationOptions()
    /// The store whose published versions can be read.
    var store: ScriptedStore?

    func animation(ofBuiltIn id: String) -> [UInt8]? { file(id) }

    func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions {
        id == "rocket" ? rocket : PresentationOptions()
    }

    func animation(of gift: StoreGift) throws(UnplayableGift) -> Composition {
        guard let store else { throw UnplayableGift("there is no store") }
        return try store.animation(of: gift)
    }
}

/// Transitions that a test controls.
struct TestTransitions: TransitionProvider {
    var provide: (String) throws(SceneTransitionError) -> SceneTransition

    func transition(named name: String) throws(SceneTransitionError) -> SceneTransition { try provide(name) }
}
