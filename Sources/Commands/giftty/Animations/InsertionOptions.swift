import ArgumentParser
import ImageCoding
import LottieDocument
import LottieInspection
import LottieRenderer
import PlayerSettings
import VectorGraphics

/// The option `--insert`, which puts pictures and other animations inside layers.
struct InsertionOptions: ParsableArguments {
    @Option(
        name: .customLong("insert"), parsing: .singleValue,
        help: ArgumentHelp(
            "Put a picture or an animation inside layers, above their content or below it, in the box of the content or "
                + "another one, such as 'Balloon=me.png,below' or 'Balloon=me.png,-20:-20:40x40'; may be repeated.",
            valueName: "layer=file[,above|below][,left:top:widthxheight]"))
    var insertions: [String] = []

    /// Puts the files into layers, above earlier insertions, and returns what was inserted.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a path that leads to no layer and an unknown word, and 65 or 66
    ///   for a file that cannot be read.
    func apply(
        to properties: inout DynamicProperties, of composition: Composition, home: StoreHomeOption,
        store: AnimationStoreOption
    ) throws(CommandFailure) -> [InspectedInsertion] {
        guard !insertions.isEmpty else { return [] }
        let known = AnimationRenderer(composition, width: 1, height: 1).layerPaths
        var inserted: [InspectedInsertion] = []
        for text in insertions {
            let argument = try InsertionArgument(text)
            guard known.contains(where: { argument.layers.matches($0) }) else {
                let hint = Suggestion.hint(for: argument.layers.description, among: known.map(\.description))
                throw CommandFailure(.usage, "--insert \(text): no layer of that path\(hint)")
            }
            let source = try AnimationSource(argument: argument.file, home: home, store: store)
            let content = try Self.content(of: source)
            properties.insert(
                LayerInsertion(content, box: argument.box, order: argument.order), into: argument.layers)
            inserted.append(
                InspectedInsertion(
                    layers: argument.layers, name: source.name, content: content, order: argument.order,
                    box: argument.box))
        }
        return inserted
    }

    private static func content(of source: AnimationSource) throws(CommandFailure) -> LayerInsertion.Content {
        if PictureFormat(signatureOf: source.bytes) != nil {
            do throws(PictureError) {
                return .picture(try Pixmap(decoding: source.bytes))
            } catch {
                throw CommandFailure(.badData, "\(source.name): \(error)")
            }
        }
        let composition = try source.composition()
        if let problem = composition.insertionProblem {
            throw CommandFailure(.badData, "\(source.name): \(problem)")
        }
        return .animation(composition)
    }
}

/// The value of `--insert`: layers, a file, and what the words after it say.
private struct InsertionArgument {
    let layers: LayerPath
    private(set) var file: String
    private(set) var order = LayerInsertion.Order.above
    private(set) var box: LayerInsertion.Box?

    /// Parses the value.
    ///
    /// The words stand after the last commas; a comma before them belongs to the file's name.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if it is malformed or has an unknown word.
    init(_ text: String) throws(CommandFailure) {
        func fault(_ problem: String) -> CommandFailure { CommandFailure(.usage, "--insert \(text): \(problem)") }
        let value: String?
        do throws(PropertyPathError) {
            (layers, value) = try LayerPath.parse(assignment: text)
        } catch {
            throw fault("\(error)")
        }
        guard let value, !value.isEmpty else { throw fault("expected LAYER=FILE") }
        var parts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var orderWord: String?
        while parts.count > 1, let word = parts.last {
            if let order = LayerInsertion.Order(rawValue: word) {
                if let orderWord { throw fault("expected one of \(word) and \(orderWord)") }
                self.order = order
                orderWord = word
            } else if let box = Self.box(word) {
                if self.box != nil { throw fault("expected one box") }
                self.box = box
            } else {
                break
            }
            parts.removeLast()
        }
        file = parts.joined(separator: ",")
        if parts.count > 1, !InputFile.exists(at: file), !file.contains("://"), let word = parts.last {
            let hint = Suggestion.hint(for: word, among: LayerInsertion.Order.allCases.map(\.rawValue))
            throw fault("expected above, below or a box such as -20:-20:40x40 after the comma, found \(word)\(hint)")
        }
        if file.isEmpty { throw fault("expected LAYER=FILE") }
    }

    /// Returns the box that a word such as `-20:-20:40x40` describes: left, top, width and height.
    private static func box(_ word: String) -> LayerInsertion.Box? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let size = parts[2].split(separator: "x", omittingEmptySubsequences: false)
        let numbers = (parts.prefix(2) + size).compactMap { Double($0) }
        guard size.count == 2, numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else {
            return nil
        }
        return LayerInsertion.Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
