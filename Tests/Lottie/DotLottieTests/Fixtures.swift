import DotLottie
import LottieDocument
import ZIPFixtures

/// Returns a Lottie document with a layer whose opacity names the slot `fade`, and a shape layer whose color names
/// `tint`.
func document(_ name: String = "", assets: String = "", layers: String = "") -> String {
    let fade = #"{"ty":3,"ks":{"o":{"a":0,"k":40,"sid":"fade"}}}"#
    let tint = #"{"ty":4,"ks":{},"shapes":[{"ty":"fl","c":{"a":0,"k":[0,0,0,1],"sid":"tint"}}]}"#
    let layers = [fade, tint] + (layers.isEmpty ? [] : [layers])
    return
        #"{"v":"5.7.4","nm":"\#(name)","fr":30,"ip":0,"op":60,"w":100,"h":80,"assets":[\#(assets)],"layers":[\#(layers.joined(separator: ","))]}"#
}

/// Returns an archive of these files, each with a name and a text.
func archive(_ files: (String, String)...) -> [UInt8] {
    ZIPWriter(files: files.map { .init($0.0, $0.1, isDeflated: true) }).bytes
}

/// Returns an archive of version 2 with one animation `a`, one theme `t` and these additional files.
func archive(theme: String, files: [ZIPWriter.File] = [], document json: String = document()) -> [UInt8] {
    let manifest = #"{"version":"2","animations":[{"id":"a"}],"themes":[{"id":"t"}]}"#
    return ZIPWriter(
        files: [.init("manifest.json", manifest), .init("a/a.json", json), .init("t/t.json", theme)] + files
    ).bytes
}

extension Composition {
    /// Returns the value of the slot `fade` at a frame.
    func fade(at frame: Double = 0) -> Double { layers[0].transform.opacity.value(at: frame) }

    /// Returns the value of the slot `tint` at a frame.
    func tint(at frame: Double = 0) -> Color? {
        guard case .shapes(let group) = layers[1].content, case .fill(let fill)? = group.items.first,
            case .color(let color) = fill.paint
        else { return nil }
        return color.value(at: frame)
    }
}
