import StoreProtocol

/// An immutable copy of the published state, with its most frequent responses already encoded.
struct StoreSnapshot: Sendable {
    /// The last change of a document: its revision, and the number of the event that announces it.
    struct Change: Equatable, Sendable {
        let revision: Int
        let event: Int
    }

    let catalogue: StoreCatalogue
    let catalogueDocument: EncodedDocument
    let settings: PublishedSettings
    let settingsDocument: EncodedDocument
    let withdrawn: Set<String>
    let changes: [StoreChange.Kind: Change]
    /// The key with which documents are signed; `nil` for none.
    let documentKey: PublisherPrivateKey?
    private let giftIndices: [String: Int]

    /// Creates a snapshot.
    ///
    /// - Parameters:
    ///   - published: The published state.
    ///   - before: The previous snapshot, whose encoded documents are reused if unchanged.
    ///   - documentKey: The key with which documents are signed; `nil` for none.
    init(
        _ published: StoreFolder.Published, previous before: StoreSnapshot?, documentKey: PublisherPrivateKey? = nil
    ) {
        let (catalogue, settings) = (published.catalogue, published.settings)
        self.catalogue = catalogue.catalogue
        self.settings = settings.settings
        self.documentKey = documentKey
        withdrawn = Set(catalogue.catalogue.withdrawn.keys)
        changes = [
            .catalogue: Change(revision: catalogue.catalogue.revision, event: catalogue.event),
            .settings: Change(revision: settings.settings.revision, event: settings.event),
        ]
        // Compressing a long catalogue takes time, and most changes concern only one of the two documents.
        if let before, before.catalogue == catalogue.catalogue {
            catalogueDocument = before.catalogueDocument
            giftIndices = before.giftIndices
        } else {
            catalogueDocument = EncodedDocument(
                DocumentSignature.sign(catalogue.catalogue.json, as: .catalogue, with: documentKey),
                mediaType: MediaType.json)
            giftIndices = Dictionary(
                catalogue.catalogue.gifts.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
        }
        if let before, before.settings == settings.settings {
            settingsDocument = before.settingsDocument
        } else {
            settingsDocument = EncodedDocument(
                DocumentSignature.sign(settings.settings.json, as: .settings, with: documentKey),
                mediaType: MediaType.json)
        }
    }

    /// Returns the settings of a room as a document.
    func settingsDocument(of room: String) -> EncodedDocument {
        EncodedDocument(
            DocumentSignature.sign(
                settings.resolved(for: room).json, as: .roomSettings(room: room), with: documentKey),
            mediaType: MediaType.json)
    }

    /// The gift kind with this id; `nil` if there is none.
    subscript(id: String) -> StoreGift? { giftIndices[id].map { catalogue.gifts[$0] } }
}
