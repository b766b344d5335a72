import SeededRandomness

/// A generator of whole documents from parts whose costs multiply: chains of modifiers, nested repeaters, masks,
/// mattes, effects, nested compositions, texts, slots and expressions.
///
/// Random changes of good documents rarely produce thirty modifiers in a row, so these documents start there. The same
/// seed yields the same documents.
public struct HostileDocumentGenerator {
    private var random: SeededGenerator

    /// Creates a generator with a seed.
    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the next document.
    public mutating func next() -> [UInt8] {
        let levels = pick([0, 0, 1, 3, 12, 31, 40])
        let assets = (0..<levels).map { level in composition(level, of: levels) } + [picture]
        let layers = (0..<pick([1, 1, 2, 5, 40])).map { layer($0, inner: levels > 0 ? "c0" : nil) }
        let (width, height) = (side, side)
        let slots = Bool.random(using: &random) ? ",\"slots\":{\(slots)}" : ""
        let twice = Int.random(in: 0..<20, using: &random) == 0 ? slots : ""
        return Array(
            """
            {"v":"5.7.4","fr":\(pick(["30", "60", "1e-3", "1e5"])),"ip":0,"op":60,"w":\(width),"h":\(height)\(slots),\
            "assets":[\(assets.joined(separator: ","))],"layers":[\(layers.joined(separator: ","))]\(twice)}
            """.utf8)
    }

    // MARK: - Choices

    private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private var side: String {
        mutating get { pick(["100", "100", "100", "512", "1", "1e-320", "1e-9", "100000"]) }
    }

    /// Returns one of the usual numbers, or sometimes one at the limits of numeric types.
    private mutating func number(_ usual: [Double]) -> String {
        if Int.random(in: 0..<12, using: &random) == 0 { return pick(HostileValues.numbers) }
        return "\(pick(usual))"
    }

    private mutating func property(_ usual: [Double]) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: #"{"a":1,"k":[{"t":0,"s":[\#(number(usual))]},{"t":60,"s":[\#(number(usual))]}]}"#
        case 1: #"{"k":\#(number(usual)),"sid":"s\#(Int.random(in: 0..<4, using: &random))"}"#
        case 2: #"{"k":\#(number(usual)),"x":"\#(expression)"}"#
        default: #"{"k":\#(number(usual))}"#
        }
    }

    private mutating func point(_ usual: [Double]) -> String { #"{"k":[\#(number(usual)),\#(number(usual))]}"# }

    private var expression: String {
        mutating get {
            pick([
                "time*10", "loopOut('cycle')", "var s=0; for (var i=0;i<100000;i++) s+=i; s", "while(true){}",
                "value+wiggle(5,30)", "thisComp.layer(1).transform.opacity", "var a=[];while(1)a.push(a)",
                "function f(n){return f(n+1)+f(n)} f(0)", "'x'.repeat(1e9)", "valueAtTime(time-0.1)", "$bm_rt=1/0",
            ])
        }
    }

    // MARK: - Shapes

    private mutating func modifier(_ kind: String) -> String {
        switch kind {
        case "op": #"{"ty":"op","a":\#(property([5, -3, 40])),"lj":\#(pick([1, 2, 3])),"ml":\#(property([4, 100]))}"#
        case "rd": #"{"ty":"rd","r":\#(property([1, 5]))}"#
        case "pb": #"{"ty":"pb","a":\#(property([20, -50]))}"#
        case "zz": #"{"ty":"zz","s":\#(property([2])),"r":\#(property([3, 20, 1e9])),"pt":\#(property([1, 2]))}"#
        case "tm":
            #"{"ty":"tm","s":\#(property([10])),"e":\#(property([90])),"o":\#(property([30])),"m":\#(pick([1, 2]))}"#
        case "tw": #"{"ty":"tw","a":\#(property([90])),"c":\#(point([0]))}"#
        case "mm": #"{"ty":"mm","mm":\#(pick([1, 2, 3, 4, 5]))}"#
        default:
            #"""
            {"ty":"rp","c":\#(property([2, 10, 1000, 1e9])),"o":\#(property([0])),"m":1,"tr":{"p":\#(point([1, 3])),\#
            "a":\#(point([0])),"s":\#(point([100, 99])),"r":\#(property([5])),"so":{"k":100},"eo":{"k":50}}}
            """#
        }
    }

    private var shape: String {
        mutating get {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: #"{"ty":"rc","p":\#(point([0])),"s":\#(point([20, 80])),"r":\#(property([0, 5]))}"#
            case 1: #"{"ty":"el","p":\#(point([0])),"s":\#(point([20, 80]))}"#
            case 2:
                #"""
                {"ty":"sr","sy":1,"pt":\#(property([5, 1000])),"p":\#(point([0])),"r":\#(property([0])),\#
                "or":\#(property([40])),"os":\#(property([0, 50])),"ir":\#(property([20])),"is":\#(property([0]))}
                """#
            default: #"{"ty":"sh","ks":{"k":\#(path)}}"#
            }
        }
    }

    private var path: String {
        mutating get {
            let count = pick([3, 4, 40, 400])
            func points(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
            let corners = (0..<count).map { _ in "[\(number([0, 20, 50, 90])),\(number([0, 20, 50, 90]))]" }
            let bends = (0..<count).map { _ in pick(["[0,0]", "[5,-5]", "[1e6,0]"]) }
            return
                #"{"c":\#(Bool.random(using: &random)),"v":\#(points(corners)),"i":\#(points(bends)),"o":\#(points(bends))}"#
        }
    }

    private var style: String {
        mutating get {
            pick([
                #"{"ty":"fl","c":{"k":[1,0,0,1],"sid":"s0"},"o":{"k":100}}"#,
                #"{"ty":"st","c":{"k":[0,0,1,1]},"o":{"k":80},"w":{"k":3},"lj":2,"lc":2,"d":[{"n":"d","v":{"k":0.1}}]}"#,
                #"{"ty":"gf","t":2,"o":{"k":90},"s":{"k":[0,0]},"e":{"k":[50,50]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}}"#,
            ])
        }
    }

    private var items: String {
        mutating get {
            let all = ["op", "rd", "pb", "zz", "tm", "tw", "rp", "mm"]
            let kinds = (0..<pick([1, 1, 2, 3])).map { _ in pick(all) }
            let chain = (0..<pick([0, 1, 4, 15, 30])).map { modifier(kinds[$0 % kinds.count]) }
            let shapes = (0..<pick([1, 1, 3, 30])).map { _ in shape }
            let group = (shapes + chain + [style]).joined(separator: ",")
            let depth = pick([0, 0, 1, 8, 60])
            return String(repeating: #"{"ty":"gr","it":["#, count: depth) + group
                + String(repeating: #",{"ty":"tr","o":{"k":99}}]}"#, count: depth)
        }
    }

    // MARK: - Layers

    private var effects: String {
        mutating get {
            (0..<pick([0, 0, 1, 3, 30])).map { _ in
                let values = (0..<7).map { _ in #"{"ty":0,"v":\#(property([0, 1, 20, 300]))}"# }
                return
                    #"{"ty":\#(pick([20, 21, 22, 23, 24, 25, 26, 28, 29])),"en":1,"ef":[\#(values.joined(separator: ","))]}"#
            }
            .joined(separator: ",")
        }
    }

    private var masks: String {
        mutating get {
            (0..<pick([0, 0, 1, 4, 100])).map { _ in
                let mode = pick(["a", "s", "i", "l", "d", "f", "n"])
                return #"""
                    {"mode":"\#(mode)","inv":\#(Bool.random(using: &random)),"pt":{"k":\#(path)},"o":{"k":80},\#
                    "x":\#(property([0, 10])),"f":\#(point([0, 30, 500]))}
                    """#
            }
            .joined(separator: ",")
        }
    }

    private var text: String {
        mutating get {
            let letters = pick([
                "hello", String(repeating: "a\u{301}", count: 300), "e" + String(repeating: "\u{300}", count: 5_000),
                String(repeating: "word ", count: 400), "\u{202E}abc\u{2028}def", "سلام שלום",
            ])
            let animator = #"{"s":{"t":0,"s":{"k":0},"e":{"k":100},"b":1,"sh":1},"a":{"o":{"k":20},"r":{"k":30}}}"#
            let animators = Array(repeating: animator, count: pick([0, 1, 30])).joined(separator: ",")
            return
                #"{"d":{"k":[{"t":0,"s":{"s":\#(number([20])),"f":"F","t":"\#(letters)","j":0,"fc":[1,0,0]}}]},"a":[\#(animators)]}"#
        }
    }

    private mutating func layer(_ index: Int, inner: String?) -> String {
        let content: String
        switch Int.random(in: 0..<8, using: &random) {
        case 0: content = ##""ty":1,"sw":\##(side),"sh":\##(side),"sc":"#ff0000""##
        case 1: content = #""ty":2,"refId":"p""#
        case 2: content = #""ty":5,"t":\#(text)"#
        case 3...5 where inner != nil:
            content = #""ty":0,"refId":"\#(inner ?? "")","w":100,"h":100,"tm":\#(property([0, 1]))"#
        default: content = #""ty":4,"shapes":[\#(items)]"#
        }
        let matte = pick(["", "", "", #","tt":1"#, #","tt":2"#, #","td":1"#])
        return #"""
            {"ip":0,"op":60,"st":0,"ind":\#(index),"parent":\#(pick([index + 1, 999])),"bm":\#(pick([0, 0, 0, 3, 12]))\#
            \#(matte),"ks":{"o":\#(property([100, 50])),"p":\#(point([50])),"s":\#(point([100])),"r":\#(property([0]))},\#
            "ef":[\#(effects)],"masksProperties":[\#(masks)],"hasMask":true,\#(content)}
            """#
    }

    /// Returns a composition that shows the next one, usually twice, so that the visible content doubles at each level.
    private mutating func composition(_ level: Int, of levels: Int) -> String {
        let next = level + 1 < levels ? "c\(level + 1)" : nil
        let layers = (0..<pick([1, 2, 2, 3])).map { layer($0, inner: next) }
        return #"{"id":"c\#(level)","layers":[\#(layers.joined(separator: ","))]}"#
    }

    private let picture = """
        {"id":"p","w":2,"h":2,"e":1,"sid":"s3","p":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAA\
        EUlEQVR42mP438DQAMIMMAYAS+gH/ZNnZP0AAAAASUVORK5CYII="}
        """

    private var slots: String {
        mutating get {
            let values = [
                #"{"p":{"k":[0,1,0,1]}}"#, #"{"p":{"k":50}}"#, #"{"p":{"k":[1e300,1]}}"#, #"{"p":{"sid":"s0"}}"#,
                #"{"p":{"a":1,"k":[{"t":0,"s":[0]},{"t":60,"s":[99]}]}}"#, #"{"p":{"u":"","p":"none.png","e":0}}"#,
            ]
            return (0..<pick([1, 4, 200])).map { #""s\#($0 % 5)":\#(pick(values))"# }.joined(separator: ",")
        }
    }
}
