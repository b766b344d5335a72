import CLibFuzzer
import DocumentFuzzing
import FeedFuzzing
import RoomFuzzing

// The entry points of libFuzzer, which has its own `main` and finds these functions by name.

/// Tries one document; a fault ends the process, and libFuzzer saves the document.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryDocument(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let document = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    do {
        if isFeed {
            try FeedTrial.run(document)
        } else if isStage {
            try StageTrial.run(document)
        } else if isDecodingOnly {
            _ = try DocumentTrial.decode(document)
        } else {
            try DocumentTrial.draw(document)
        }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

/// Changes a document in place, usually its values and sometimes its bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateDocument(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ maxBytes: Int, _ seed: UInt32) -> Int {
    if seed % 8 == 0 { return LLVMFuzzerMutate(bytes, count, maxBytes) }
    if seed % 8 == 1, !isFeed {
        // The document is replaced by one of parts whose costs multiply.
        var maker = HostileDocumentGenerator(seed: UInt64(seed))
        return write(maker.next(), to: bytes, maxBytes)
    }
    let document = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    if isFeed {
        var mutator = FeedMutator(seed: UInt64(seed), maxBytes: maxBytes)
        return write(mutator.mutated(document, donor: document), to: bytes, maxBytes)
    }
    if isStage {
        var mutator = StageMutator(seed: UInt64(seed), maxBytes: maxBytes)
        return write(mutator.mutated(document, donor: document), to: bytes, maxBytes)
    }
    var mutator = DocumentMutator(seed: UInt64(seed), maxBytes: maxBytes)
    return write(mutator.mutate(document), to: bytes, maxBytes)
}

/// Replaces parts of the first document by parts of the second one.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossDocuments(
    _ first: UnsafePointer<UInt8>, _ firstCount: Int, _ second: UnsafePointer<UInt8>, _ secondCount: Int,
    _ bytes: UnsafeMutablePointer<UInt8>, _ maxBytes: Int, _ seed: UInt32
) -> Int {
    let document = [UInt8](UnsafeBufferPointer(start: first, count: firstCount))
    let donor = [UInt8](UnsafeBufferPointer(start: second, count: secondCount))
    if isFeed {
        var mutator = FeedMutator(seed: UInt64(seed), maxBytes: maxBytes)
        return write(mutator.mutated(document, donor: donor), to: bytes, maxBytes)
    }
    if isStage {
        var mutator = StageMutator(seed: UInt64(seed), maxBytes: maxBytes)
        return write(mutator.mutated(document, donor: donor), to: bytes, maxBytes)
    }
    var mutator = DocumentMutator(seed: UInt64(seed), maxBytes: maxBytes)
    return write(mutator.splice(document, with: donor), to: bytes, maxBytes)
}

private func write(_ document: [UInt8], to bytes: UnsafeMutablePointer<UInt8>, _ maxBytes: Int) -> Int {
    let kept = document.prefix(maxBytes)
    for (index, byte) in kept.enumerated() { bytes[index] = byte }
    return kept.count
}

/// The first argument selects the trial; libFuzzer ignores arguments that begin with two dashes.
private let isDecodingOnly = CommandLine.arguments.contains("--decode")
private let isFeed = CommandLine.arguments.contains("--feed")
private let isStage = CommandLine.arguments.contains("--stage")
