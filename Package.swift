// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// One thread: whatever wraps an outside thing runs on the main actor.
///
/// Classes with an `isolated deinit` say `@MainActor` nevertheless: release builds of other modules do not see the
/// default isolation of a class that they import (Swift 6.3).
let shell: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func shell(
  _ name: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: shell, plugins: plugins)
}

/// A program that shows how the library is used.
func example(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["LiveGlass", "Loop", "Measures", "Scenes", "VisualEffects"],
    path: "Sources/Examples/" + name, swiftSettings: shell)
}

func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// Libraries that take milliseconds to load: the first call of one of their functions does it, in `CLateLibraries`.
///
/// The linker of Swift's toolchain, told to take nothing in their place, puts them on no list of what is needed.
let lateLibraries = [
  "pangocairo-1.0", "pango-1.0", "harfbuzz", "cairo", "fontconfig", "gdk_pixbuf-2.0", "gobject-2.0",
  "glib-2.0", "EGL", "GLESv2", "wayland-egl", "wayland-cursor", "xkbcommon", "sqlite3",
]
let linkedLate: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld"]
      + lateLibraries.flatMap { ["-Xlinker", "--remap-inputs=*/lib\($0).so=/dev/null"] })
]

func tests(_ target: String, _ more: [Target.Dependency] = [], isolation: [SwiftSetting]) -> Target {
  .testTarget(
    name: target + "Tests", dependencies: [.target(name: target), "TestSupport"] + more,
    exclude: target == "Rendering" ? ["Golden"] : [], swiftSettings: isolation)
}

let package = Package(
  name: "hyaline",
  products: [
    .executable(name: "hyaline", targets: ["hyaline"]),
    .library(name: "VisualEffects", targets: ["VisualEffects"]),
    .library(
      name: "LiveGlass", targets: ["LiveGlass", "Input", "Loop", "Measures", "Scenes", "VisualEffects"]),
    .executable(name: "BlurredStatusBar", targets: ["BlurredStatusBar"]),
    .executable(name: "SlidingPanel", targets: ["SlidingPanel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    library("CWayland", pkgConfig: "wayland-client wayland-egl", apt: "libwayland-dev"),
    library("CWaylandCursor", pkgConfig: "wayland-cursor", apt: "libwayland-dev"),
    library("CXkbcommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
    library("CEGL", pkgConfig: "egl glesv2", apt: "libgles-dev"),
    library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
    library("CPixbuf", pkgConfig: "gdk-pixbuf-2.0", apt: "libgdk-pixbuf-2.0-dev"),
    library("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    .target(name: "CPlatform"),
    .target(
      name: "CLateLibraries",
      dependencies: ["CEGL", "CPango", "CPixbuf", "CSQLite", "CWayland", "CWaylandCursor", "CXkbcommon"]),
    .target(name: "CTomlplusplus"),

    .executableTarget(name: "WaylandScanner", dependencies: ["CExpat"], swiftSettings: strict),
    .plugin(
      name: "WaylandBindings", capability: .buildTool(), dependencies: ["WaylandScanner"]),

    pure("Measures"),
    pure("Input"),
    pure("VisualEffects"),
    pure("Scenes", ["Measures", "VisualEffects"]),
    pure("DBusValues"),
    pure("Settings", ["VisualEffects"]),
    pure("ShellModel", ["Measures", "Scenes", "Settings", "VisualEffects"]),
    pure("Notifications", ["Measures", "Scenes", "Settings"]),
    pure(
      "Views", ["Input", "Measures", "Notifications", "Scenes", "Settings", "ShellModel", "VisualEffects"]),

    pure("Gallery", ["Measures", "Scenes", "VisualEffects"]),

    shell("Toml", ["CTomlplusplus", "Loop", "Settings"]),
    shell("Loop", ["CPlatform", "Measures"]),
    shell(
      "Wayland",
      ["CPlatform", "CWayland", "CWaylandCursor", "CXkbcommon", "Input", "Loop", "Measures"],
      plugins: ["WaylandBindings"]),
    shell("Typography", ["CPango", "Measures", "Scenes"]),
    shell("Sounds", ["Loop"]),
    pure("IconThemes"),
    shell("Pictures", ["CPixbuf", "CPlatform", "IconThemes", "Loop", "Measures", "Scenes", "Settings"]),
    shell("Rendering", ["CEGL", "CWayland", "Measures", "Scenes", "VisualEffects"]),
    shell("History", ["CSQLite", "Loop", "Notifications", "Settings"]),
    shell("Readings", ["Loop", "Measures", "Settings", "ShellModel"]),
    shell(
      "DBus", ["CPlatform", "CSystemd", "DBusValues", "Loop", "Measures", "Notifications", "ShellModel"]),
    shell("Control", ["CPlatform", "Loop", "Measures"]),
    shell(
      "LiveGlass",
      [
        "CPlatform", "Input", "Loop", "Measures", "Pictures", "Rendering", "Scenes", "Settings",
        "ShellModel", "Typography", "VisualEffects", "Wayland",
      ]),
    // Not of the bar's one thread: it blocks, for demonstrations and tests.
    .target(name: "HeadlessSession", dependencies: ["Loop"], swiftSettings: strict),
    .executableTarget(
      name: "hyaline",
      dependencies: [
        "CLateLibraries", "Control", "CPlatform", "DBus", "Gallery", "HeadlessSession", "History",
        "IconThemes", "Input", "LiveGlass", "Loop", "Measures", "Notifications", "Pictures", "Readings",
        "Rendering", "Scenes", "Settings", "ShellModel", "Sounds", "Toml", "Typography", "Views",
        "VisualEffects", "Wayland",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: shell, linkerSettings: linkedLate),

    example("BlurredStatusBar"),
    example("SlidingPanel"),
    .executableTarget(
      name: "RenderingBenchmark",
      dependencies: [
        "Measures", "Notifications", "Rendering", "Scenes", "Settings", "Typography", "Views",
        "VisualEffects",
      ],
      swiftSettings: shell),

    .target(
      name: "TestSupport",
      dependencies: ["DBus", "DBusValues", "HeadlessSession", "Loop", "Measures", "Scenes", "VisualEffects"],
      // References in double precision take minutes without optimisation.
      path: "Tests/TestSupport", swiftSettings: strict + [.unsafeFlags(["-O"])]),
    tests("Measures", isolation: strict),
    tests("Input", isolation: strict),
    tests("VisualEffects", ["Measures", "Scenes"], isolation: strict),
    tests("Scenes", ["HeadlessSession", "Measures", "VisualEffects"], isolation: strict),
    tests("Gallery", ["Measures", "Scenes", "VisualEffects"], isolation: strict),
    tests(
      "Settings",
      ["Measures", "Notifications", "Scenes", "ShellModel", "Toml", "Typography", "Views", "VisualEffects"],
      isolation: shell),
    tests("ShellModel", ["Measures", "Scenes", "Settings", "VisualEffects"], isolation: strict),
    tests("Notifications", ["Measures", "Scenes", "Settings"], isolation: strict),
    tests(
      "Views", ["Input", "Measures", "Notifications", "Scenes", "Settings", "ShellModel", "VisualEffects"],
      isolation: strict),
    tests("Loop", ["CPlatform", "HeadlessSession", "Measures"], isolation: shell),
    tests("WaylandScanner", isolation: strict),
    tests("Wayland", ["CWayland", "Input", "Loop", "Measures"], isolation: shell),
    tests("Typography", ["Measures", "Scenes"], isolation: shell),
    tests("Sounds", isolation: shell),
    tests("IconThemes", isolation: strict),
    tests(
      "Pictures", ["HeadlessSession", "IconThemes", "Loop", "Measures", "Scenes", "Settings"],
      isolation: shell),
    tests(
      "Rendering",
      [
        "CPlatform", "Measures", "Notifications", "Pictures", "Scenes", "Settings", "ShellModel",
        "Typography", "Views", "VisualEffects",
      ],
      isolation: shell),
    tests("Readings", ["Loop", "Measures", "Settings", "ShellModel"], isolation: shell),
    tests("History", ["CSQLite", "HeadlessSession", "Notifications", "Settings"], isolation: shell),
    tests("Control", ["Loop", "Measures"], isolation: shell),
    tests("DBusValues", isolation: strict),
    tests(
      "DBus",
      [
        "CPlatform", "DBusValues", "HeadlessSession", "Loop", "Measures", "Notifications", "Scenes",
        "Settings",
        "ShellModel",
      ], isolation: shell),
    tests(
      "hyaline",
      [
        "CLateLibraries", "Control", "DBus", "DBusValues", "Gallery", "HeadlessSession", "History",
        "LiveGlass", "Loop", "Measures", "Notifications", "Pictures", "Scenes", "Settings", "ShellModel",
        "VisualEffects", "Wayland",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], isolation: shell),
    .testTarget(
      name: "LiveTests",
      dependencies: [
        "CXkbcommon", "DBus", "DBusValues", "TestSupport", "HeadlessSession", "Input", "LiveGlass", "Loop",
        "Measures", "Notifications", "Pictures",
        "Scenes", "Settings", "ShellModel", "Typography", "Views", "VisualEffects", "Wayland",
      ],
      swiftSettings: shell),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
