public import AnimationPlayback
public import VectorGraphics

extension AnimationRenderer {
    /// Draws what a player shows: a frame, or one that fades into another.
    ///
    ///     renderer.draw(player.picture, into: &pixmap)
    ///
    /// - Precondition: `pixmap` has the renderer's width and height.
    public func draw(_ picture: AnimationPicture, into pixmap: inout Pixmap) {
        switch picture {
        case .frame(let frame): draw(frame: frame, into: &pixmap)
        case .blend(let frame, let next, let share):
            draw(frame: next, into: &pixmap)
            // A frame that is not complete is not shown, whatever lies over it.
            guard shortage == nil else { return }
            let other = pixmap
            draw(frame: frame, into: &pixmap)
            pixmap.mix(other, share: share)
        }
    }
}
