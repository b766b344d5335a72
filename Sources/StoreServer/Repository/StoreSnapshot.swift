import StoreDocuments

/// All that the store publishes at one moment. Readers hold one and see nothing change; what is sent often is encoded once.
struct StoreSnapshot: Sendable {
    /// The last change of a document: its revision, and the number of the event that tells of it.
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
    private let places: [String: Int]

    /// - Parameter before: the state before, whose encoded documents are good for what did not change.
    init(_ published: StoreFolder.Published, before: StoreSnapshot?) {
        let (catalogue, settings) = (published.catalogue, published.settings)
        self.catalogue = catalogue.catalogue
        self.settings = settings.settings
        withdrawn = Set(catalogue.withdrawn.keys)
        changes = [
            .catalogue: Change(revision: catalogue.catalogue.revision, event: catalogue.event),
            .settings: Change(revision: settings.settings.revision, event: settings.event),
        ]
        // Packing a long catalogue takes its time, and most changes are of one of the two.
        if let before, before.catalogue == catalogue.catalogue {
            catalogueDocument = before.catalogueDocument
            places = before.places
        } else {
            catalogueDocument = EncodedDocument(catalogue.catalogue.json, mediaType: MediaType.json)
            places = Dictionary(
                catalogue.catalogue.gifts.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { $1 })
        }
        if let before, before.settings == settings.settings {
            settingsDocument = before.settingsDocument
        } else {
            settingsDocument = EncodedDocument(settings.settings.json, mediaType: MediaType.json)
        }
    }

    /// The gift of this id; nil when there is none.
    subscript(id: String) -> StoreGift? { places[id].map { catalogue.gifts[$0] } }
}
