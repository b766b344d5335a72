import CLibFuzzer
import DocumentFuzzing
import FeedFuzzing
import StageFuzzing

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
            _ = try Trial.decode(document)
        } else {
            try Trial.draw(document)
        }
    } catch {
        fatalError("\(error)")
    }
    return 0
}

/// Changes a document in place, usually its values and sometimes its bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateDocument(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ mostBytes: Int, _ seed: UInt32) -> Int
{
    if seed % 8 == 0 { return LLVMFuzzerMutate(bytes, count, mostBytes) }
    if seed % 8 == 1, !isFeed {
        // The document is replaced by one of parts whose costs multiply.
        var maker = HostileDocument(seed: UInt64(seed))
        return write(maker.next(), to: bytes, mostBytes)
    }
    let document = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    if isFeed {
        var mutator = FeedMutator(seed: UInt64(seed), mostBytes: mostBytes)
        return write(mutator.mutated(document, donor: document), to: bytes, mostBytes)
    }
    if isStage {
        var mutator = StageMutator(seed: UInt64(seed), mostBytes: mostBytes)
        return write(mutator.mutated(document, donor: document), to: bytes, mostBytes)
    }
    var mutator = DocumentMutator(seed: UInt64(seed), mostBytes: mostBytes)
    return write(mutator.mutated(document), to: bytes, mostBytes)
}

/// Replaces parts of the first document by parts of the second one.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossDocuments(
    _ first: UnsafePointer<UInt8>, _ firstCount: Int, _ second: UnsafePointer<UInt8>, _ secondCount: Int,
    _ bytes: UnsafeMutablePointer<UInt8>, _ mostBytes: Int, _ seed: UInt32
) -> Int {
    let document = [UInt8](UnsafeBufferPointer(start: first, count: firstCount))
    let donor = [UInt8](UnsafeBufferPointer(start: second, count: secondCount))
    if isFeed {
        var mutator = FeedMutator(seed: UInt64(seed), mostBytes: mostBytes)
        return write(mutator.mutated(document, donor: donor), to: bytes, mostBytes)
    }
    if isStage {
        var mutator = StageMutator(seed: UInt64(seed), mostBytes: mostBytes)
        return write(mutator.mutated(document, donor: donor), to: bytes, mostBytes)
    }
    var mutator = DocumentMutator(seed: UInt64(seed), mostBytes: mostBytes)
    return write(mutator.spliced(document, with: donor), to: bytes, mostBytes)
}

private func write(_ document: [UInt8], to bytes: UnsafeMutablePointer<UInt8>, _ mostBytes: Int) -> Int {
    let kept = document.prefix(mostBytes)
    for (index, byte) in kept.enumerated() { bytes[index] = byte }
    return kept.count
}

/// The first argument selects the trial; libFuzzer ignores arguments that begin with two dashes.
private let isDecodingOnly = CommandLine.arguments.contains("--decode")
private let isFeed = CommandLine.arguments.contains("--feed")
private let isStage = CommandLine.arguments.contains("--stage")
