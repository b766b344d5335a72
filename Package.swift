// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]

/// Tests themselves are not optimised: that would take longer than it saves. What they test is, in a release build.
let tests: [SwiftSetting] = strict + [.unsafeFlags(["-Onone"])]

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
        .library(name: "Budgets", targets: ["Budgets"]),
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
                "HalfBlocks", "ReportText", "TerminalText",
                "Lottie",
                "LottieRenderer",
                "MovingPictures", "Pictures", "Playback", "Terminal", "Typography", "VectorGraphics",
                "Archives", "DotLottie", "CTerminalGuard",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        // The back end; nothing else depends on a server's libraries
        .executableTarget(
            name: "gift-store",
            dependencies: [
                "StoreServer", "ReportText", "CAllocatedMemory",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .target(name: "CAllocatedMemory"),
        .target(
            name: "StoreServer",
            dependencies: [
                "GiftPackages", "GiftPreviews", "GiftFeed", "GiftStore", "StorePage", "StoreDocuments",
                "AnimationInspection", "ReportText",
                "Archives", "Budgets", "DotLottie", "Lottie", "Configuration", "Playback", "CZlib",
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
                "NameColors", "Presence", "PresencePainting", "Budgets", "TerminalText",
            ],
            swiftSettings: strict),
        .target(
            name: "Terminal", dependencies: ["HalfBlocks", "TerminalText", "CNcurses", "CTerminalGuard"],
            swiftSettings: strict),
        .target(
            name: "PresencePainting", dependencies: ["Presence", "Motion", "HalfBlocks", "VectorGraphics"],
            swiftSettings: strict),
        // Reports and recordings of the screen
        .target(
            name: "AnimationInspection",
            dependencies: [
                "DotLottie", "ReportText", "Lottie", "LottieRenderer", "Pictures", "Typography", "VectorGraphics",
                "Budgets",
            ],
            swiftSettings: strict),
        .target(name: "ReportText", dependencies: ["HalfBlocks", "TerminalText"], swiftSettings: strict),
        .target(
            name: "PolicyReports",
            dependencies: [
                "PolicyComparison", "Scenarios", "Playback", "Configuration", "HalfBlocks", "TerminalText",
            ],
            swiftSettings: strict),
        .target(name: "FeedReports", dependencies: ["GiftFeed", "HalfBlocks", "TerminalText"], swiftSettings: strict),
        .target(
            name: "MovingPictures",
            dependencies: [
                "HalfBlocks", "Pictures", "Playback", "TerminalText", "Typography", "VectorGraphics", "CWebPMux",
            ],
            swiftSettings: strict),
        // Policies and sessions
        .target(
            name: "PolicyComparison", dependencies: ["Scenarios", "Configuration", "Playback"], swiftSettings: strict),
        .target(
            name: "PolicyExploration", dependencies: ["Scenarios", "Configuration", "Playback"], swiftSettings: strict),
        .target(
            name: "Scenarios",
            dependencies: [
                "Playback", "Configuration", "GiftFeed", "Recordings", "TerminalText",
                .product(name: "Yams", package: "Yams"),
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
            name: "GiftPreviews", dependencies: ["LottieRenderer", "Lottie", "Pictures", "VectorGraphics", "Budgets"],
            swiftSettings: strict),
        .target(
            name: "GiftPackages",
            dependencies: [
                "Archives", "DotLottie", "Lottie", "LottieRenderer", "VectorGraphics", "Pictures", "Typography",
                "NameColors", "StoreDocuments", "Choreography", "Configuration", "Playback", "Budgets", "TerminalText",
            ],
            swiftSettings: strict),
        .target(
            name: "StoreDocuments", dependencies: ["Configuration", "Playback", "TerminalText", "CLibcrypto"],
            swiftSettings: strict),
        // Feeds and networks
        .target(
            name: "FeedNetworks",
            dependencies: [
                "FeedSources", "FeedAdapters", "WebSockets", "HTTPTransfer", "GiftFeed", "Playback", "CMosquitto",
            ],
            swiftSettings: strict),
        .target(name: "FeedSources", dependencies: ["GiftFeed"], swiftSettings: strict),
        .target(
            name: "FeedAdapters", dependencies: ["GiftFeed", "Configuration", "Playback", "TerminalText"],
            swiftSettings: strict),
        .target(name: "FeedFaults", dependencies: ["GiftFeed", "Configuration", "Playback"], swiftSettings: strict),
        .target(name: "GiftFeed", dependencies: ["Configuration", "Playback", "TerminalText"], swiftSettings: strict),
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
            dependencies: ["Playback", "TerminalText", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict),
        .target(name: "Playback", dependencies: ["TerminalText"], swiftSettings: strict),
        // What every text from outside goes through on its way out
        .target(name: "TerminalText", swiftSettings: strict),
        // Drawing
        .target(name: "NameColors", swiftSettings: strict),
        .target(
            name: "HalfBlocks", dependencies: ["VectorGraphics", "BidirectionalText", "TerminalText"],
            swiftSettings: strict),
        .target(
            name: "LottieRenderer",
            dependencies: ["Lottie", "Expressions", "VectorGraphics", "Pictures", "Typography", "Budgets"],
            swiftSettings: strict),
        .target(name: "DotLottie", dependencies: ["Archives", "Lottie"], swiftSettings: strict),
        .target(name: "Lottie", dependencies: ["Expressions", "Budgets"], swiftSettings: strict),
        .target(name: "Expressions", swiftSettings: strict),
        .target(name: "Pictures", dependencies: ["VectorGraphics", "CPictures", "CZlib"], swiftSettings: strict),
        .target(
            name: "Typography", dependencies: ["VectorGraphics", "BidirectionalText", "CFontconfig", "CHarfBuzz"],
            swiftSettings: strict),
        .target(name: "BidirectionalText", dependencies: ["CFriBidi"], swiftSettings: strict),
        .target(name: "VectorGraphics", swiftSettings: strict),
        .target(name: "Budgets", swiftSettings: strict),
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
        .target(
            name: "TestSupport", dependencies: ["CSpawn"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(name: "CSpawn", path: "Tests/CSpawn"),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "BannersTests", dependencies: ["Banners", "Motion", "Playback", "SeededRandomness"],
            swiftSettings: tests),
        .testTarget(
            name: "MotionTests", dependencies: ["Motion", "SeededRandomness", "TestClocks"], swiftSettings: tests),
        .testTarget(
            name: "ChoreographyTests", dependencies: ["Choreography", "Motion", "Configuration", "SeededRandomness"],
            swiftSettings: tests),
        .testTarget(
            name: "PresenceTests", dependencies: ["Presence", "Motion", "SeededRandomness", "CAllocationCount"],
            swiftSettings: tests),
        .testTarget(
            name: "PresencePaintingTests", dependencies: ["PresencePainting", "Presence", "HalfBlocks"],
            swiftSettings: tests),
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
        .testTarget(name: "NameColorsTests", dependencies: ["NameColors"], swiftSettings: tests),
        .testTarget(
            name: "TerminalTextTests", dependencies: ["TerminalText", "SeededRandomness"], swiftSettings: tests),
        .testTarget(name: "HalfBlocksTests", dependencies: ["HalfBlocks", "VectorGraphics"], swiftSettings: tests),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Terminal", "CTerminalGuard", "HalfBlocks", "TerminalProbe", "TestSupport"],
            swiftSettings: tests),
        .executableTarget(
            name: "TerminalProbe", dependencies: ["Terminal", "HalfBlocks"], path: "Tests/TerminalProbe",
            swiftSettings: strict),
        .testTarget(
            name: "PlaybackTests", dependencies: ["Playback", "PolicyExploration", "SeededRandomness"],
            swiftSettings: tests),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "Playback"], swiftSettings: tests),
        .testTarget(
            name: "ScenariosTests", dependencies: ["Scenarios", "Configuration", "Playback"], swiftSettings: tests),
        .testTarget(
            name: "RecordingsTests",
            dependencies: ["Recordings", "GiftFeed", "Configuration", "Playback", "SeededRandomness"],
            swiftSettings: tests),
        .testTarget(
            name: "PolicyComparisonTests",
            dependencies: ["PolicyComparison", "Scenarios", "Configuration", "Playback"],
            swiftSettings: tests),
        .testTarget(
            name: "PolicyReportsTests",
            dependencies: [
                "PolicyReports", "PolicyComparison", "Scenarios", "Configuration", "Playback", "HalfBlocks",
                "TestSupport",
            ],
            exclude: ["Goldens"], swiftSettings: tests),
        .testTarget(
            name: "PolicyExplorationTests",
            dependencies: ["PolicyExploration", "Scenarios", "Configuration", "Playback"], swiftSettings: tests),
        .testTarget(
            name: "VectorGraphicsTests", dependencies: ["VectorGraphics", "SeededRandomness"], swiftSettings: tests),
        .testTarget(name: "BudgetsTests", dependencies: ["Budgets", "TestClocks"], swiftSettings: tests),
        .testTarget(name: "ExpressionsTests", dependencies: ["Expressions"], swiftSettings: tests),
        .testTarget(
            name: "LottieTests", dependencies: ["Lottie", "Budgets", "SeededRandomness"], swiftSettings: tests),
        .testTarget(
            name: "LottieRendererTests",
            dependencies: [
                "LottieRenderer", "Lottie", "VectorGraphics", "Pictures", "Typography", "Budgets", "SeededRandomness",
                "TestSupport", "DocumentFuzzing",
            ],
            exclude: ["Goldens"], swiftSettings: tests),
        .testTarget(
            name: "ArchivesTests", dependencies: ["Archives", "ZIPFixtures", "SeededRandomness", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "DotLottieTests",
            dependencies: ["DotLottie", "Archives", "Lottie", "ZIPFixtures", "SeededRandomness"],
            swiftSettings: tests),
        .executableTarget(
            name: "LibraryExample", dependencies: ["Lottie", "LottieRenderer", "VectorGraphics"],
            path: "Tests/LibraryExample", swiftSettings: strict),
        .target(name: "ZIPFixtures", dependencies: ["CZlib"], path: "Tests/ZIPFixtures", swiftSettings: strict),
        .testTarget(
            name: "HTTPTransferTests", dependencies: ["HTTPTransfer", "FaultProxy", "CZlib", "TestSupport"],
            swiftSettings: tests),
        .target(
            name: "FaultProxy", dependencies: ["SeededRandomness", "WebSockets"], path: "Tests/FaultProxy",
            swiftSettings: strict),
        .target(
            name: "FeedServers", dependencies: ["FaultProxy", "HTTPTransfer", "TestSupport"], path: "Tests/FeedServers",
            swiftSettings: strict),
        .target(name: "TestClocks", path: "Tests/TestClocks", swiftSettings: strict),
        .target(name: "SeededRandomness", path: "Tests/SeededRandomness", swiftSettings: strict),
        .testTarget(name: "BidirectionalTextTests", dependencies: ["BidirectionalText"], swiftSettings: tests),
        .testTarget(name: "TypographyTests", dependencies: ["Typography", "VectorGraphics"], swiftSettings: tests),
        .testTarget(
            name: "FuzzTests", dependencies: ["DocumentFuzzing", "FeedFuzzing", "StageFuzzing", "TestSupport"],
            exclude: ["Corpus", "Feeds", "Scripts"],
            swiftSettings: tests),
        .target(
            name: "FeedFuzzing",
            dependencies: [
                "FeedAdapters", "FeedNetworks", "GiftFeed", "WebSockets", "DocumentFuzzing", "SeededRandomness",
            ],
            path: "Tests/FeedFuzzing", swiftSettings: strict),
        .target(
            name: "StageFuzzing",
            dependencies: [
                "Stage", "Terminal", "HalfBlocks", "Recordings", "GiftStore", "GiftFeed", "Configuration", "Playback",
                "DocumentFuzzing", "SeededRandomness",
            ],
            path: "Tests/StageFuzzing", swiftSettings: strict),
        .target(
            name: "DocumentFuzzing", dependencies: ["Lottie", "LottieRenderer", "VectorGraphics", "SeededRandomness"],
            path: "Tests/DocumentFuzzing", swiftSettings: strict),
        .testTarget(name: "StoreFuzzTests", dependencies: ["StoreFuzzing"], swiftSettings: tests),
        .target(
            name: "StoreFuzzing",
            dependencies: [
                "StoreServer", "StoreDocuments", "LocalStore", "HTTPTransfer", "GiftPackages", "GiftPreviews",
                "Archives",
                "DocumentFuzzing", "SeededRandomness", "TestSupport",
            ],
            path: "Tests/StoreFuzzing", swiftSettings: strict),
        .testTarget(
            name: "PicturesTests", dependencies: ["Pictures", "VectorGraphics", "SeededRandomness", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "MovingPicturesTests",
            dependencies: [
                "MovingPictures", "HalfBlocks", "Pictures", "Playback", "VectorGraphics", "SeededRandomness",
                "TerminalEmulation", "Typography", "TestSupport",
            ],
            swiftSettings: tests),
        .target(
            name: "TerminalEmulation", dependencies: ["HalfBlocks"], path: "Tests/TerminalEmulation",
            swiftSettings: strict),
        .testTarget(
            name: "GiftPreviewsTests",
            dependencies: ["GiftPreviews", "Lottie", "LottieRenderer", "Pictures", "VectorGraphics", "Budgets"],
            swiftSettings: tests),
        .testTarget(name: "FeedReportsTests", dependencies: ["FeedReports", "GiftFeed"], swiftSettings: tests),
        .testTarget(
            name: "FeedSourcesTests",
            dependencies: ["FeedSources", "FeedServers", "GiftFeed", "SeededRandomness", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "FeedNetworksTests",
            dependencies: [
                "FeedNetworks", "FeedSources", "FeedAdapters", "HTTPTransfer", "GiftFeed", "WebSockets", "FaultProxy",
                "FeedServers", "SeededRandomness", "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "FeedAdaptersTests",
            dependencies: ["FeedAdapters", "GiftFeed", "Configuration", "SeededRandomness"], swiftSettings: tests),
        .testTarget(name: "WebSocketsTests", dependencies: ["WebSockets", "SeededRandomness"], swiftSettings: tests),
        .testTarget(
            name: "FeedFaultsTests", dependencies: ["FeedFaults", "GiftFeed", "Configuration"], swiftSettings: tests),
        .testTarget(
            name: "GiftFeedTests", dependencies: ["GiftFeed", "SeededRandomness", "TestSupport"], swiftSettings: tests),
        .testTarget(
            name: "GiftStoreTests", dependencies: ["GiftStore", "GiftFeed", "StoreDocuments", "Configuration"],
            swiftSettings: tests),
        .testTarget(
            name: "GiftPackagesTests",
            dependencies: [
                "GiftPackages", "Archives", "Lottie", "LottieRenderer", "VectorGraphics", "Pictures", "Typography",
                "StoreDocuments", "Choreography", "Configuration", "Playback", "ZIPFixtures", "SeededRandomness",
                "Budgets", "TestClocks",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "StoreDocumentsTests",
            dependencies: ["StoreDocuments", "Configuration", "Playback", "SeededRandomness"], swiftSettings: tests),
        .testTarget(
            name: "StoreServerTests",
            dependencies: [
                "gift-store", "StoreServer", "StoreDocuments", "GiftPackages", "Archives", "Budgets", "Configuration",
                "SeededRandomness", "TestClocks", "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "LocalStoreTests",
            dependencies: [
                "LocalStore", "HTTPTransfer", "StoreDocuments", "Lottie", "Playback", "FaultProxy", "ZIPFixtures",
                "SeededRandomness", .product(name: "GRDB", package: "GRDB.swift"), "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "StorePageTests",
            dependencies: ["gift-store", "HTTPTransfer", "StoreDocuments", "Configuration", "Archives", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "StageTests",
            dependencies: [
                "Stage", "Terminal", "HalfBlocks", "Lottie", "VectorGraphics", "Playback", "GiftFeed", "GiftStore",
                "Choreography", "Motion", "Recordings", "Configuration", "StoreDocuments", "LottieRenderer",
                "SeededRandomness", "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "giftty", "gift-store", "Configuration", "LocalStore", "StoreDocuments", "FaultProxy", "FeedServers",
                "ZIPFixtures", "LibraryExample", "SeededRandomness", "TerminalEmulation", "TestSupport", "HalfBlocks",
            ],
            exclude: ["Goldens"], swiftSettings: tests),
    ]
)

// The fuzzer has its `main` from the compiler's fuzzing library, so it only links when built for it: Demo/fuzz.sh.
if Context.environment["GIFTTY_FUZZER"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .executableTarget(
            name: "Fuzzer", dependencies: ["DocumentFuzzing", "FeedFuzzing", "StageFuzzing", "CLibFuzzer"],
            path: "Tests/Fuzzer",
            swiftSettings: strict),
        .executableTarget(
            name: "StoreFuzzer", dependencies: ["StoreFuzzing"], path: "Tests/StoreFuzzer", swiftSettings: strict),
    ]
}

// A few test targets and what they need, for a quick build while one works on them: GIFTTY_TESTS=PlaybackTests,MotionTests.
if let chosen = Context.environment["GIFTTY_TESTS"] {
    var needed = chosen.split(separator: ",").map(String.init)
    var kept: Set<String> = []
    while let name = needed.popLast() {
        guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let dependency, _) in target.dependencies { needed.append(dependency) }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in !kept.contains(product.name) }
    // It brings a target with the name of one of ours, which only the server's own dependency on it tells apart.
    if !kept.contains("StoreServer") {
        package.dependencies.removeAll { dependency in
            if case .sourceControl(_, let location, _) = dependency.kind {
                location.hasSuffix("/hummingbird")
            } else {
                false
            }
        }
    }
}
