public import SystemIO

/// The file operations of an export, which also removes what it has copied before.
public protocol ExportDisk: Disk {
    /// Removes a folder if it is empty. One with files stays, and so does a link.
    func removeEmptyFolder(_ path: String)
}

extension SystemDisk: ExportDisk {
    /// Removes a folder if it is empty; the system itself refuses all others.
    public func removeEmptyFolder(_ path: String) {
        // The copy is as complete with the folder.
        try? FileSystem.removeFolder(path)
    }
}
