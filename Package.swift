// swift-tools-version:6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Library targets also say `unsafe` wherever memory safety rests on an argument rather than on the compiler.
let librarySettings = swiftSettings + [.strictMemorySafety()]

let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "ZXKitLogger",
    products: [
        .library(name: "ZXKitLogger", targets: ["ZXKitLogger"]),
        .library(name: "ZXKitLoggerReceiver", targets: ["ZXKitLoggerReceiver"]),
        .executable(name: "zxlog", targets: ["zxlog"]),
    ],
    targets: [
        // What a log record is, how it looks on the wire and as text. No I/O.
        .target(name: "ZXKitLogCore", swiftSettings: librarySettings),
        .testTarget(name: "ZXKitLogCoreTests", dependencies: ["ZXKitLogCore"], swiftSettings: swiftSettings),

        // Every system call in one place.
        .target(name: "CZXKitSupport", cSettings: cSettings),
        .target(name: "ZXKitLogPOSIX", dependencies: ["CZXKitSupport"], swiftSettings: librarySettings),
        .testTarget(
            name: "ZXKitLogPOSIXTests", dependencies: ["CZXKitSupport", "ZXKitLogPOSIX"],
            swiftSettings: swiftSettings),

        // Publish, browse and resolve on the local network.
        .target(
            name: "CZXKitAvahi", dependencies: ["CZXKitSupport"], cSettings: cSettings,
            linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "ZXKitDiscovery", dependencies: ["CZXKitAvahi", "ZXKitLogPOSIX"], swiftSettings: librarySettings),
        .testTarget(
            name: "ZXKitDiscoveryTests", dependencies: ["ZXKitDiscovery", "ZXKitLogPOSIX"],
            swiftSettings: swiftSettings),

        // The logger.
        .target(
            name: "ZXKitLogger", dependencies: ["ZXKitLogCore", "ZXKitLogPOSIX", "CZXKitSupport", "ZXKitDiscovery"],
            swiftSettings: librarySettings),
        .testTarget(
            name: "ZXKitLoggerTests",
            dependencies: ["ZXKitLogger", "ZXKitLogCore", "ZXKitLogPOSIX", "ZXKitDiscovery", "ZXKitEndingApp"],
            swiftSettings: swiftSettings),
        // Ends in every way in which a process can, for tests of what its sinks then have.
        .executableTarget(
            name: "ZXKitEndingApp", dependencies: ["ZXKitLogger"], path: "Tests/ZXKitEndingApp",
            swiftSettings: swiftSettings),

        // For people who write viewers, and our own viewer.
        .target(
            name: "ZXKitLoggerReceiver", dependencies: ["ZXKitLogCore", "ZXKitLogPOSIX", "ZXKitDiscovery"],
            swiftSettings: librarySettings),
        .testTarget(
            name: "ZXKitLoggerReceiverTests",
            dependencies: ["ZXKitLoggerReceiver", "ZXKitLogger", "ZXKitLogCore", "ZXKitLogPOSIX", "ZXKitDiscovery"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "zxlog", dependencies: ["ZXKitLoggerReceiver", "ZXKitLogger", "ZXKitLogCore", "ZXKitLogPOSIX"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "zxlogTests",
            dependencies: ["zxlog", "ZXKitLoggerReceiver", "ZXKitLogger", "ZXKitLogCore", "ZXKitLogPOSIX"],
            swiftSettings: swiftSettings),
    ]
)

// For `Tests/run races memory`, which build all anew for the logger's tests alone.
if Context.environment["ZXKIT_LOGGER_ALONE"] == "1" {
    let others = ["ZXKitDiscoveryTests", "ZXKitLoggerReceiver", "ZXKitLoggerReceiverTests", "zxlog", "zxlogTests"]
    package.products.removeAll { others.contains($0.name) }
    package.targets.removeAll { others.contains($0.name) }
}

// For `Tests/run fuzz`, which needs a build of its own.
if Context.environment["ZXKIT_FUZZ"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "Fuzzer", dependencies: ["ZXKitLogCore"], path: "Tests/Fuzz/Fuzzer", swiftSettings: swiftSettings))
}
