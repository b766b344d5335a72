import LottieDocument

@testable import AnimationLint

/// Lottie documents that tests write as text.
enum Documents {
    /// Returns a document of 100 × 100 units and 20 frames with these layers, and other members such as `,"assets":[]`.
    static func document(_ layers: String, _ others: String = "") -> String {
        #"{"v":"5.7.0","w":100,"h":100,"fr":20,"ip":0,"op":20,"layers":[\#(layers)]\#(others)}"#
    }

    /// Returns a layer with a rectangle of 60 × 60 units that is visible in all frames.
    static func square(
        _ name: String = "Square", color: String = "[1,0,0,1]", from start: Int = 0, to end: Int = 20,
        transform: String = "", others: String = ""
    ) -> String {
        #"{"ty":4,"nm":"\#(name)","ip":\#(start),"op":\#(end),"ks":{\#(transform)}\#(others),"shapes":["#
            + #"{"ty":"rc","p":{"k":[50,50]},"s":{"k":[60,60]},"r":{"k":0}},"#
            + #"{"ty":"fl","c":{"k":\#(color)},"o":{"k":100}}]}"#
    }

    /// A PNG of 1 × 1 pixels as a data URL.
    static let dot =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
}

extension LintSubject {
    /// Creates a subject from the text of a document.
    init(_ text: String, isGift: Bool = false) throws {
        let json = Array(text.utf8)
        self.init(json: json, fileSize: json.count, composition: try Composition(json: json), isGift: isGift)
    }
}

/// Returns the findings of a rule in a document.
func findings(
    _ rule: LintRule, in text: String, isGift: Bool = false, _ change: (inout LintOptions) -> Void = { _ in }
) throws -> [Finding] {
    var options = LintOptions()
    options.rules = [rule]
    change(&options)
    return Lint(of: try LintSubject(text, isGift: isGift), options).findings
}
