import GiftPackages
import LottieDocument

/// An error in the value of a slot.
enum SlotValueError: Error {
    /// The text is not a value of this type.
    case expected(String)
    /// The file with the value cannot be read.
    case failure(CommandFailure)
}

extension SlotValue {
    /// Parses the value of a slot: the path of a picture, or a value as text.
    ///
    /// - Throws: ``SlotValueError`` if the text is not a value for the slot or its file cannot be read.
    init(argument text: String, for kind: Slot.Kind?) throws(SlotValueError) {
        if kind == .image, !text.hasPrefix("{") {
            do throws(CommandFailure) {
                self = .image(try InputFile.bytes(at: text))
            } catch {
                throw .failure(error)
            }
            return
        }
        do throws(SlotMismatch) {
            try self.init(text: text, for: kind)
        } catch {
            throw .expected(error.expected)
        }
    }
}
