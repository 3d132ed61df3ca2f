// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let testing = Array(strict.dropFirst())

/// A room of the product.
func room(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// A program.
func front(_ name: String, _ dependencies: [Target.Dependency], besides files: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, exclude: files, swiftSettings: strict)
}

/// The tests of one room.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies + ["TestSupport"], swiftSettings: testing)
}

let package = Package(
    name: "passwright",
    products: [
        .executable(name: "passwright", targets: ["passwright"]),
        .executable(name: "passwright-wallet", targets: ["passwright-wallet"]),
        .executable(name: "passwright-conformance", targets: ["passwright-conformance"]),
        .executable(name: "passwright-bench", targets: ["passwright-bench"]),
    ],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CTLS", pkgConfig: "libssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),

        room("Cryptography", ["COpenSSL"]),
        room("Vault", ["Cryptography"]),
        room("Provisioning", ["Cryptography", "Vault"]),
        room("Database", ["CPostgres", "Provisioning"]),
        room("JSON", ["CJansson"]),
        room("Bearer", ["JSON", "Cryptography"]),
        room("HTTP", ["CMicrohttpd"]),
        room("Telemetry", []),
        room(
            "IssuerAPI", ["HTTP", "JSON", "Bearer", "Provisioning", "Telemetry"],
            resources: [.embedInCode("openapi.json")]),
        front(
            "passwright",
            [
                "Cryptography", "Vault", "Provisioning", "Database", "JSON", "Bearer", "HTTP", "Telemetry",
                "IssuerAPI",
            ]),

        room("Wallet", ["COpenSSL", "CTLS"]),
        front("passwright-wallet", ["Wallet"]),
        front("passwright-conformance", ["Wallet"], besides: ["Reports/report.schema.json"]),
        front("passwright-bench", ["Wallet"]),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: testing),
        tests("Architecture", []),
        tests("Cryptography", ["Cryptography", "Wallet"]),
        tests("Vault", ["Vault", "Cryptography"]),
        tests("Provisioning", ["Provisioning", "Vault", "Cryptography", "Wallet"]),
        tests("Database", ["Database", "Provisioning"]),
        tests("JSON", ["JSON"]),
        tests("Bearer", ["Bearer", "JSON", "Cryptography"]),
        tests("HTTP", ["HTTP"]),
        tests("Telemetry", ["Telemetry"]),
        tests("IssuerAPI", ["IssuerAPI", "HTTP", "JSON", "Bearer", "Provisioning", "Telemetry"]),
        tests("Wallet", ["Wallet", "passwright-wallet", "COpenSSL"]),
        tests(
            "Conformance",
            ["passwright-conformance", "Wallet", "Provisioning", "Cryptography", "Bearer"]),
        tests("Bench", ["passwright-bench", "Wallet"]),
        tests("EndToEnd", ["Wallet", "Vault", "Cryptography", "Bearer"]),
    ],
    swiftLanguageModes: [.v6]
)

// deploy/fuzz alone builds what libFuzzer drives: it links with nothing else.
if Context.environment["PASSWRIGHT_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "passwright-fuzz",
            dependencies: ["Cryptography", "Vault", "Provisioning", "JSON", "Bearer", "IssuerAPI"],
            path: "Tests/Fuzz", swiftSettings: testing))
}
