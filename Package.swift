// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]

/// One target a concern; every import runs down this list, never up.
let package = Package(
    name: "giftty",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "giftty", targets: ["giftty"]),
        .executable(name: "gift-store", targets: ["gift-store"]),
        .library(name: "Lottie", targets: ["Lottie"]),
        .library(name: "VectorGraphics", targets: ["VectorGraphics"]),
        .library(name: "LottieRenderer", targets: ["LottieRenderer"]),
        .library(name: "DotLottie", targets: ["DotLottie"]),
        .library(name: "Typography", targets: ["Typography"]),
        .library(name: "Motion", targets: ["Motion"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Command line
        .executableTarget(
            name: "giftty",
            dependencies: [
                "Stage", "PolicyReports", "PolicyComparison", "PolicyExploration", "Scenarios", "Recordings",
                "Configuration",
                "AnimationInspection", "FeedAdapters", "FeedFaults", "FeedNetworks", "FeedReports", "FeedSources",
                "GiftFeed", "GiftStore", "LocalStore", "HTTPTransfer", "StoreDocuments", "GiftPackages",
                "HalfBlocks", "ReportText",
                "Lottie",
                "LottieRenderer",
                "MovingPictures", "Pictures", "Playback", "Terminal", "Typography", "VectorGraphics",
                "DotLottie",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        // The back end; nothing else depends on a server's libraries
        .executableTarget(
            name: "gift-store",
            dependencies: [
                "StoreServer", "ReportText", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(
            name: "StoreServer",
            dependencies: [
                "GiftPackages", "GiftPreviews", "GiftFeed", "GiftStore", "StorePage", "StoreDocuments",
                "AnimationInspection", "ReportText",
                "Archives", "DotLottie", "Lottie", "Configuration", "Playback", "CZlib",
                // It brings swift-configuration along, whose target has the name of one of ours.
                .product(
                    name: "Hummingbird", package: "hummingbird",
                    moduleAliases: ["Configuration": "SwiftConfiguration"]),
            ],
            swiftSettings: strict),
        // The live room
        .target(
            name: "Stage",
            dependencies: [
                "Terminal", "HalfBlocks", "LottieRenderer", "Lottie", "VectorGraphics", "Playback", "GiftFeed",
                "GiftStore", "Recordings", "Configuration", "StoreDocuments", "Banners", "Choreography", "Motion",
                "Presence", "PresencePainting",
            ],
            swiftSettings: strict),
        .target(name: "Terminal", dependencies: ["HalfBlocks", "CNcurses", "CTerminalGuard"], swiftSettings: strict),
        .target(
            name: "PresencePainting", dependencies: ["Presence", "Motion", "HalfBlocks", "VectorGraphics"],
            swiftSettings: strict),
        // Reports and recordings of the screen
        .target(
            name: "AnimationInspection",
            dependencies: [
                "DotLottie", "ReportText", "Lottie", "LottieRenderer", "Pictures", "Typography", "VectorGraphics",
            ],
            swiftSettings: strict),
        .target(name: "ReportText", dependencies: ["HalfBlocks"], swiftSettings: strict),
        .target(
            name: "PolicyReports",
            dependencies: ["PolicyComparison", "Scenarios", "Playback", "Configuration", "HalfBlocks"],
            swiftSettings: strict),
        .target(name: "FeedReports", dependencies: ["GiftFeed", "HalfBlocks"], swiftSettings: strict),
        .target(
            name: "MovingPictures",
            dependencies: ["HalfBlocks", "Pictures", "Playback", "Typography", "VectorGraphics", "CWebPMux"],
            swiftSettings: strict),
        // Policies and sessions
        .target(
            name: "PolicyComparison", dependencies: ["Scenarios", "Configuration", "Playback"], swiftSettings: strict),
        .target(
            name: "PolicyExploration", dependencies: ["Scenarios", "Configuration", "Playback"], swiftSettings: strict),
        .target(
            name: "Scenarios",
            dependencies: [
                "Playback", "Configuration", "GiftFeed", "Recordings", .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: strict),
        .target(
            name: "Recordings", dependencies: ["GiftFeed", "Configuration", "Playback"], swiftSettings: strict),
        // Gifts and where they come from
        .target(
            name: "LocalStore",
            dependencies: [
                "HTTPTransfer", "GiftPackages", "StoreDocuments", "Lottie", "Configuration", "Playback",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "GiftStore",
            dependencies: ["StoreDocuments", "GiftFeed", "Configuration", "Playback", "DemoFiles"],
            swiftSettings: strict),
        .target(
            name: "GiftPreviews", dependencies: ["LottieRenderer", "Lottie", "Pictures", "VectorGraphics"],
            swiftSettings: strict),
        .target(
            name: "GiftPackages",
            dependencies: [
                "Archives", "DotLottie", "Lottie", "LottieRenderer", "VectorGraphics", "Pictures", "Typography",
                "StoreDocuments", "Choreography", "Configuration", "Playback",
            ],
            swiftSettings: strict),
        .target(
            name: "StoreDocuments", dependencies: ["Configuration", "Playback", "CLibcrypto"], swiftSettings: strict),
        // Feeds and networks
        .target(
            name: "FeedNetworks",
            dependencies: [
                "FeedSources", "FeedAdapters", "WebSockets", "HTTPTransfer", "GiftFeed", "Playback", "CMosquitto",
            ],
            swiftSettings: strict),
        .target(name: "FeedSources", dependencies: ["GiftFeed"], swiftSettings: strict),
        .target(
            name: "FeedAdapters", dependencies: ["GiftFeed", "Configuration", "Playback"], swiftSettings: strict),
        .target(name: "FeedFaults", dependencies: ["GiftFeed", "Configuration", "Playback"], swiftSettings: strict),
        .target(name: "GiftFeed", dependencies: ["Playback"], swiftSettings: strict),
        .target(name: "WebSockets", dependencies: ["CLibcrypto"], swiftSettings: strict),
        .target(name: "HTTPTransfer", dependencies: ["CCurl"], swiftSettings: strict),
        // What moves
        .target(name: "Banners", dependencies: ["Motion", "Playback"], swiftSettings: strict),
        .target(name: "Choreography", dependencies: ["Motion", "Configuration", "Playback"], swiftSettings: strict),
        .target(name: "Presence", dependencies: ["Motion"], swiftSettings: strict),
        .target(name: "Motion", swiftSettings: strict),
        // Rules
        .target(
            name: "Configuration",
            dependencies: ["Playback", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict),
        .target(name: "Playback", swiftSettings: strict),
        // Drawing
        .target(name: "HalfBlocks", dependencies: ["VectorGraphics", "BidirectionalText"], swiftSettings: strict),
        .target(
            name: "LottieRenderer",
            dependencies: ["Lottie", "Expressions", "VectorGraphics", "Pictures", "Typography"],
            swiftSettings: strict),
        .target(name: "DotLottie", dependencies: ["Archives", "Lottie"], swiftSettings: strict),
        .target(name: "Lottie", dependencies: ["Expressions"], swiftSettings: strict),
        .target(name: "Expressions", swiftSettings: strict),
        .target(name: "Pictures", dependencies: ["VectorGraphics", "CPictures", "CZlib"], swiftSettings: strict),
        .target(
            name: "Typography", dependencies: ["VectorGraphics", "BidirectionalText", "CFontconfig", "CHarfBuzz"],
            swiftSettings: strict),
        .target(name: "BidirectionalText", dependencies: ["CFriBidi"], swiftSettings: strict),
        .target(name: "VectorGraphics", swiftSettings: strict),
        .target(name: "Archives", dependencies: ["CZlib"], swiftSettings: strict),
        // C
        .systemLibrary(
            name: "CNcurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
        .systemLibrary(
            name: "CPictures", pkgConfig: "libpng",
            providers: [
                .apt(["libpng-dev", "libturbojpeg0-dev", "libwebp-dev"]), .brew(["libpng", "jpeg-turbo", "webp"]),
            ]),
        .systemLibrary(
            name: "CWebPMux", pkgConfig: "libwebpmux", providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CLibcrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CFontconfig", pkgConfig: "fontconfig",
            providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
        .systemLibrary(
            name: "CHarfBuzz", pkgConfig: "harfbuzz",
            providers: [.apt(["libharfbuzz-dev", "libfreetype-dev"]), .brew(["harfbuzz", "freetype"])]),
        .systemLibrary(
            name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"]), .brew(["fribidi"])]),
        .target(name: "CTerminalGuard"),
        .target(name: "StorePage", exclude: ["page"]),
        // Built with libcurl's headers, but not linked to it: it is loaded when it is needed.
        .target(
            name: "CCurl", dependencies: ["CQuietPipe"],
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        // libmosquitto is loaded like that too; whoever reads no MQTT needs neither it nor its headers.
        .target(
            name: "CMosquitto", dependencies: ["CQuietPipe"],
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "CQuietPipe"),
        .target(
            name: "DemoFiles", path: "Demo", exclude: [], sources: ["Embedded"], publicHeadersPath: "Embedded/include"),
        // Tests
        .testTarget(
            name: "BannersTests", dependencies: ["Banners", "Motion", "Playback", "SeededRandomness"],
            swiftSettings: strict),
        .testTarget(
            name: "MotionTests", dependencies: ["Motion", "SeededRandomness", "TestClocks"], swiftSettings: strict),
        .testTarget(
            name: "ChoreographyTests", dependencies: ["Choreography", "Motion", "Configuration", "SeededRandomness"],
            swiftSettings: strict),
        .testTarget(
            name: "PresenceTests", dependencies: ["Presence", "Motion", "SeededRandomness", "CAllocationCount"],
            swiftSettings: strict),
        .testTarget(
            name: "PresencePaintingTests", dependencies: ["PresencePainting", "Presence", "HalfBlocks"],
            swiftSettings: strict),
        .executableTarget(
            name: "PresenceBenchmark",
            dependencies: ["Presence", "PresencePainting", "HalfBlocks", "CAllocationCount", "SeededRandomness"],
            path: "Tests/PresenceBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "RoomBenchmark",
            dependencies: [
                "Stage", "GiftFeed", "GiftStore", "Configuration", "Playback", "HalfBlocks", "SeededRandomness",
            ],
            path: "Tests/RoomBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "MotionBenchmark", dependencies: ["Motion", "CAllocationCount"], path: "Tests/MotionBenchmark",
            swiftSettings: strict),
        .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
        .testTarget(name: "HalfBlocksTests", dependencies: ["HalfBlocks", "VectorGraphics"], swiftSettings: strict),
        .testTarget(
            name: "TerminalTests", dependencies: ["Terminal", "HalfBlocks", "TerminalProbe", "PseudoTerminals"],
            swiftSettings: strict),
        .target(name: "PseudoTerminals", path: "Tests/PseudoTerminals", swiftSettings: strict),
        .executableTarget(
            name: "TerminalProbe", dependencies: ["Terminal", "HalfBlocks"], path: "Tests/TerminalProbe",
            swiftSettings: strict),
        .testTarget(
            name: "PlaybackTests", dependencies: ["Playback", "PolicyExploration", "SeededRandomness"],
            swiftSettings: strict),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Playback"], swiftSettings: strict),
        .testTarget(
            name: "ScenariosTests", dependencies: ["Scenarios", "Configuration", "Playback"], swiftSettings: strict),
        .testTarget(
            name: "RecordingsTests",
            dependencies: ["Recordings", "GiftFeed", "Configuration", "Playback", "SeededRandomness"],
            swiftSettings: strict),
        .testTarget(
            name: "PolicyComparisonTests",
            dependencies: ["PolicyComparison", "Scenarios", "Configuration", "Playback"],
            swiftSettings: strict),
        .testTarget(
            name: "PolicyReportsTests",
            dependencies: [
                "PolicyReports", "PolicyComparison", "Scenarios", "Configuration", "Playback", "HalfBlocks",
            ],
            exclude: ["Goldens"], swiftSettings: strict),
        .testTarget(
            name: "PolicyExplorationTests",
            dependencies: ["PolicyExploration", "Scenarios", "Configuration", "Playback"], swiftSettings: strict),
        .testTarget(
            name: "VectorGraphicsTests", dependencies: ["VectorGraphics", "SeededRandomness"], swiftSettings: strict),
        .testTarget(name: "ExpressionsTests", dependencies: ["Expressions"], swiftSettings: strict),
        .testTarget(name: "LottieTests", dependencies: ["Lottie", "SeededRandomness"], swiftSettings: strict),
        .testTarget(
            name: "LottieRendererTests",
            dependencies: [
                "LottieRenderer", "Lottie", "VectorGraphics", "Pictures", "Typography", "SeededRandomness",
            ],
            exclude: ["Goldens"], swiftSettings: strict),
        .testTarget(
            name: "ArchivesTests", dependencies: ["Archives", "ZIPFixtures", "SeededRandomness"], swiftSettings: strict),
        .testTarget(
            name: "DotLottieTests",
            dependencies: ["DotLottie", "Archives", "Lottie", "ZIPFixtures", "SeededRandomness"],
            swiftSettings: strict),
        .executableTarget(
            name: "LibraryExample", dependencies: ["Lottie", "LottieRenderer", "VectorGraphics"],
            path: "Tests/LibraryExample", swiftSettings: strict),
        .target(name: "ZIPFixtures", dependencies: ["CZlib"], path: "Tests/ZIPFixtures", swiftSettings: strict),
        .testTarget(
            name: "HTTPTransferTests", dependencies: ["HTTPTransfer", "FaultProxy", "CZlib"], swiftSettings: strict),
        .target(
            name: "FaultProxy", dependencies: ["SeededRandomness", "WebSockets"], path: "Tests/FaultProxy",
            swiftSettings: strict),
        .target(
            name: "FeedServers", dependencies: ["FaultProxy", "HTTPTransfer"], path: "Tests/FeedServers",
            swiftSettings: strict),
        .target(name: "TestClocks", path: "Tests/TestClocks", swiftSettings: strict),
        .target(name: "SeededRandomness", path: "Tests/SeededRandomness", swiftSettings: strict),
        .testTarget(name: "BidirectionalTextTests", dependencies: ["BidirectionalText"], swiftSettings: strict),
        .testTarget(name: "TypographyTests", dependencies: ["Typography", "VectorGraphics"], swiftSettings: strict),
        .testTarget(
            name: "FuzzTests", dependencies: ["DocumentFuzzing", "FeedFuzzing"], exclude: ["Corpus", "Feeds"],
            swiftSettings: strict),
        .target(
            name: "FeedFuzzing",
            dependencies: [
                "FeedAdapters", "FeedNetworks", "GiftFeed", "WebSockets", "DocumentFuzzing", "SeededRandomness",
            ],
            path: "Tests/FeedFuzzing", swiftSettings: strict),
        .target(
            name: "DocumentFuzzing", dependencies: ["Lottie", "LottieRenderer", "VectorGraphics", "SeededRandomness"],
            path: "Tests/DocumentFuzzing", swiftSettings: strict),
        .testTarget(
            name: "PicturesTests", dependencies: ["Pictures", "VectorGraphics", "SeededRandomness"],
            swiftSettings: strict),
        .testTarget(
            name: "MovingPicturesTests",
            dependencies: [
                "MovingPictures", "HalfBlocks", "Pictures", "Playback", "VectorGraphics", "SeededRandomness",
                "TerminalEmulation", "Typography",
            ],
            swiftSettings: strict),
        .target(
            name: "TerminalEmulation", dependencies: ["HalfBlocks"], path: "Tests/TerminalEmulation",
            swiftSettings: strict),
        .testTarget(
            name: "GiftPreviewsTests",
            dependencies: ["GiftPreviews", "Lottie", "LottieRenderer", "Pictures", "VectorGraphics"],
            swiftSettings: strict),
        .testTarget(name: "FeedReportsTests", dependencies: ["FeedReports", "GiftFeed"], swiftSettings: strict),
        .testTarget(
            name: "FeedSourcesTests", dependencies: ["FeedSources", "FeedServers", "GiftFeed", "SeededRandomness"],
            swiftSettings: strict),
        .testTarget(
            name: "FeedNetworksTests",
            dependencies: [
                "FeedNetworks", "FeedSources", "FeedAdapters", "HTTPTransfer", "GiftFeed", "WebSockets", "FaultProxy",
                "FeedServers", "SeededRandomness",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FeedAdaptersTests",
            dependencies: ["FeedAdapters", "GiftFeed", "Configuration", "SeededRandomness"], swiftSettings: strict),
        .testTarget(name: "WebSocketsTests", dependencies: ["WebSockets", "SeededRandomness"], swiftSettings: strict),
        .testTarget(
            name: "FeedFaultsTests", dependencies: ["FeedFaults", "GiftFeed", "Configuration"], swiftSettings: strict),
        .testTarget(name: "GiftFeedTests", dependencies: ["GiftFeed", "SeededRandomness"], swiftSettings: strict),
        .testTarget(
            name: "GiftStoreTests", dependencies: ["GiftStore", "GiftFeed", "StoreDocuments", "Configuration"],
            swiftSettings: strict),
        .testTarget(
            name: "GiftPackagesTests",
            dependencies: [
                "GiftPackages", "Archives", "Lottie", "LottieRenderer", "VectorGraphics", "Pictures", "Typography",
                "StoreDocuments", "Choreography", "Configuration", "Playback", "ZIPFixtures", "SeededRandomness",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StoreDocumentsTests",
            dependencies: ["StoreDocuments", "Configuration", "Playback", "SeededRandomness"], swiftSettings: strict),
        .testTarget(
            name: "StoreServerTests",
            dependencies: [
                "gift-store", "StoreServer", "StoreDocuments", "GiftPackages", "Archives", "Configuration",
                "SeededRandomness", "TestClocks",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LocalStoreTests",
            dependencies: [
                "LocalStore", "HTTPTransfer", "StoreDocuments", "Lottie", "Playback", "FaultProxy", "ZIPFixtures",
                "SeededRandomness", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StorePageTests",
            dependencies: ["gift-store", "HTTPTransfer", "StoreDocuments", "Configuration", "Archives"],
            swiftSettings: strict),
        .testTarget(
            name: "StageTests",
            dependencies: [
                "Stage", "Terminal", "HalfBlocks", "Lottie", "VectorGraphics", "Playback", "GiftFeed", "GiftStore",
                "Choreography", "Motion", "Recordings", "Configuration", "StoreDocuments", "LottieRenderer",
                "SeededRandomness",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "giftty", "LocalStore", "StoreDocuments", "FaultProxy", "FeedServers", "ZIPFixtures", "LibraryExample",
                "SeededRandomness", "TerminalEmulation", "PseudoTerminals", "HalfBlocks",
            ],
            swiftSettings: strict),
    ]
)

// The fuzzer has its `main` from the compiler's fuzzing library, so it only links when built for it: Demo/fuzz.sh.
if Context.environment["GIFTTY_FUZZER"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .executableTarget(
            name: "Fuzzer", dependencies: ["DocumentFuzzing", "FeedFuzzing", "CLibFuzzer"], path: "Tests/Fuzzer",
            swiftSettings: strict),
    ]
}
