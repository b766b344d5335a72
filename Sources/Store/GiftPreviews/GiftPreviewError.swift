public import Budgets
public import ImageCoding

/// The reason why there is no preview of a gift.
public enum GiftPreviewError: Error, Equatable, CustomStringConvertible {
    /// The drawing exceeds its budget.
    case tooCostly(BudgetExceeded)
    /// The picture cannot be encoded.
    case picture(PictureError)
    /// Another error, as a message in one line.
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as BudgetExceeded: self = .tooCostly(error)
        case let error as PictureError: self = .picture(error)
        default: self = .other("\(error)")
        }
    }

    /// The error message, in one line.
    public var description: String {
        switch self {
        case .tooCostly(let error): error.description
        case .picture(let error): error.description
        case .other(let reason): reason
        }
    }
}

extension Budget.Limits {
    /// The limits for one preview: a few seconds of work, twice the cost of the most expensive real gifts.
    public static let giftPreview = Budget.Limits(steps: 200_000_000)
}
