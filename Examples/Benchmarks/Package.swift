// swift-tools-version:6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]

let logger: Target.Dependency = .product(name: "ZXKitLogger", package: "ZXKitLogger")
let receiver: Target.Dependency = .product(name: "ZXKitLoggerReceiver", package: "ZXKitLogger")

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "Compare", targets: ["Compare"]),
        .executable(name: "Measure", targets: ["Measure"]),
        .executable(name: "MeasureAllocations", targets: ["MeasureAllocations"]),
    ],
    dependencies: [
        .package(name: "ZXKitLogger", path: "../..")
    ],
    targets: [
        // What C alone can say: hiding values from the optimiser, starting programs.
        .target(name: "CBenchmarkSupport", path: "CBenchmarkSupport", cSettings: cSettings),
        .target(
            name: "BenchmarkSupport", dependencies: ["CBenchmarkSupport"], path: "BenchmarkSupport",
            swiftSettings: swiftSettings),

        // Runs the programs that measure in turns, and prints results. Doesn't log itself.
        .executableTarget(
            name: "Compare", dependencies: ["BenchmarkSupport", "CBenchmarkSupport"], path: "Compare",
            swiftSettings: swiftSettings),

        // Measures our logger once, for one benchmark.
        .executableTarget(
            name: "Measure", dependencies: ["BenchmarkSupport", "CBenchmarkSupport", logger, receiver], path: "Measure",
            swiftSettings: swiftSettings),

        // A program of its own, because counting slows every allocation down.
        .target(name: "CAllocationCounter", path: "CAllocationCounter", cSettings: cSettings),
        .executableTarget(
            name: "MeasureAllocations",
            dependencies: ["BenchmarkSupport", "CBenchmarkSupport", "CAllocationCounter", logger],
            path: "MeasureAllocations", swiftSettings: swiftSettings),
    ]
)
