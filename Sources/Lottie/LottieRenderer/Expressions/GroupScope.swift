import LottieDocument

/// A group of shapes, as seen by expressions.
///
/// The objects of the expression language share it, because each copy of a group would retain all of its properties.
final class GroupScope {
    let group: ShapeGroup
    /// The groups among the items, as far as an expression has asked for them, by their index.
    private var groups: [Int: GroupScope] = [:]

    init(_ group: ShapeGroup) { self.group = group }

    /// Returns the group at `index`, which must be an index of the items; nil if the item there is not a group.
    func group(at index: Int) -> GroupScope? {
        if let known = groups[index] { return known }
        guard case .group(let inner) = group.items[index] else { return nil }
        let scope = GroupScope(inner)
        groups[index] = scope
        return scope
    }
}
