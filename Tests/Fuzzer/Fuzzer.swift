import CLibFuzzer
import DocumentFuzzing
import FeedFuzzing

// The entry points of libFuzzer, which brings its own `main` and finds these by name.

/// Tries one document; a fault ends the process, and libFuzzer keeps the document.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryDocument(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let document = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    do {
        if isFeed {
            try FeedTrial.run(document)
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

/// Changes a document in place, mostly by values and now and then by bytes.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateDocument(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ mostBytes: Int, _ seed: UInt32) -> Int
{
    if seed % 8 == 0 { return LLVMFuzzerMutate(bytes, count, mostBytes) }
    let document = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    if isFeed {
        var mutator = FeedMutator(seed: UInt64(seed), mostBytes: mostBytes)
        return write(mutator.mutated(document, donor: document), to: bytes, mostBytes)
    }
    var mutator = DocumentMutator(seed: UInt64(seed), mostBytes: mostBytes)
    return write(mutator.mutated(document), to: bytes, mostBytes)
}

/// Puts a part of the second document into the first.
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
    var mutator = DocumentMutator(seed: UInt64(seed), mostBytes: mostBytes)
    return write(mutator.spliced(document, with: donor), to: bytes, mostBytes)
}

private func write(_ document: [UInt8], to bytes: UnsafeMutablePointer<UInt8>, _ mostBytes: Int) -> Int {
    let kept = document.prefix(mostBytes)
    for (index, byte) in kept.enumerated() { bytes[index] = byte }
    return kept.count
}

/// The first argument says what is tried; libFuzzer passes over arguments that begin with two dashes.
private let isDecodingOnly = CommandLine.arguments.contains("--decode")
private let isFeed = CommandLine.arguments.contains("--feed")
