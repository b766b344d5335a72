/// The appearance of pictures: sizes in pixels, and colors for the light and the dark scheme.
enum PictureStyle {
    /// The width of a picture: 1.5 times the width of a page of text, so that it is sharp at both sizes.
    static let width = 960.0
    /// The empty space around the content.
    static let margin = 24.0

    /// The style sheet with the colors of all classes. It loads nothing, and uses the fonts of the reader's system.
    static var styleSheet: String {
        """
        text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;fill:#1d2330}
        .title{font-size:20px;font-weight:600} .head{font-weight:600} .small{font-size:11px}
        .number{text-anchor:end;font-variant-numeric:tabular-nums} .middle{text-anchor:middle}
        .paper{fill:#ffffff} .lane{fill:#f0f2f5} .faint{fill:#5c6675} .alarm{fill:#c8281e}
        .grid{stroke:#dfe3e9} .cross{stroke:#c8281e;stroke-width:2;fill:none}
        .differ{stroke:#a15c00;stroke-dasharray:4 3} .accent{fill:#a15c00} .backlog{fill:#9aa5b5}
        .on{fill:#10151c} .threshold{stroke:#10151c;stroke-width:1.5;stroke-dasharray:3 2}
        .curve{fill:none;stroke-width:2;stroke-linejoin:round}
        \(KindColors.rules)
        @media (prefers-color-scheme:dark){
        text{fill:#e7eaf0} .paper{fill:#0f141b} .lane{fill:#1b222d} .faint{fill:#9aa5b5} .alarm{fill:#ff8a80}
        .grid{stroke:#2b3441} .cross{stroke:#ff8a80} .differ{stroke:#f0b060} .accent{fill:#f0b060}
        .backlog{fill:#566173} .on{fill:#10151c}}
        """
    }
}
