/// Small animated documents with many features, for tests that compare whole frames.
enum Showcase {
    /// Animated strokes, trim paths, repeaters and rounded corners.
    static let modifiers: JSON = {
        let trimmed = group([
            ellipse(8, 8, 10, 10),
            [
                "ty": "tm", "s": fixed(10), "e": keyframes((0, [20]), (20, [90])),
                "o": keyframes((0, [0]), (20, [360])), "m": 1,
            ],
            stroke(2, blue, ["lc": 2]),
        ])
        let copied = group([
            rectangle(1, 12, 4, 15), ["ty": "rd", "r": keyframes((0, [0]), (20, [1.5]))], fill(red),
            repeater(
                4, ["p": keyframes((0, [2, 0]), (20, [4, -3])), "r": fixed(15), "so": fixed(100), "eo": fixed(30)]),
        ])
        return document(
            16, 16,
            [
                shapeLayer(
                    [trimmed, copied],
                    ["ks": ["r": keyframes((0, [0]), (20, [20])), "a": fixed([8, 8]), "p": fixed([8, 8])]])
            ])
    }()

    /// Masks, mattes, precompositions and opacity.
    static let layers: JSON = {
        let spinning: JSON = ["ks": ["r": keyframes((0, [0]), (20, [180])), "p": fixed([8, 5])], "td": 1, "ind": 1]
        let matte = shapeLayer([rectangle(-6, -2, 6, 2), fill(white)], spinning)
        let matted = precomposition("c", 16, 10, ["tt": 1, "ks": ["o": keyframes((0, [100]), (20, [40]))]])
        let masked = solid(
            "#00ff00", 16, 10,
            [
                "masksProperties": [
                    mask("a", corners(1, 1, 15, 9)),
                    [
                        "mode": "s", "o": fixed(70),
                        "pt": keyframes((0, [shape(corners(2, 2, 4, 8))]), (20, [shape(corners(10, 2, 14, 8))])),
                    ],
                ], "bm": 1,
            ])
        let inside = [solid("#ff0000", 8, 10, ["ip": 5]), solid("#ffff00", 16, 10)]
        return document(16, 10, [matte, matted, masked, solid("#8080ff", x: 4, 8, 10)], assets: [asset("c", inside)])
    }()

    /// Gradients, and a layer that moves along a curve.
    static let paints: JSON = {
        let sky: JSON = [
            "ty": "gf", "t": 1, "s": fixed([0, 0]), "e": fixed([0, 10]), "o": fixed(100),
            "g": [
                "p": 2, "k": keyframes((0, [0, 0, 0, 0.4, 1, 0.2, 0.6, 1]), (20, [0, 0.9, 0.4, 0, 1, 0.3, 0, 0.5])),
            ],
        ]
        let glow: JSON = [
            "ty": "gf", "t": 2, "s": fixed([0, 0]), "e": fixed([4, 0]), "o": fixed(100), "h": fixed(40),
            "a": fixed(-90),
            "g": ["p": 2, "k": fixed([0, 1, 1, 0.6, 1, 1, 0.7, 0, 0, 1, 0.6, 1, 1, 0])],
        ]
        let path: JSON = [
            "a": 1,
            "k": [
                [
                    "t": 0, "s": [2, 9], "to": [2, -8], "ti": [-2, -8], "o": ["x": 0.4, "y": 0],
                    "i": ["x": 0.6, "y": 1],
                ],
                ["t": 20, "s": [14, 9]],
            ],
        ]
        let sun = shapeLayer([ellipse(0, 0, 8, 8), glow], ["ks": ["p": path]])
        return document(16, 10, [sun, shapeLayer([rectangle(0, 0, 16, 10), sky])])
    }()

    static let all: [(name: String, document: JSON)] = [
        ("modifiers", modifiers), ("layers", layers), ("paints", paints),
    ]
}
