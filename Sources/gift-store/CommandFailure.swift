import ReportText

typealias CommandFailure = ReportText.CommandFailure
