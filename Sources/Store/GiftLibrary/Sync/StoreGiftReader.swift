public import HTTPClient
public import StoreProtocol
public import SystemIO

/// A reader of single gift kinds of a store, which does not change the library.
///
///     let reader = StoreGiftReader(try StoreSource("http://127.0.0.1:8787"), transfer: CurlTransfer())
///     let (gift, package) = try reader.package(of: "rocket")
public struct StoreGiftReader: Sendable {
    private let source: StoreSource
    private let transfer: any HTTPTransferring

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - source: The store.
    ///   - transfer: The HTTP client; unused for a folder.
    public init(_ source: StoreSource, transfer: any HTTPTransferring) {
        self.source = source
        self.transfer = source.transfer(transfer, disk: SystemDisk())
    }

    /// Downloads the package of a gift kind in the version that the catalogue lists.
    ///
    /// - Throws: ``StoreGiftError`` if the store does not answer, does not list the kind, or delivers other bytes than
    ///   the catalogue announces.
    public func package(
        of id: String, stop: StopSignal = StopSignal()
    ) throws(StoreGiftError) -> (gift: StoreGift, bytes: [UInt8]) {
        let (catalogue, url) = try catalogue(stop: stop)
        guard let gift = catalogue.gifts.first(where: { $0.id == id }) else {
            throw .unknownGift(id, known: catalogue.gifts.map(\.id))
        }
        guard let address = source.packageURL(gift.package, base: url) else {
            throw .badPackage("\(id): package: expected a reference within the store, found \"\(gift.package)\"")
        }
        let (head, bytes): (HTTPHead, [UInt8])
        do throws(HTTPTransferError) {
            let request = HTTPRequest(address, limits: HTTPLimits(maxBodyBytes: gift.size))
            (head, bytes) = try transfer.fetch(request, isCancelled: { stop.isStopped })
        } catch {
            switch error {
            case .cancelled: throw .store(.stopped)
            case .bodyTooLong: throw .badPackage("\(address): expected \(gift.size) bytes, found more")
            default: throw .store(.unavailable("\(address): \(error)"))
            }
        }
        guard head.status == 200 else { throw .store(.unavailable("\(address): answered \(head.status)")) }
        guard bytes.count == gift.size, SHA256Digest.digest(of: bytes) == gift.sha256 else {
            throw .badPackage("\(address): expected the bytes of the catalogue's sha256, found others")
        }
        if !source.publisherKeys.isEmpty {
            do throws(PackageRejection) {
                _ = try PackageFiles.files(of: bytes, id: id, trusted: source.publisherKeys)
            } catch {
                throw .badPackage("\(address): \(error)")
            }
        }
        return (gift, bytes)
    }

    /// Returns the gift kinds that the catalogue lists, in its order.
    ///
    /// - Throws: ``StoreGiftError/store(_:)`` if the store does not answer or has no valid catalogue.
    public func gifts(stop: StopSignal = StopSignal()) throws(StoreGiftError) -> [StoreGift] {
        try catalogue(stop: stop).0.gifts
    }

    /// Returns the ids of the gift kinds that the catalogue lists or names as withdrawn.
    ///
    /// - Throws: ``StoreGiftError/store(_:)`` if the store does not answer or has no valid catalogue.
    public func kinds(stop: StopSignal = StopSignal()) throws(StoreGiftError) -> Set<String> {
        let catalogue = try catalogue(stop: stop).0
        return Set(catalogue.gifts.map(\.id)).union(catalogue.withdrawn.keys)
    }

    private func catalogue(stop: StopSignal) throws(StoreGiftError) -> (StoreCatalogue, url: String) {
        let request = CatalogueRequest(source: source, transfer: transfer)
        let (head, body): (HTTPHead, [UInt8])
        do throws(CatalogueRequest.Failure) {
            (head, body) = try request.fetch(ifNot: nil, stop: stop)
            try request.checkSignature(head, body)
        } catch {
            throw .store(error.error)
        }
        do throws(SyncError) {
            var rejected: [RejectedGift] = []
            return (try request.parse(head, body, rejected: &rejected), head.url)
        } catch {
            throw .store(error)
        }
    }
}

/// The reason why a gift kind of a store cannot be read.
public enum StoreGiftError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The catalogue is not available.
    case store(SyncError)
    /// The catalogue does not list the kind.
    case unknownGift(String, known: [String])
    /// The package differs from the catalogue's entry.
    case badPackage(String)

    /// The place and the reason, in one line.
    public var description: String {
        switch self {
        case .store(let error): error.description
        case .unknownGift(let id, _): "\(id): no such gift in the store"
        case .badPackage(let line): line
        }
    }
}
