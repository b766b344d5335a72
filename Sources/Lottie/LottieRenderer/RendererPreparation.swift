import LottieDocument
import Typography
import VectorGraphics

extension AnimationRenderer {
    /// Prepares the process for its first animation, which would otherwise wait for one-time work.
    ///
    /// The method parses and draws a picture of a few pixels with the common kinds of layers, shapes and properties.
    /// Afterwards the Swift runtime has instantiated their types, the system has loaded their code, the allocator
    /// has two megabytes of memory for animations and room for six more, and the system's fonts are known.
    ///
    /// A player calls it at start-up, so that the first gift appears as fast as any later one. The first call takes eight
    /// or nine milliseconds, two thirds of them for the fonts; further calls take no time.
    public static func prepare() { _ = preparationSucceeded }

    /// Whether the preparation succeeded; the first access runs it.
    static let preparationSucceeded: Bool = {
        // The memory and the fonts come first: both would evict the picture's code from the processor's caches.
        touchMemory()
        // Most gifts with a text show a name, whose letters are in no file.
        SystemFonts.installed.prepare()
        guard let composition = try? Composition(json: Array(preparationDocument.utf8)) else { return false }
        // Only documents without pictures are counted, and this one has one.
        guard DocumentExtent(composition).isWithinLimits else { return false }
        // The sorting of more than 32 elements needs a type of its own.
        guard (0..<64).map({ 64 - $0 }).sorted(by: <).first == 1 else { return false }
        let renderer = AnimationRenderer(composition, width: 16, height: 16)
        var pixmap = Pixmap(width: 16, height: 16)
        renderer.draw(frame: composition.inPoint + 1.5, into: &pixmap)
        return pixmap[8, 8] != 0
    }()

    /// The memory to prepare, in bytes; an animation of a hundred kilobytes needs as much with its pixels.
    ///
    /// The system supplies memory page by page on the first write; a first picture of 160 pixels spent a third of its
    /// time waiting for pages.
    private static let preparedMemorySize = 2 << 20

    /// Makes the allocator keep pages that are already in memory.
    ///
    /// glibc maps the first block of this size separately and unmaps it when it is freed, but then raises its threshold
    /// and keeps the second one.
    private static func touchMemory() {
        for _ in 0..<2 { reserve() }
        for round in 0..<2 { write(UInt8(round + 1)) }
    }

    /// The memory that the allocator can use without asking the system, in bytes; none of it is touched.
    ///
    /// In all threads but the first one, the C library makes a system call for each page of new memory, which took half of the
    /// time for a document of two hundred kilobytes with seven hundred layers.
    private static let reservedMemorySize = 8 << 20

    /// Allocates and frees a block; never inlined, because the compiler would remove a block that is never used.
    @inline(never) private static func reserve() {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: reservedMemorySize, alignment: 16)
        defer { block.deallocate() }
        fill(UnsafeMutableRawBufferPointer(rebasing: block[..<1]), with: 1)
    }

    /// Writes to a block; never inlined, because the compiler would remove writes to a block that is never read.
    @inline(never) private static func write(_ byte: UInt8) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: preparedMemorySize, alignment: 16)
        defer { block.deallocate() }
        fill(block, with: byte)
    }

    @inline(never) private static func fill(_ block: UnsafeMutableRawBufferPointer, with byte: UInt8) {
        // Bytes are trivial and need no deinitialisation before the memory is freed.
        block.initializeMemory(as: UInt8.self, repeating: byte)
    }

    /// A Lottie document with the common kinds of content.
    ///
    /// It contains eased motion along a curve; shapes that move and rotate; dashes, gradients, trimmed and repeated
    /// outlines; a mask, a matte, a parent, a picture, a shadow and a precomposition; a letter with an outline in the file;
    /// and expressions, one of which reads an effect control.
    static let preparationDocument = """
        {"v":"5.7.0","nm":"prepare","fr":30,"ip":0,"op":4,"w":16,"h":16,"assets":[{"id":"c","layers":[\(inner)]},\
        {"id":"i","w":2,"h":2,"e":1,"p":"\(picture)"}],"fonts":{"list":[{"fName":"f","fFamily":"F","fStyle":"R"}]},\
        "chars":[{"ch":"a","size":10,"style":"R","w":60,"fFamily":"F","data":{"shapes":[{"ty":"gr","it":[\
        {"ty":"sh","ks":{"k":\(square)}}]}]}}],"layers":[\(text),\(scripted),\
        {"ty":0,"ind":1,"refId":"c","w":16,"h":16,"ip":0,"op":4,"st":0,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0],\
        "o":{"x":[0.3],"y":[0]},"i":{"x":[0.6],"y":[1]}},{"t":4,"s":[3]}]}},"masksProperties":[{"mode":"a","pt":{"k":\(square)},\
        "o":{"k":100}}]},\
        {"ty":4,"ind":2,"td":1,"ip":0,"op":4,"st":0,"ks":{},"shapes":[{"ty":"gr","it":[\(ellipse),\(fill),\(still)]}]},\
        {"ty":4,"ind":3,"tt":1,"parent":4,"ip":0,"op":4,"st":0,"ks":{"o":{"k":50}},"shapes":[{"ty":"gr","it":[\(ellipse),\
        {"ty":"gf","t":1,"o":{"k":100},"s":{"k":[0,0]},"e":{"k":[9,9]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0,1]}}},\(still)]}]},\
        {"ty":3,"ind":4,"ip":0,"op":4,"st":0,"ks":{"p":{"a":1,"k":[{"t":0,"s":[8,8],"to":[1,0],"ti":[0,1],\
        "o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},{"t":4,"s":[9,9]}]}}},\
        {"ty":2,"ind":6,"refId":"i","ip":0,"op":4,"st":0,"ks":{}},\
        {"ty":1,"ind":5,"sw":16,"sh":16,"sc":"#102030","ip":0,"op":4,"st":0,"ks":{},"ef":[{"ty":25,"ef":[{"v":{"k":[0,0,0,1]}},\
        {"v":{"k":128}},{"v":{"k":135}},{"v":{"k":1}},{"v":{"k":1}}]}]}]}
        """

    private static let text = """
        {"ty":5,"ind":7,"ip":0,"op":4,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":10,"f":"f","t":"a","j":0,"tr":0,"lh":12,\
        "ls":0,"fc":[0,1,0]}}]},"p":{},"m":{"g":1,"a":{"k":[0,0]}},"a":[]}}
        """

    private static let scripted = #"""
        {"ty":4,"ind":8,"nm":"s","ip":0,"op":4,"st":0,"ks":{"o":{"k":50,"x":"var $bm_rt;\nvar n = effect('slider')('Slider');\n\#
        try { n += -1; } catch (e) { n = 0; }\n$bm_rt = Math.min(n, linear(time, 0, 1, value, 20));"},"p":{"k":[8,8],"x":"$bm_rt = add(value, [0, 1]);"}},\#
        "ef":[{"ty":5,"nm":"slider","en":1,"ef":[{"ty":0,"nm":"Slider","v":{"k":9,"x":"$bm_rt = value;"}}]}],"shapes":[{"ty":"gr","it":[{"ty":"el",\#
        "p":{"k":[0,0]},"s":{"k":[4,4]}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}
        """#

    private static let still =
        #"{"ty":"tr","p":{"k":[8,8]},"a":{"k":[0,0]},"s":{"k":[100,100]},"r":{"k":0},"o":{"k":100}}"#
    private static let fill = #"{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
    private static let ellipse = #"{"ty":"el","p":{"k":[0,0]},"s":{"k":[12,12]}}"#
    private static let square = """
        {"c":true,"v":[[1,1],[15,1],[15,15],[1,15]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}
        """

    /// A PNG of 2 × 2 pixels.
    private static let picture = """
        data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR42mP438DQAMIMMAYAS+gH\
        /ZNnZP0AAAAASUVORK5CYII=
        """

    /// The layers of the precomposition.
    private static let inner = """
        {"ty":4,"ind":1,"ip":0,"op":4,"st":0,"ks":{"s":{"a":1,"k":[{"t":0,"s":[90,90,100],"o":{"x":[0.3],"y":[0]},\
        "i":{"x":[0.6],"y":[1]}},{"t":4,"s":[100,100,100]}]}},"shapes":[\
        {"ty":"gr","it":[{"ty":"sh","ks":{"a":1,"k":[{"t":0,"s":[\(square)],"o":{"x":0.3,"y":0},"i":{"x":0.6,"y":1}},\
        {"t":4,"s":[\(square)]}]}},{"ty":"rc","p":{"k":[8,8]},"s":{"k":[6,6]},"r":{"k":2}},\
        {"ty":"sr","sy":1,"p":{"k":[8,8]},"pt":{"k":5},"r":{"k":0},"or":{"k":5},"ir":{"k":2},"os":{"k":0},"is":{"k":0}},\
        {"ty":"tm","s":{"k":0},"e":{"a":1,"k":[{"t":0,"s":[50],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.6],"y":[1]}},{"t":4,"s":[90]}]},\
        "o":{"k":0},"m":1},{"ty":"st","c":{"a":1,"k":[{"t":0,"s":[0,0,1,1],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.6],"y":[1]}},\
        {"t":4,"s":[0,1,0,1]}]},"o":{"k":80},"w":{"k":2},"lc":2,"lj":2,"d":[{"n":"d","v":{"k":3}},{"n":"g","v":{"k":1}}]},\
        \(fill),\(still)]},\
        {"ty":"gr","it":[\(ellipse),{"ty":"rp","c":{"k":2},"o":{"k":0},"tr":{"p":{"k":[1,1]},"a":{"k":[0,0]},"s":{"k":[90,90]},\
        "r":{"k":5},"so":{"k":100},"eo":{"k":50}}},{"ty":"gf","t":2,"o":{"k":100},"s":{"k":[0,0]},"e":{"k":[6,6]},"h":{"k":0},\
        "g":{"p":2,"k":{"k":[0,1,1,0,1,0,1,1,0,1,1,0.5]}}},\(still)]}]}
        """
}
