import HTTPClient
import SystemIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transfer that reads a local folder as if it were a server, so that all gifts arrive in the same way.
///
/// It follows links, but reads only files whose resolved path is below the folder: the catalogue is untrusted and must
/// not expose other files.
struct FolderTransfer: HTTPTransferring {
    /// The folder.
    let root: String
    let disk: SystemDisk

    @discardableResult
    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        guard request.method == .get, let url = URL(string: request.url), url.isFileURL else {
            throw .unsupportedURL(request.url)
        }
        guard let path = pathInFolder(of: url.path) else {
            return try deliverHead(HTTPHead(status: 404, url: request.url), onHead)
        }
        guard let stamp = tagAndSize(of: path) else {
            return try deliverHead(HTTPHead(status: 404, url: request.url), onHead)
        }
        let fields = [("etag", stamp.tag), ("content-length", String(stamp.size))]
        if request.headers["If-None-Match"] == stamp.tag {
            return try deliverHead(HTTPHead(status: 304, url: request.url, headers: fields), onHead)
        }
        let head = try deliverHead(HTTPHead(status: 200, url: request.url, headers: fields), onHead)
        guard stamp.size <= request.limits.maxBodyBytes else { throw .bodyTooLong(limit: request.limits.maxBodyBytes) }
        try deliverBody(of: path, onBody, isCancelled)
        return head
    }

    private func deliverHead(
        _ head: HTTPHead, _ onHead: (HTTPHead) throws -> Void
    ) throws(HTTPTransferError) -> HTTPHead {
        do {
            try onHead(head)
        } catch {
            throw .callerFailed(error)
        }
        return head
    }

    private func deliverBody(
        of path: String, _ onBody: (UnsafeRawBufferPointer) throws -> Void, _ isCancelled: () -> Bool
    ) throws(HTTPTransferError) {
        var failure: HTTPTransferError?
        do throws(DiskError) {
            try disk.read(path) { (piece) throws(DiskError) in
                do {
                    if isCancelled() { throw HTTPTransferError.cancelled }
                    try onBody(piece)
                } catch {
                    failure = error as? HTTPTransferError ?? .callerFailed(error)
                    throw DiskError(path: path, .cancelled)
                }
            }
        } catch {
            throw failure ?? .other(error.summary)
        }
    }

    /// Returns the path with all links resolved; `nil` if nothing exists there or it is outside the folder.
    private func pathInFolder(of path: String) -> String? {
        guard let root = FileSystem.resolved(root), let path = FileSystem.resolved(path) else { return nil }
        return path.hasPrefix(root.hasSuffix("/") ? root : root + "/") ? path : nil
    }

    private func tagAndSize(of path: String) -> (tag: String, size: Int)? {
        guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
        return ("\"\(status.identity.number)-\(status.size)-\(status.modified)\"", status.size)
    }
}

extension StoreSource {
    /// Returns the client that reads this store: a reader of its folder, or `transfer` for a store on the network.
    func transfer(_ transfer: any HTTPTransferring, disk: SystemDisk) -> any HTTPTransferring {
        folder.map { FolderTransfer(root: $0, disk: disk) } ?? transfer
    }
}
