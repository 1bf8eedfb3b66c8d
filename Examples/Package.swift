// swift-tools-version:6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Examples",
    products: [
        .executable(name: "Server", targets: ["Server"])
    ],
    dependencies: [
        .package(name: "ZXKitLogger", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "Server", dependencies: [.product(name: "ZXKitLogger", package: "ZXKitLogger")], path: "Server",
            swiftSettings: swiftSettings)
    ]
)
