import DemoFiles

/// The demo files built into the program, by path such as `gifts/heart.json`.
public enum EmbeddedFiles {
    /// The paths of all files, in order.
    public static var paths: [String] {
        (0..<demo_file_count).compactMap { demo_file_at($0) }.map { String(cString: $0.pointee.name) }
    }

    /// Returns the contents of the file at `path`; nil if there is none.
    public static func bytes(at path: String) -> [UInt8]? {
        for index in 0..<demo_file_count {
            guard let file = demo_file_at(index), String(cString: file.pointee.name) == path else { continue }
            // The bytes are part of the program, so the pointer is always valid.
            return Array(UnsafeBufferPointer(start: file.pointee.bytes, count: Int(file.pointee.length)))
        }
        return nil
    }

    /// Returns the text of the file at `path`; nil if there is none.
    public static func text(at path: String) -> String? {
        bytes(at: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The paths of the scenarios, in order.
    public static var scenarios: [String] {
        paths.filter { $0.hasPrefix("scenarios/") && ($0.hasSuffix(".yaml") || $0.hasSuffix(".yml")) }
    }
}
