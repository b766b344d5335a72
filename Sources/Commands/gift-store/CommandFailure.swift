import CommandLineSupport

typealias CommandFailure = CommandLineSupport.CommandFailure
