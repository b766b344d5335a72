import StoreProtocol
public import SystemIO

/// The recovery of a store from a copy that may lack the last changes.
///
/// Players may have seen changes that are lost: they ignore lower revisions, and caches keep the package of a version for
/// ever. So the recovered store continues with revisions and versions that the lost one cannot have used.
public enum StoreRecovery {
    /// The distance between the last revision of a copy and the first one after the recovery: far more than the changes
    /// of the time between two copies.
    public static let revisionDistance = 1_000_000
    /// The new versions of all gift kinds begin above a multiple of this, at least this far from the highest version.
    public static let versionDistance = 1_000

    /// Checks a copy without changing anything: its two documents, and the packages of all listed gift kinds.
    ///
    /// - Returns: The catalogue's revision, and one line for each listed gift kind that cannot be used.
    /// - Throws: `ExportError` if the folder is not a store or damaged.
    public static func check(
        root: String, disk: any Disk = SystemDisk()
    ) throws(ExportError) -> (revision: Int, notices: [String]) {
        var notices: [String] = []
        let found: StoreFolder.Published?
        do throws(RepositoryError) {
            found = try StoreFolder(root: root, disk: disk).load(notices: &notices)
        } catch {
            throw .repository(error)
        }
        guard let found else { throw .noStore(path: root) }
        return (found.catalogue.catalogue.revision, notices)
    }

    /// Prepares the store in the folder `root`, which was copied from a backup and on which no server runs.
    ///
    /// - Returns: The new revision of the catalogue.
    /// - Throws: `ExportError` if the folder is not a store or cannot be written.
    @discardableResult
    public static func recover(root: String, disk: any Disk = SystemDisk()) throws(ExportError) -> Int {
        let folder = StoreFolder(root: root, disk: disk)
        let revision: Int?
        do throws(RepositoryError) {
            revision = try addGap(to: folder)
        } catch {
            throw .repository(error)
        }
        guard let revision else { throw .noStore(path: root) }
        return revision
    }

    private static func addGap(to folder: StoreFolder) throws(RepositoryError) -> Int? {
        var notices: [String] = []
        guard var state = try folder.load(notices: &notices) else { return nil }
        try folder.prepare()
        let ids = state.catalogue.catalogue.gifts.map(\.id) + state.catalogue.catalogue.withdrawn.keys
        var highest = state.catalogue.versionFloor
        for id in ids { highest = max(highest, try folder.lastVersion(of: id)) }
        state.catalogue.versionFloor = (highest / versionDistance + 2) * versionDistance
        // The revisions are in two files. After a crash between the two, another recovery adds the gap to both.
        state.catalogue.catalogue.revision += revisionDistance
        state.settings.settings.revision += revisionDistance
        state.catalogue.event = state.event
        state.settings.event = state.event
        try folder.replace(with: state.settings)
        try folder.replace(with: state.catalogue)
        return state.catalogue.catalogue.revision
    }
}
