import GiftPackages
import Lottie

/// Why a text is no value of a slot.
enum SlotValueError: Error {
    /// It should have been this.
    case expected(String)
    /// The file that it names can't be read.
    case failure(CommandFailure)
}

extension SlotValue {
    /// The value that `text` means for a slot: a picture by its file, all else as people write it.
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
            try self.init(written: text, for: kind)
        } catch {
            throw .expected(error.expected)
        }
    }
}
