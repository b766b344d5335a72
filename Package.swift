// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault")]

/// One folder a group, one target a concern. A module imports only what stands above it in this list.
let package = Package(
    name: "giftty",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "giftty", targets: ["giftty"]),
        .executable(name: "gift-store", targets: ["gift-store"]),
        // A library brings the modules, besides other libraries, whose types its public declarations name.
        .library(name: "ExactNumbers", targets: ["ExactNumbers"]),
        .library(name: "Budgets", targets: ["Budgets"]),
        .library(name: "VectorGraphics", targets: ["VectorGraphics"]),
        .library(name: "Typography", targets: ["Typography"]),
        .library(name: "Motion", targets: ["Motion"]),
        .library(name: "Playback", targets: ["Playback"]),
        .library(name: "TerminalCells", targets: ["TerminalCells"]),
        .library(name: "LottieDocument", targets: ["LottieDocument", "LottieExpressions"]),
        .library(name: "DotLottie", targets: ["DotLottie", "ZIPArchive"]),
        .library(name: "AnimationLoading", targets: ["AnimationLoading"]),
        .library(name: "AnimationPlayback", targets: ["AnimationPlayback"]),
        .library(name: "StateMachines", targets: ["StateMachines"]),
        .library(name: "LottieRenderer", targets: ["LottieRenderer"]),
        .library(
            name: "Scenarios", targets: ["Scenarios", "PlayerSettings", "PolicyProperties", "Recordings", "RoomEvents"]),
        .library(name: "PolicyExploration", targets: ["PolicyExploration", "PolicyProperties"]),
        .library(name: "Presence", targets: ["Presence"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // CLibraries: libraries in C, and their loaders
        .cLibrary("CNcurses", apt: ["libncurses-dev"], brew: ["ncurses"]),
        .cLibrary(
            "CPictures", pkgConfig: "libpng", apt: ["libpng-dev", "libturbojpeg0-dev", "libwebp-dev"],
            brew: ["libpng", "jpeg-turbo", "webp"]),
        .cLibrary("CWebPMux", pkgConfig: "libwebpmux", apt: ["libwebp-dev"], brew: ["webp"]),
        .cLibrary("CYAML", pkgConfig: "yaml-0.1", apt: ["libyaml-dev"], brew: ["libyaml"]),
        .cLibrary("CSQLite", pkgConfig: "sqlite3", apt: ["libsqlite3-dev"], brew: ["sqlite"]),
        .cLibrary("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"], brew: ["zlib"]),
        .cLibrary("CLibcrypto", pkgConfig: "libcrypto", apt: ["libssl-dev"], brew: ["openssl@3"]),
        .cLibrary("CFontconfig", pkgConfig: "fontconfig", apt: ["libfontconfig-dev"], brew: ["fontconfig"]),
        .cLibrary(
            "CHarfBuzz", pkgConfig: "harfbuzz", apt: ["libharfbuzz-dev", "libfreetype-dev"],
            brew: ["harfbuzz", "freetype"]),
        .cLibrary("CFriBidi", pkgConfig: "fribidi", apt: ["libfribidi-dev"], brew: ["fribidi"]),
        // Without the library of mathematics, a program that uses nothing of Concurrency does not link.
        .cModule("CPlatform", linkerSettings: [.linkedLibrary("m")]),
        .cModule("CTerminalGuard"),
        .cModule("CQuietPipe"),
        .cModule("CLibraryLoader", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        // Built with the library's headers only: it is loaded when it is needed.
        .cModule("CCurl", ["CQuietPipe", "CLibraryLoader"]),
        // Built with the library's headers only: it is loaded when it is needed.
        .cModule("CMosquitto", ["CQuietPipe", "CLibraryLoader"]),
        // Built without the library: it is loaded when it is needed.
        .cModule("CZstd", ["CLibraryLoader"]),
        .cModule("CAllocatedMemory"),
        // Base: what every module may use
        .module("Base/SystemIO", ["CPlatform"]),
        .module("Base/ExactNumbers"),
        .module("Base/TerminalText"),
        .module("Base/TextEncodings", ["CLibcrypto"]),
        .module("Base/Budgets", ["ExactNumbers"]),
        .module("Base/JSON", ["ExactNumbers", "TerminalText"]),
        .module("Base/SQLite", ["CSQLite"]),
        // Networking: network protocols
        .module("Networking/HTTPClient", ["CCurl", "SystemIO", "ExactNumbers"]),
        .module("Networking/LocalHTTP", ["TextEncodings"]),
        .module("Networking/WebSocket", ["CLibcrypto", "TextEncodings", "LocalHTTP"]),
        .module("Networking/MQTTClient", ["CMosquitto", "SystemIO", "TextEncodings"]),
        // Graphics: shapes, pictures, letters and movement
        .module("Graphics/VectorGraphics", ["CPlatform"]),
        .module("Graphics/ImageCoding", ["CPictures", "CZlib", "VectorGraphics"]),
        .module("Graphics/BidirectionalText", ["CFriBidi"]),
        .module("Graphics/Typography", ["CFontconfig", "CHarfBuzz", "VectorGraphics", "BidirectionalText"]),
        .module("Graphics/Motion", ["CPlatform", "ExactNumbers"]),
        .module("Graphics/NameColors"),
        // Playback: the rules of playback and their settings
        .module("Playback/Playback", ["ExactNumbers", "JSON"]),
        .module("Playback/PlayerSettings", ["CYAML", "SystemIO", "ExactNumbers", "TerminalText", "Playback"]),
        // Terminal: cells, the terminal, and files made of cells
        .module("Terminal/TerminalCells", ["CPlatform", "VectorGraphics", "BidirectionalText"]),
        .module(
            "Terminal/Terminal",
            ["CNcurses", "CPlatform", "CTerminalGuard", "SystemIO", "TerminalText", "TerminalCells"]),
        .module("Terminal/CommandLineSupport", ["CQuietPipe", "SystemIO", "TerminalText", "TerminalCells"]),
        .module("Terminal/ShellCompletions", [.argumentParser]),
        .module(
            "Terminal/AnimationExport",
            [
                "CWebPMux", "CPlatform", "ExactNumbers", "TerminalText", "JSON", "VectorGraphics", "ImageCoding",
                "Typography", "TerminalCells",
            ]),
        // Lottie: reading and drawing Lottie animations
        .module("Lottie/ZIPArchive", ["CZlib", "SystemIO"]),
        .module("Lottie/LottieExpressions", ["CPlatform"]),
        .module("Lottie/LottieDocument", ["CPlatform", "Budgets", "JSON", "LottieExpressions"]),
        .module("Lottie/DotLottie", ["Budgets", "JSON", "ZIPArchive", "LottieDocument"]),
        .module(
            "Lottie/AnimationLoading", ["SystemIO", "TerminalText", "HTTPClient", "LottieDocument", "DotLottie"]),
        .module("Lottie/AnimationPlayback", ["ExactNumbers", "LottieDocument"]),
        .module(
            "Lottie/StateMachines", ["ExactNumbers", "JSON", "LottieDocument", "DotLottie", "AnimationPlayback"]),
        .module(
            "Lottie/LottieRenderer",
            [
                "CPlatform", "Budgets", "VectorGraphics", "ImageCoding", "Typography", "LottieExpressions",
                "LottieDocument", "AnimationPlayback",
            ]),
        .module(
            "Lottie/LottieInspection",
            [
                "ExactNumbers", "TerminalText", "Budgets", "JSON", "VectorGraphics", "ImageCoding", "Typography",
                "CommandLineSupport", "LottieDocument", "DotLottie", "AnimationPlayback", "StateMachines",
                "LottieRenderer",
            ]),
        .module(
            "Lottie/AnimationLint",
            [
                "TerminalText", "Budgets", "JSON", "VectorGraphics", "LottieDocument", "DotLottie",
                "AnimationPlayback", "StateMachines", "LottieRenderer", "LottieInspection",
            ]),
        // Feeds: events of a live room: simulated, recorded, and from platforms
        .module("Feeds/RoomEvents", ["ExactNumbers", "TerminalText", "JSON", "Playback", "PlayerSettings"]),
        .module("Feeds/RoomSimulator", ["ExactNumbers", "RoomEvents"]),
        .module(
            "Feeds/PlatformAdapters",
            ["ExactNumbers", "TerminalText", "TextEncodings", "JSON", "PlayerSettings", "RoomEvents"]),
        .module("Feeds/FeedSources", ["SystemIO", "RoomEvents"]),
        .module(
            "Feeds/FeedNetworks",
            [
                "SystemIO", "ExactNumbers", "JSON", "HTTPClient", "WebSocket", "MQTTClient", "RoomEvents",
                "PlatformAdapters", "FeedSources",
            ]),
        .module(
            "Feeds/FeedTools",
            ["ExactNumbers", "TerminalText", "JSON", "PlayerSettings", "TerminalCells", "RoomEvents", "RoomSimulator"]),
        .module("Feeds/LogImport", ["CZlib", "CZstd", "ExactNumbers", "JSON", "PlayerSettings", "RoomEvents"]),
        .module("Feeds/Recordings", ["ExactNumbers", "JSON", "Playback", "PlayerSettings", "RoomEvents"]),
        // PolicyLab: proofs and comparisons of policies
        .module("PolicyLab/PolicyProperties", ["ExactNumbers", "Playback", "PlayerSettings"]),
        .module("PolicyLab/PolicyOdds", ["ExactNumbers", "Playback", "RoomEvents"]),
        .module(
            "PolicyLab/Scenarios",
            [
                "ExactNumbers", "TerminalText", "Playback", "PlayerSettings", "RoomEvents", "Recordings",
                "PolicyProperties",
            ]),
        .module("PolicyLab/SessionResults", ["SystemIO", "ExactNumbers", "JSON", "Playback", "Scenarios"]),
        .module(
            "PolicyLab/PolicyComparison",
            ["ExactNumbers", "Playback", "PlayerSettings", "Recordings", "Scenarios", "SessionResults"]),
        .module(
            "PolicyLab/PolicyExploration",
            ["ExactNumbers", "Playback", "PlayerSettings", "PolicyProperties", "Scenarios"]),
        .module(
            "PolicyLab/PolicyConformance",
            ["ExactNumbers", "JSON", "Playback", "PlayerSettings", "RoomEvents", "Scenarios"]),
        .module(
            "PolicyLab/PolicyEvaluation",
            [
                "CPlatform", "ExactNumbers", "JSON", "Playback", "PlayerSettings", "RoomEvents", "Recordings",
                "Scenarios", "SessionResults",
            ]),
        .module(
            "PolicyLab/PolicyTuning",
            [
                "ExactNumbers", "Playback", "PlayerSettings", "RoomEvents", "PolicyProperties", "Scenarios",
                "PolicyComparison", "PolicyExploration", "PolicyEvaluation",
            ]),
        .module(
            "PolicyLab/PolicyReports",
            [
                "ExactNumbers", "TerminalText", "Playback", "PlayerSettings", "TerminalCells", "Recordings",
                "Scenarios",
                "PolicyComparison", "PolicyExploration", "PolicyEvaluation", "PolicyTuning",
            ]),
        .module("PolicyLab/ReportPage", exclude: ["page"]),
        .module(
            "PolicyLab/HTMLReports",
            [
                "CLibcrypto", "ExactNumbers", "TerminalText", "TextEncodings", "JSON", "Playback", "PlayerSettings",
                "PolicyProperties", "Recordings", "Scenarios", "PolicyComparison", "PolicyExploration",
                "PolicyConformance", "PolicyEvaluation", "PolicyTuning", "PolicyReports", "ReportPage",
            ]),
        // Gifts: what a gift is made of
        .target(name: "DemoFiles", path: "Demo", sources: ["Embedded"], publicHeadersPath: "Embedded/include"),
        .module(
            "Gifts/StoreProtocol",
            ["CLibcrypto", "ExactNumbers", "TerminalText", "TextEncodings", "JSON", "Playback", "PlayerSettings"]),
        .module("Gifts/GiftChoreography", ["ExactNumbers", "Motion", "PlayerSettings"]),
        .module(
            "Gifts/BuiltInGifts",
            ["ExactNumbers", "Playback", "PlayerSettings", "RoomEvents", "RoomSimulator", "DemoFiles", "StoreProtocol"]),
        .module(
            "Gifts/GiftPackages",
            [
                "TerminalText", "TextEncodings", "Budgets", "JSON", "VectorGraphics", "ImageCoding", "Typography",
                "NameColors", "ExactNumbers", "Playback", "PlayerSettings", "ZIPArchive", "LottieDocument", "DotLottie",
                "AnimationPlayback", "StateMachines", "LottieRenderer", "StoreProtocol",
                "GiftChoreography",
            ]),
        // Store: the server of gifts, and the player's copies
        .module(
            "Store/GiftLibrary",
            [
                "CPlatform", "SystemIO", "ExactNumbers", "JSON", "SQLite", "HTTPClient", "MQTTClient", "PlayerSettings",
                "LottieDocument", "StoreProtocol", "GiftPackages",
            ]),
        .module(
            "Store/GiftPreviews", ["Budgets", "VectorGraphics", "ImageCoding", "LottieDocument", "LottieRenderer"]),
        .module("Store/StorePage", exclude: ["page"]),
        .module(
            "Store/StoreServer",
            [
                "CZlib", "SystemIO", "ExactNumbers", "Budgets", "JSON", "LocalHTTP", "MQTTClient", "Playback",
                "PlayerSettings", "CommandLineSupport", "ZIPArchive", "LottieDocument", "DotLottie",
                "AnimationPlayback",
                "LottieInspection", "AnimationLint", "StoreProtocol", "BuiltInGifts", "GiftPackages", "GiftPreviews",
                "StorePage", .hummingbird,
            ]),
        // Room: the live room on the screen
        .module("Room/Banners", ["ExactNumbers", "Motion"]),
        .module("Room/Presence", ["Motion"]),
        .module(
            "Room/RoomSession",
            [
                "ExactNumbers", "TerminalText", "Motion", "Playback", "PlayerSettings", "LottieDocument",
                "AnimationPlayback", "LottieRenderer", "RoomEvents", "RoomSimulator", "Recordings",
                "PolicyProperties", "PolicyOdds", "Scenarios", "StoreProtocol", "GiftChoreography", "BuiltInGifts",
                "GiftPackages", "StateMachines", "Banners", "Presence",
            ]),
        .module(
            "Room/RoomControl",
            [
                "SystemIO", "LocalHTTP", "WebSocket", "ExactNumbers", "TerminalText", "JSON", "Playback",
                "PlayerSettings", "Recordings",
                "RoomEvents", "PolicyOdds", "StoreProtocol", "RoomSession",
            ]),
        .module("Room/StagePage", exclude: ["page"]),
        .module(
            "Room/StageBroadcast",
            ["SystemIO", "LocalHTTP", "ExactNumbers", "JSON", "TerminalCells", "StagePage"]),
        .module(
            "Room/RoomUI",
            [
                "CPlatform", "SystemIO", "ExactNumbers", "TerminalText", "Budgets", "JSON", "VectorGraphics", "Motion",
                "NameColors", "Playback", "PlayerSettings", "TerminalCells", "Terminal", "LottieDocument",
                "AnimationPlayback", "StateMachines",
                "LottieRenderer", "RoomEvents", "RoomSimulator", "Recordings", "PolicyProperties", "PolicyOdds",
                "Scenarios",
                "StoreProtocol", "GiftChoreography", "BuiltInGifts", "Banners", "Presence", "RoomSession",
                "RoomControl",
            ]),
        // Commands: the programs
        .program(
            "Commands/giftty",
            [
                "CPlatform", "CTerminalGuard", "SystemIO", "ExactNumbers", "TerminalText", "Budgets", "JSON",
                "HTTPClient",
                "WebSocket", "MQTTClient", "VectorGraphics",
                "ImageCoding", "Typography", "Playback", "PlayerSettings", "TerminalCells", "Terminal",
                "CommandLineSupport", "AnimationExport", "ZIPArchive", "LottieDocument", "DotLottie", "LottieRenderer",
                "AnimationLoading", "AnimationPlayback", "StateMachines", "LottieInspection", "AnimationLint",
                "RoomEvents", "RoomSimulator", "PlatformAdapters", "FeedSources", "FeedNetworks", "FeedTools",
                "LogImport", "Recordings", "PolicyProperties", "Scenarios", "SessionResults", "PolicyComparison",
                "PolicyExploration", "PolicyConformance", "PolicyEvaluation", "PolicyTuning", "PolicyReports",
                "HTMLReports", "StoreProtocol", "GiftChoreography", "BuiltInGifts",
                "GiftPackages", "GiftLibrary", "RoomSession", "RoomControl", "StageBroadcast",
                "RoomUI", "ShellCompletions", .argumentParser,
            ]),
        .program(
            "Commands/gift-store",
            [
                "CAllocatedMemory", "SystemIO", "TerminalText", "MQTTClient", "CommandLineSupport", "StoreProtocol",
                "StoreServer", "ShellCompletions", .argumentParser,
            ]),
        // Support of tests
        .support("Support/CSpawn"),
        .support("Support/CAllocationCount"),
        .support("Support/SeededRandomness"),
        .support("Support/TestClocks"),
        .support("Support/TestSupport", ["SystemIO", "CSpawn"]),
        .tests("Support/TestSupportTests", ["TestSupport"]),
        .support("Support/ZIPFixtures", ["CZlib"]),
        .support("Support/FaultProxy", ["WebSocket", "SeededRandomness"]),
        .support("Support/FeedServers", ["HTTPClient", "TestSupport", "FaultProxy"]),
        .support("Support/BrowserSupport", ["HTTPClient", "TestSupport"]),
        .support("Support/TerminalEmulation", ["TerminalCells"]),
        .testProgram("Support/TerminalProbe", ["TerminalCells", "Terminal"]),
        .testProgram(
            "Support/FollowerCrowd", ["SystemIO", "ExactNumbers", "MQTTClient", "StoreProtocol", "GiftLibrary"]),
        .testProgram("Support/LibraryExample", ["VectorGraphics", "LottieDocument", "LottieRenderer"]),
        .testProgram(
            "Support/NcursesExample",
            ["CNcurses", "VectorGraphics", "TerminalCells", "LottieDocument", "AnimationPlayback", "LottieRenderer"]),
        // Tests of Base
        .tests("Base/SystemIOTests", ["SystemIO", "TestSupport"]),
        .tests("Base/ExactNumbersTests", ["ExactNumbers", "SeededRandomness"]),
        .tests("Base/TerminalTextTests", ["TerminalText", "JSON", "SeededRandomness"]),
        .tests("Base/TextEncodingsTests", ["TextEncodings"]),
        .tests("Base/BudgetsTests", ["Budgets", "TestClocks"]),
        .tests("Base/JSONTests", ["ExactNumbers", "JSON"]),
        .tests("Base/SQLiteTests", ["SQLite", "TestSupport"]),
        // Tests of Networking
        .tests("Networking/HTTPClientTests", ["CZlib", "HTTPClient", "TestSupport", "FaultProxy"]),
        .tests("Networking/LocalHTTPTests", ["LocalHTTP"]),
        .tests("Networking/WebSocketTests", ["LocalHTTP", "WebSocket", "SeededRandomness"]),
        // Tests of Graphics
        .tests("Graphics/VectorGraphicsTests", ["VectorGraphics", "SeededRandomness"]),
        .tests("Graphics/ImageCodingTests", ["VectorGraphics", "ImageCoding", "SeededRandomness", "TestSupport"]),
        .tests("Graphics/BidirectionalTextTests", ["BidirectionalText"]),
        .tests("Graphics/TypographyTests", ["VectorGraphics", "Typography"]),
        .tests("Graphics/MotionTests", ["Motion", "SeededRandomness"]),
        .tests("Graphics/NameColorsTests", ["NameColors"]),
        // Tests of Playback
        .tests("Playback/PlaybackTests", ["ExactNumbers", "Playback", "PolicyExploration", "SeededRandomness"]),
        .tests("Playback/PlayerSettingsTests", ["ExactNumbers", "Playback", "PlayerSettings", "SeededRandomness"]),
        // Tests of Terminal
        .tests("Terminal/TerminalCellsTests", ["VectorGraphics", "TerminalCells"]),
        .tests("Terminal/CommandLineSupportTests", ["SystemIO", "CommandLineSupport", "TestSupport"]),
        .tests(
            "Terminal/TerminalTests", ["CTerminalGuard", "TerminalCells", "Terminal", "TestSupport", "TerminalProbe"]),
        .tests(
            "Terminal/AnimationExportTests",
            [
                "ExactNumbers", "VectorGraphics", "ImageCoding", "Typography", "TerminalCells", "AnimationExport",
                "SeededRandomness", "TestSupport", "TerminalEmulation",
            ]),
        // Tests of Lottie
        .tests("Lottie/ZIPArchiveTests", ["ZIPArchive", "SeededRandomness", "TestSupport", "ZIPFixtures"]),
        .tests("Lottie/LottieExpressionsTests", ["LottieExpressions"]),
        .tests("Lottie/LottieDocumentTests", ["Budgets", "LottieDocument", "SeededRandomness"]),
        .tests(
            "Lottie/DotLottieTests", ["ZIPArchive", "LottieDocument", "DotLottie", "SeededRandomness", "ZIPFixtures"]),
        .tests(
            "Lottie/AnimationLoadingTests",
            ["HTTPClient", "LottieDocument", "DotLottie", "AnimationLoading", "TestSupport", "FaultProxy"]),
        .tests(
            "Lottie/AnimationPlaybackTests",
            ["ExactNumbers", "LottieDocument", "AnimationPlayback", "SeededRandomness"]),
        .tests(
            "Lottie/StateMachinesTests",
            [
                "ExactNumbers", "LottieDocument", "DotLottie", "AnimationPlayback", "StateMachines",
                "SeededRandomness", "ZIPFixtures",
            ]),
        .tests(
            "Lottie/LottieRendererTests",
            [
                "Budgets", "VectorGraphics", "ImageCoding", "Typography", "LottieDocument", "LottieRenderer",
                "SeededRandomness", "TestSupport", "DocumentFuzzing",
            ], exclude: ["Goldens"]),
        .tests(
            "Lottie/AnimationLintTests",
            [
                "Budgets", "JSON", "VectorGraphics", "ImageCoding", "Typography", "LottieDocument", "DotLottie",
                "LottieRenderer", "LottieInspection", "AnimationLint", "SeededRandomness", "TestClocks", "TestSupport",
                "ZIPFixtures",
            ], exclude: ["Goldens"]),
        // Tests of Feeds
        .tests("Feeds/RoomEventsTests", ["RoomEvents", "RoomSimulator", "SeededRandomness", "TestSupport"]),
        .tests("Feeds/RoomSimulatorTests", ["RoomEvents", "RoomSimulator"]),
        .tests(
            "Feeds/PlatformAdaptersTests",
            ["PlayerSettings", "RoomEvents", "PlatformAdapters", "SeededRandomness", "TestSupport"]),
        .tests("Feeds/FeedSourcesTests", ["SystemIO", "RoomEvents", "FeedSources", "TestSupport", "FeedServers"]),
        .tests(
            "Feeds/FeedNetworksTests",
            [
                "HTTPClient", "MQTTClient", "RoomEvents", "PlatformAdapters", "FeedSources", "FeedNetworks",
                "SeededRandomness", "TestSupport", "FaultProxy", "FeedServers",
            ]),
        .tests("Feeds/FeedToolsTests", ["PlayerSettings", "RoomEvents", "FeedTools"]),
        .tests("Feeds/LogImportTests", ["CZlib", "PlayerSettings", "RoomEvents", "LogImport", "TestSupport"]),
        .tests(
            "Feeds/RecordingsTests",
            ["ExactNumbers", "Playback", "PlayerSettings", "RoomEvents", "Recordings", "SeededRandomness"]),
        // Tests of PolicyLab
        .tests(
            "PolicyLab/PolicyPropertiesTests",
            ["ExactNumbers", "Playback", "PlayerSettings", "PolicyProperties", "SeededRandomness"]),
        .tests("PolicyLab/PolicyOddsTests", ["ExactNumbers", "Playback", "PolicyOdds", "SeededRandomness"]),
        .tests(
            "PolicyLab/ScenariosTests",
            ["ExactNumbers", "Playback", "PlayerSettings", "PolicyProperties", "Scenarios", "TestSupport"]),
        .tests(
            "PolicyLab/SessionResultsTests",
            ["SystemIO", "ExactNumbers", "Playback", "Scenarios", "SessionResults", "SeededRandomness", "TestSupport"]),
        .tests(
            "PolicyLab/PolicyComparisonTests",
            [
                "ExactNumbers", "Playback", "PlayerSettings", "Recordings", "Scenarios", "SessionResults",
                "PolicyComparison",
            ]),
        .tests(
            "PolicyLab/PolicyExplorationTests",
            [
                "ExactNumbers", "Playback", "PolicyProperties", "Scenarios", "PolicyExploration", "SeededRandomness",
                "TestSupport",
            ]),
        .tests(
            "PolicyLab/PolicyConformanceTests",
            [
                "ExactNumbers", "Playback", "PlayerSettings", "Scenarios", "PolicyConformance", "SeededRandomness",
                "TestSupport",
            ]),
        .tests(
            "PolicyLab/PolicyEvaluationTests",
            [
                "ExactNumbers", "JSON", "Playback", "Recordings", "Scenarios", "SessionResults", "PolicyEvaluation",
                "SeededRandomness",
            ]),
        .tests(
            "PolicyLab/PolicyTuningTests",
            [
                "ExactNumbers", "Playback", "PolicyProperties", "Scenarios", "PolicyExploration", "PolicyEvaluation",
                "PolicyTuning", "SeededRandomness",
            ]),
        .tests(
            "PolicyLab/PolicyReportsTests",
            [
                "ExactNumbers", "Playback", "TerminalCells", "Recordings", "Scenarios", "PolicyComparison",
                "PolicyReports", "TestSupport",
            ],
            exclude: ["Goldens"]),
        .tests(
            "PolicyLab/HTMLReportsTests",
            [
                "ExactNumbers", "JSON", "Playback", "PlayerSettings", "Recordings", "Scenarios", "PolicyComparison",
                "PolicyProperties", "PolicyExploration", "PolicyConformance", "PolicyEvaluation", "PolicyTuning",
                "PolicyReports", "HTMLReports", "TestSupport", "BrowserSupport",
            ], exclude: ["Goldens"]),
        // Tests of Gifts
        .tests(
            "Gifts/StoreProtocolTests",
            ["ExactNumbers", "Playback", "PlayerSettings", "StoreProtocol", "SeededRandomness"]),
        .tests("Gifts/GiftChoreographyTests", ["Motion", "PlayerSettings", "GiftChoreography", "SeededRandomness"]),
        .tests(
            "Gifts/BuiltInGiftsTests",
            [
                "VectorGraphics", "LottieDocument", "LottieRenderer", "PlayerSettings", "RoomEvents", "RoomSimulator",
                "StoreProtocol", "BuiltInGifts",
            ]),
        .tests(
            "Gifts/GiftPackagesTests",
            [
                "ExactNumbers", "Budgets", "VectorGraphics", "ImageCoding", "Typography", "Playback", "PlayerSettings",
                "ZIPArchive", "LottieDocument", "AnimationPlayback", "StateMachines", "LottieRenderer", "StoreProtocol",
                "GiftChoreography", "GiftPackages",
                "SeededRandomness", "TestClocks", "ZIPFixtures",
            ]),
        // Tests of Store
        .tests(
            "Store/GiftLibraryTests",
            [
                "SystemIO", "ExactNumbers", "SQLite", "HTTPClient", "Playback", "StoreProtocol", "GiftPackages",
                "GiftLibrary",
                "SeededRandomness", "TestSupport", "ZIPFixtures", "FaultProxy", "FeedServers",
            ]),
        .tests(
            "Store/GiftPreviewsTests",
            ["Budgets", "VectorGraphics", "ImageCoding", "LottieDocument", "LottieRenderer", "GiftPreviews"]),
        .tests(
            "Store/StorePageTests",
            [
                "HTTPClient", "PlayerSettings", "ZIPArchive", "StoreProtocol", "TestSupport", "BrowserSupport",
                "gift-store",
            ]),
        .tests(
            "Store/StoreServerTests",
            [
                "SystemIO", "Budgets", "JSON", "PlayerSettings", "ZIPArchive", "StoreProtocol", "GiftPackages",
                "StoreServer", "gift-store", "SeededRandomness", "TestClocks", "TestSupport", .hummingbird,
            ]),
        // Tests of Room
        .tests("Room/BannersTests", ["ExactNumbers", "Motion", "Banners", "SeededRandomness"]),
        .tests("Room/PresenceTests", ["Presence", "CAllocationCount", "SeededRandomness"]),
        .tests(
            "Room/RoomSessionTests",
            [
                "ExactNumbers", "Motion", "Playback", "PlayerSettings", "LottieDocument", "RoomEvents", "Recordings",
                "PolicyProperties", "StoreProtocol", "GiftChoreography", "BuiltInGifts", "GiftPackages", "Banners",
                "RoomSession", "RoomControl", "JSON",
                "SeededRandomness",
            ]),
        .tests(
            "Room/RoomControlTests",
            [
                "CPlatform", "SystemIO", "LocalHTTP", "WebSocket", "ExactNumbers", "Playback", "PlayerSettings",
                "RoomEvents", "RoomControl", "TestSupport",
            ]),
        .tests(
            "Room/StageBroadcastTests",
            [
                "SystemIO", "LocalHTTP", "JSON", "TerminalCells", "StageBroadcast", "TestSupport", "BrowserSupport",
                "TerminalEmulation",
            ]),
        .tests(
            "Room/RoomUITests",
            [
                "SystemIO", "ExactNumbers", "VectorGraphics", "Motion", "Playback", "PlayerSettings", "TerminalCells",
                "Terminal",
                "LottieDocument", "AnimationPlayback", "StateMachines", "LottieRenderer", "RoomEvents", "RoomSimulator",
                "Recordings",
                "Scenarios",
                "StoreProtocol",
                "GiftChoreography", "BuiltInGifts", "GiftPackages", "Presence", "RoomSession", "RoomControl", "RoomUI",
                "SeededRandomness", "TestSupport",
            ]),
        // Tests of Commands
        .tests(
            "Commands/CommandLineTests",
            [
                "SystemIO", "Playback", "PlayerSettings", "TerminalCells", "StoreProtocol", "GiftLibrary",
                "GiftPackages", "SeededRandomness", "TestSupport", "BrowserSupport",
                "ZIPFixtures", "FaultProxy", "FeedServers", "TerminalEmulation", "FollowerCrowd", "giftty",
                "gift-store", "LibraryExample", "NcursesExample",
            ], exclude: ["Goldens"]),
        // Tests of the libraries, as other packages use them
        .tests(
            "Libraries/LibraryExamplesTests",
            [
                "ExactNumbers", "Budgets", "VectorGraphics", "Typography", "Motion", "Playback", "TerminalCells",
                "LottieDocument", "DotLottie", "AnimationLoading", "AnimationPlayback", "StateMachines",
                "LottieRenderer", "Scenarios", "PolicyExploration", "Presence", "ZIPArchive", "TestClocks",
                "TestSupport",
            ], packageAccess: false),
        // Fuzzing
        .support(
            "Fuzzing/DocumentFuzzing",
            ["JSON", "VectorGraphics", "LottieDocument", "LottieRenderer", "SeededRandomness"]),
        .support(
            "Fuzzing/FeedFuzzing",
            [
                "WebSocket", "MQTTClient", "RoomEvents", "PlatformAdapters", "FeedNetworks", "SeededRandomness",
                "DocumentFuzzing",
            ]),
        .support(
            "Fuzzing/RoomFuzzing",
            [
                "ExactNumbers", "Playback", "PlayerSettings", "TerminalCells", "Terminal", "LottieDocument",
                "RoomEvents", "RoomSimulator", "Recordings", "BuiltInGifts", "RoomSession", "RoomUI",
                "SeededRandomness", "DocumentFuzzing",
            ]),
        .support(
            "Fuzzing/StoreFuzzing",
            [
                "SystemIO", "HTTPClient", "ZIPArchive", "ExactNumbers", "Playback", "PlayerSettings", "StoreProtocol",
                "GiftPackages", "GiftLibrary", "GiftPreviews", "StoreServer", "SeededRandomness", "TestSupport",
                "DocumentFuzzing",
            ]),
        .tests(
            "Fuzzing/FuzzTests", ["TestSupport", "DocumentFuzzing", "FeedFuzzing", "RoomFuzzing"],
            exclude: ["Corpus", "Feeds", "Scripts"]),
        .tests("Fuzzing/StoreFuzzTests", ["StoreFuzzing"]),
        // Benchmarks
        .testProgram("Benchmarks/MotionBenchmark", ["Motion", "CAllocationCount"]),
        .testProgram(
            "Benchmarks/PresenceBenchmark",
            ["TerminalCells", "Presence", "RoomUI", "CAllocationCount", "SeededRandomness"]),
        .testProgram(
            "Benchmarks/RoomBenchmark",
            [
                "ExactNumbers", "Playback", "PlayerSettings", "TerminalCells", "LottieDocument", "RoomEvents",
                "RoomSimulator", "Recordings", "BuiltInGifts", "RoomSession", "RoomUI", "SeededRandomness",
            ]),
    ]
)

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
}

extension Target {
    /// Returns the name of a target in the folder of a group: `Base/Budgets` is `Budgets`.
    private static func name(_ path: String) -> String { String(path.drop { $0 != "/" }.dropFirst()) }

    /// Returns a module in Sources.
    static func module(_ path: String, _ dependencies: [Dependency] = [], exclude: [String] = []) -> Target {
        target(
            name: name(path), dependencies: dependencies, path: "Sources/\(path)", exclude: exclude,
            swiftSettings: strict)
    }

    /// Returns a program that people run.
    static func program(_ path: String, _ dependencies: [Dependency]) -> Target {
        executableTarget(
            name: name(path), dependencies: dependencies, path: "Sources/\(path)", swiftSettings: strict)
    }

    /// Returns a module in C.
    static func cModule(
        _ name: String, _ dependencies: [Dependency] = [], linkerSettings: [LinkerSetting] = []
    ) -> Target {
        target(
            name: name, dependencies: dependencies, path: "Sources/CLibraries/\(name)", linkerSettings: linkerSettings)
    }

    /// Returns a library of the system.
    static func cLibrary(_ name: String, pkgConfig: String? = nil, apt: [String], brew: [String]) -> Target {
        systemLibrary(
            name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
            providers: [.apt(apt), .brew(brew)])
    }

    /// Returns tests. They are not optimised themselves, as that would take longer than it saves; what they test is, in
    /// a release build.
    ///
    /// - Parameter packageAccess: Whether the tests may use `package` declarations.
    static func tests(
        _ path: String, _ dependencies: [Dependency], exclude: [String] = [], packageAccess: Bool = true
    ) -> Target {
        testTarget(
            name: name(path), dependencies: dependencies, path: "Tests/\(path)", exclude: exclude,
            packageAccess: packageAccess, swiftSettings: strict + [.unsafeFlags(["-Onone"])])
    }

    /// Returns a module that only tests use.
    static func support(_ path: String, _ dependencies: [Dependency] = []) -> Target {
        target(name: name(path), dependencies: dependencies, path: "Tests/\(path)", swiftSettings: strict)
    }

    /// Returns a program that only developers and tests run.
    static func testProgram(_ path: String, _ dependencies: [Dependency]) -> Target {
        executableTarget(
            name: name(path), dependencies: dependencies, path: "Tests/\(path)", swiftSettings: strict)
    }
}

// The fuzzer has its `main` from the compiler's fuzzing library, so it only links when built for it: Demo/fuzz.sh.
if Context.environment["GIFTTY_FUZZER"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
        .testProgram("Fuzzing/Fuzzer", ["DocumentFuzzing", "FeedFuzzing", "RoomFuzzing", "CLibFuzzer"]),
        .testProgram("Fuzzing/StoreFuzzer", ["StoreFuzzing"]),
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
}
