// The tables below the lanes.
extension FilmStrip {
    func writeSteps(to page: inout HTMLWriter) {
        guard !steps.isEmpty else { return }
        let hasLanes = Set(steps.map(\.lane)).count > 1
        page.element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Steps"]) { page in
            page.element("table", ["class": "steps"]) { page in
                page.add(
                    "caption", text: "Step by step" + (claims.isEmpty ? "" : ", with the state of each claim"))
                page.element("thead") { page in
                    page.element("tr") { page in
                        for column in ["at"] + (hasLanes ? ["whose"] : []) + ["what happens"] {
                            page.add("th", ["scope": "col"], text: column)
                        }
                        for claim in claims { page.add("th", ["scope": "col", "class": "claim"], text: claim) }
                        page.add("th", ["scope": "col"], text: "rule")
                    }
                }
                page.element("tbody") { page in
                    for step in steps {
                        page.element("tr", ["data-at": String(step.at), "class": step.state?.rawValue ?? ""]) { page in
                            page.add("th", ["scope": "row"], text: step.at.durationText)
                            if hasLanes { page.add("td", text: step.lane) }
                            page.element("td") { page in
                                if let state = step.state {
                                    page.add(
                                        "span", ["class": "sign \(state.rawValue)", "aria-hidden": "true"],
                                        text: state.sign)
                                }
                                page.add("bdi", text: step.words)
                            }
                            for claim in step.claims { Self.write(claim, to: &page) }
                            page.add("td", text: step.rule)
                        }
                    }
                }
            }
        }
    }

    private static func write(_ claim: ClaimState, to page: inout HTMLWriter) {
        page.element("td", ["class": "claim"]) { page in
            let sign = claim.sign
            page.add("span", ["class": "sign \(sign?.rawValue ?? "")", "aria-hidden": "true"], text: sign?.sign ?? "")
            page.add("span", text: claim.words)
        }
    }

    /// Writes a row for each gift with its end in each film.
    func writeGifts(to page: inout HTMLWriter) {
        var ends: [Int: [Int: SessionFilm.Gift]] = [:]
        for (index, film) in films.enumerated() {
            for gift in film.gifts { ends[gift.number, default: [:]][index] = gift }
        }
        let rows = ends.sorted { $0.key < $1.key }.map { number, found in
            let gift = found.min { $0.key < $1.key }?.value
            let count = gift.map { $0.count == 1 ? "" : " × \($0.count)" } ?? ""
            return HTMLTable.Row(
                gift?.label ?? String(number),
                [gift?.arrived.durationText ?? "", (gift?.kind ?? "") + count, gift?.sender ?? ""]
                    + films.indices.map { found[$0]?.endText ?? "–" })
        }
        page.element("details", ["class": "gifts"]) { page in
            page.add("summary", text: rows.count == 1 ? "The gift" : "All \(rows.count) gifts")
            HTMLTable(
                "How each gift ended", columns: ["gift", "arrived", "kind", "from"] + films.map(\.name), rows: rows
            ).write(to: &page)
        }
    }
}

extension FilmStrip.ClaimState {
    fileprivate var words: String {
        switch self {
        case .open: "open"
        case .kept: "kept"
        case .broken: "broken"
        }
    }

    /// The sign of the state; an open claim has none.
    fileprivate var sign: HTMLTable.State? {
        switch self {
        case .open: nil
        case .kept: .good
        case .broken: .bad
        }
    }
}

extension SessionFilm.Gift {
    /// How and when it ended.
    fileprivate var endText: String {
        guard let outcome, let ended else { return started == nil ? "waits" : "plays" }
        return "\(outcome), at \(ended.durationText)"
    }
}
