package import LottieDocument
package import StoreProtocol

extension StoreGift.Format {
    /// Creates the format of a composition.
    package init(_ composition: Composition) {
        self.init(width: composition.width, height: composition.height, frameRate: composition.frameRate)
    }
}
