// swift-tools-version: 6.2
import PackageDescription

/// Another package has this one checked out, and may not use what has unsafe flags.
let isDependency = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

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

/// A floor of the house, `Sources/NAME` and `Tests/NAME`: its targets depend on each other and on lower floors.
struct Floor {
  var name: String
  /// What all its targets are compiled with besides.
  var settings: [SwiftSetting] = []

  /// Values and decisions: no C, no clock, no globals. `tested`: what its tests need besides; `isolation`: theirs, where
  /// they use what runs on the main actor.
  func pure(
    _ name: String, _ needs: [Target.Dependency] = [], settings: [SwiftSetting] = [],
    tested: [Target.Dependency]? = nil, isolation: [SwiftSetting] = strict
  ) -> [Target] {
    [
      .target(
        name: name, dependencies: needs, path: "Sources/\(self.name)/\(name)",
        swiftSettings: strict + self.settings + settings)
    ] + tests(name, needs, tested, isolation: isolation)
  }

  /// Wraps one outside thing, on the main actor.
  func wrapper(
    _ name: String, _ needs: [Target.Dependency], plugins: [Target.PluginUsage] = [],
    settings: [SwiftSetting] = [], tested: [Target.Dependency]? = nil, without excluded: [String] = []
  ) -> [Target] {
    [
      .target(
        name: name, dependencies: needs, path: "Sources/\(self.name)/\(name)",
        swiftSettings: shell + self.settings + settings, plugins: plugins)
    ] + tests(name, needs, tested, without: excluded, isolation: shell)
  }

  /// A program; one of these has the tests of what it wires.
  func program(
    _ name: String, _ needs: [Target.Dependency], path: String? = nil, settings: [SwiftSetting] = shell,
    linking: [LinkerSetting] = [], tested: [Target.Dependency]? = nil
  ) -> [Target] {
    let program = Target.executableTarget(
      name: name, dependencies: needs, path: "Sources/\(self.name)/\(path ?? name)",
      swiftSettings: self.settings + settings, linkerSettings: linking)
    return [program] + tests(name, needs, tested, isolation: settings)
  }

  /// Tests see what their target sees; none if `more` is nil.
  private func tests(
    _ name: String, _ needs: [Target.Dependency], _ more: [Target.Dependency]?,
    without excluded: [String] = [],
    isolation: [SwiftSetting]
  ) -> [Target] {
    guard let more else { return [] }
    return [
      .testTarget(
        name: name + "Tests", dependencies: [.target(name: name), "TestSupport"] + needs + more,
        path: "Tests/\(self.name)/\(name)Tests", exclude: excluded, swiftSettings: isolation)
    ]
  }
}

/// What belongs to C: maps of the system's headers, and shims for what Swift cannot import.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/" + name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func shim(_ name: String, _ needs: [Target.Dependency] = [], settings: [CSetting] = []) -> Target {
  .target(name: name, dependencies: needs, path: "Sources/C/" + name, cSettings: settings)
}

/// Libraries that take milliseconds to load: the first call of one of their functions does it, in `CLateLibraries`.
///
/// The linker of Swift's toolchain, told to take nothing in their place, puts them on no list of what is needed.
let lateLibraries = [
  "pangocairo-1.0", "pango-1.0", "harfbuzz", "cairo", "fontconfig", "gobject-2.0", "glib-2.0", "gio-2.0",
  "gdk_pixbuf-2.0", "rsvg-2", "png16", "jpeg", "webp", "pcre2-8", "EGL", "GLESv2", "wayland-egl",
  "wayland-cursor", "xkbcommon", "sqlite3",
  "pulse", "pipewire-0.3",
]
let linkedLate: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld"]
      + lateLibraries.flatMap { ["-Xlinker", "--remap-inputs=*/lib\($0).so=/dev/null"] })
]

/// A smaller release: nothing of the program is exported, one body serves functions of the same code, and relative
/// relocations are packed (which the loader of glibc 2.36 and newer reads). The standard library's regular expressions,
/// which `String.contains(_: String)`, `firstRange(of:)` and `replacing` are part of, are left out: what uses them does
/// not link, see `text(after:)` in `Loop`. So are the names of Unicode scalars, half a megabyte that nothing reads.
let linkedSmall: [LinkerSetting] = [
  .unsafeFlags(
    [
      "--no-export-dynamic", "--icf=all", "-z", "pack-relative-relocs",
      "--remap-inputs=*/libswift_StringProcessing.a=/dev/null",
      "--remap-inputs=*/libswift_RegexParser.a=/dev/null",
      "--defsym=_swift_stdlib_getScalarName=hyaline_no_scalar_names",
    ].flatMap { ["-Xlinker", $0] },
    .when(configuration: .release))
]

/// Leaves FoundationEssentials out of a release, of which the parser of the command line uses these symbols alone.
///
/// The linker takes nothing for the libraries, a protocol of the program for the one that errors are asked for, and a
/// function that ends the program for the JSON encoder of `--experimental-dump-help`. A version of the parser that
/// uses more does not link. This goes when the parser can be built without Foundation.
let withoutFoundation: [LinkerSetting] = [
  .unsafeFlags(
    (["FoundationEssentials", "_FoundationCollections", "_FoundationCShims"].map {
      "--remap-inputs=*/lib\($0).*=/dev/null"
    } + ["--defsym=$s20FoundationEssentials14LocalizedErrorMp=$s7hyaline14LocalizedErrorMp"]
      + [
        "$s20FoundationEssentials11JSONEncoderCMa", "$s20FoundationEssentials11JSONEncoderCACycfc",
        "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV10sortedKeysAEvau",
        "$s20FoundationEssentials11JSONEncoderC16OutputFormattingV13prettyPrintedAEvau",
        "$sSS20FoundationEssentialsE4data8encodingSSSgAA4DataVh_SSAAE8EncodingVtcfC",
        "$sSS20FoundationEssentialsE8EncodingV4utf8ACvau",
      ].map { "--defsym=\($0)=hyaline_no_foundation" }).flatMap { ["-Xlinker", $0] },
    .when(configuration: .release))
]

/// C that computes every pixel is optimised in debug builds too.
let quickC: [CSetting] = isDependency ? [] : [.unsafeFlags(["-O2"], .when(configuration: .debug))]

let c: [Target] = [
  library("CWayland", pkgConfig: "wayland-client wayland-egl", apt: "libwayland-dev"),
  library("CWaylandCursor", pkgConfig: "wayland-cursor", apt: "libwayland-dev"),
  library("CXkbcommon", pkgConfig: "xkbcommon", apt: "libxkbcommon-dev"),
  library("CEGL", pkgConfig: "egl glesv2", apt: "libgles-dev"),
  library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
  library("CPictureHeaders", pkgConfig: "libpng libjpeg libwebp librsvg-2.0", apt: "librsvg2-dev"),
  library("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev"),
  library("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
  library("CPulse", pkgConfig: "libpulse", apt: "libpulse-dev"),
  library("CPipeWireHeaders", pkgConfig: "libpipewire-0.3", apt: "libpipewire-0.3-dev"),
  library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
  library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
  // Painting and scaling take minutes of the tests without optimisation.
  shim("CPixels", settings: quickC),
  shim("CPictureFormats", ["CPictureHeaders"], settings: quickC),
  shim("CPlatform"),
  shim("CPipeWire", ["CPipeWireHeaders"]),
  shim("CTomlplusplus"),
  shim(
    "CLateLibraries",
    ["CEGL", "CPango", "CPulse", "CSQLite", "CWayland", "CWaylandCursor", "CXkbcommon"]),
]

/// What decides seldom and never loops over pixels is compiled for its size: code of the floors above `Glass` is read by
/// the processor once in a while, and each page of it is read from the disk at the start.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// What computes no pixel below the shell is compiled for its size too, unless another package builds it, where such flags
/// are refused.
let compact: [SwiftSetting] = isDependency ? [] : small

/// A tool of the build runs for some milliseconds, and all others wait until it is compiled.
let unoptimised: [SwiftSetting] =
  isDependency ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// What computes every pixel is optimised in debug builds too, where it took a third of the time of the tests.
let quick: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// What decides for each of thousands of notifications is compiled for its speed: for its size, it took a quarter longer.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"])]

let base = Floor(name: "Base")
let baseTargets: [[Target]] = [
  base.pure("Geometry", tested: []),
  base.pure("JSON", tested: []),
  base.pure("Markup", settings: fast, tested: []),
  // Pure but for the C libraries that match: results depend on the arguments alone.
  base.pure("Patterns", ["CPCRE2"], tested: []),
  base.wrapper("Loop", ["CPlatform", "Geometry"], tested: ["HeadlessSession"]),
  base.wrapper("Logging", [], tested: []),
]

/// Live glass as a library of its own: it knows no settings, no D-Bus, no notifications and no modules.
let glass = Floor(name: "Glass")
let glassTargets: [[Target]] = [
  glass.pure("VisualEffects", settings: quick, tested: ["Geometry", "Scenes"]),
  glass.pure("Symbols", ["Geometry", "Scenes"], settings: quick + compact, tested: []),
  glass.pure("Scenes", ["Geometry", "VisualEffects"], settings: quick, tested: ["HeadlessSession"]),
  // Compiled for size, this module takes a tenth more instructions to lay out a bar, and saves only .07 MB.
  glass.pure("Views", ["Geometry", "Scenes", "VisualEffects"], tested: []),
  glass.pure("GlassModel", ["Geometry", "Scenes"], settings: compact, tested: []),
  glass.wrapper("Typography", ["CPango", "CPixels", "Geometry", "Scenes"], settings: compact, tested: []),
  // Not bound to the main actor but for the interface of renderers: closures that are would check that for every pixel.
  glass.pure(
    "Rendering", ["Geometry", "Scenes", "VisualEffects"], settings: quick, tested: [], isolation: shell),
  glass.wrapper(
    "RenderingGLES", ["CEGL", "CWayland", "Geometry", "Rendering", "Scenes", "VisualEffects"],
    settings: compact,
    tested: [
      "BarUI", "CPlatform", "GlassModel", "ModuleModel", "NotificationUI", "Notifications", "Pictures",
      "RenderingCPU",
      "Settings", "ShellModel", "Typography", "Views",
    ],
    without: ["Golden"]),
  glass.pure(
    "RenderingCPU", ["CPixels", "Geometry", "Rendering", "Scenes", "VisualEffects"], settings: quick),
  glass.wrapper(
    "Wayland",
    ["CPlatform", "CWayland", "CWaylandCursor", "CXkbcommon", "Geometry", "Logging", "Loop"],
    plugins: ["WaylandBindings"], settings: compact, tested: ["WaylandTestSupport"]),
  glass.wrapper(
    "LiveGlass",
    [
      "CPlatform", "Geometry", "GlassModel", "Loop", "Rendering", "Scenes", "Typography", "Views",
      "VisualEffects",
      "Wayland",
    ], settings: compact, tested: ["WaylandTestSupport"]),
]

let desktop = Floor(name: "Desktop", settings: small)
let desktopTargets: [[Target]] = [
  desktop.pure("DBusValues", tested: []),
  desktop.pure("DesktopModel", ["DBusValues", "Geometry"], tested: ["JSON"]),
  desktop.pure("CompositorModel", ["Geometry", "JSON"], tested: []),
  desktop.wrapper(
    "CompositorSources", ["CompositorModel", "Geometry", "Loop", "Wayland"],
    tested: ["HeadlessSession", "JSON", "WaylandTestSupport"]),
  desktop.pure("IconThemes", tested: []),
  desktop.wrapper(
    "DBus", ["CPlatform", "CSystemd", "DBusValues", "Geometry", "Loop"], tested: ["HeadlessSession"]),
  desktop.wrapper(
    "DesktopServices",
    ["CPipeWire", "CPlatform", "CPulse", "DBus", "DBusValues", "DesktopModel", "Geometry", "Loop"],
    tested: ["HeadlessSession"]),
  desktop.wrapper(
    "Pictures", ["CPictureFormats", "CPlatform", "Geometry", "GlassModel", "IconThemes", "Loop", "Scenes"],
    tested: ["HeadlessSession"]),
]

let rooms = Floor(name: "Shell", settings: small)
let shellTargets: [[Target]] = [
  rooms.pure("ModuleModel", ["Markup", "Scenes", "VisualEffects"], tested: []),
  rooms.pure(
    "Settings", ["DesktopModel", "Geometry", "GlassModel", "ModuleModel", "Patterns", "VisualEffects"],
    tested: [
      "BarUI", "NotificationUI", "Notifications", "Scenes", "ShellModel", "Toml", "Typography",
    ], isolation: shell),
  rooms.wrapper("Toml", ["CTomlplusplus", "Loop", "Settings"]),
  rooms.pure(
    "ShellModel", ["DesktopModel", "Geometry", "ModuleModel", "Scenes", "Settings", "VisualEffects"],
    tested: []),
  rooms.pure("PopupUI", ["Geometry", "Scenes", "Views", "VisualEffects"], tested: []),
  rooms.pure(
    "CompositorReadings", ["CompositorModel", "Markup", "ModuleModel", "Patterns", "PopupUI", "Settings"],
    tested: []),
  rooms.pure("I3barProtocol", ["JSON"], tested: []),
  rooms.wrapper(
    "Modules",
    [
      "CompositorModel", "CompositorReadings", "CompositorSources", "DBus", "DesktopModel", "DesktopServices",
      "Geometry", "I3barProtocol", "IconThemes", "JSON", "Loop", "ModuleModel", "Notifications", "Patterns",
      "PopupUI", "Scenes", "Settings",
    ], tested: ["CPlatform", "DBusValues", "HeadlessSession", "VisualEffects"]),
  rooms.pure(
    "BarUI",
    [
      "Geometry", "ModuleModel", "Scenes", "Settings", "ShellModel", "Symbols", "Views",
      "VisualEffects",
    ], tested: []),
  rooms.wrapper(
    "ShellSurfaces",
    ["Geometry", "LiveGlass", "Loop", "Rendering", "Scenes", "Settings", "ShellModel", "VisualEffects"],
    tested: ["DesktopModel"]),
  rooms.wrapper(
    "BarSurfaces",
    [
      "BarUI", "Geometry", "GlassModel", "LiveGlass", "Loop", "ModuleModel", "Pictures", "PopupUI", "Scenes",
      "Settings", "ShellModel", "ShellSurfaces", "Symbols", "Views", "VisualEffects", "Wayland",
    ], tested: ["Rendering"]),
  rooms.pure(
    "Notifications", ["DBusValues", "Geometry", "Markup", "Patterns", "Scenes", "Settings"], settings: fast,
    tested: []),
  rooms.wrapper(
    "NotificationServer", ["CSystemd", "DBus", "DBusValues", "Loop", "Notifications"],
    tested: ["CPlatform", "Geometry", "HeadlessSession", "Scenes", "Settings"]),
  rooms.pure(
    "NotificationUI",
    [
      "DesktopModel", "Geometry", "Notifications", "Scenes", "Settings", "Symbols", "Views", "VisualEffects",
    ], tested: []),
  rooms.wrapper(
    "History", ["CSQLite", "Loop", "Notifications", "Settings"], tested: ["HeadlessSession"]),
  rooms.wrapper("Sounds", ["Loop"], tested: []),
  rooms.wrapper("Control", ["CPlatform", "Geometry", "JSON", "Loop"], tested: []),
  rooms.wrapper(
    "NotificationCenterService",
    [
      "CPlatform", "Control", "DBus", "Geometry", "History", "JSON", "Logging", "Loop", "NotificationServer",
      "Notifications", "Scenes", "Settings",
    ], tested: ["DBusValues", "HeadlessSession"]),
  rooms.wrapper(
    "BannerSurfaces",
    [
      "DBus", "DesktopModel", "DesktopServices", "Geometry", "LiveGlass", "Logging", "Loop",
      "NotificationCenterService",
      "NotificationUI", "Notifications", "Pictures", "Rendering", "RenderingGLES", "Scenes", "Settings",
      "ShellModel", "ShellSurfaces", "Sounds", "Typography", "VisualEffects", "Wayland",
    ], tested: ["HeadlessSession"]),
  rooms.wrapper(
    "DoctorReport",
    [
      "Control", "Geometry", "JSON", "Loop", "Modules", "Pictures", "Rendering", "Settings", "Toml",
      "Typography", "Wayland",
    ], tested: ["HeadlessSession"]),
  rooms.wrapper(
    "Application",
    [
      "BannerSurfaces", "BarSurfaces", "BarUI", "CPlatform", "CompositorSources", "Control", "DBus",
      "DesktopModel", "DesktopServices", "Geometry", "GlassModel", "History", "IconThemes", "JSON",
      "LiveGlass", "Logging", "Loop", "ModuleModel", "Modules", "NotificationCenterService",
      "Notifications", "Pictures", "Rendering", "RenderingCPU", "RenderingGLES", "Scenes", "Settings",
      "ShellModel",
      "Sounds", "Toml", "Wayland",
    ], tested: ["HeadlessSession"]),
]

let programs = Floor(name: "Programs", settings: small)
let commands: [Target.Dependency] = [
  "Application", "BannerSurfaces", "CLateLibraries", "CPlatform", "Control", "Demonstration", "DoctorReport",
  "Gallery", "Geometry", "GlassModel", "HeadlessSession", "JSON", "Logging", "Loop", "ModuleModel", "Modules",
  "NotificationCenterService", "Notifications", "Pictures", "Rendering", "Scenes", "Settings", "ShellModel",
  "Symbols", "Toml", "Typography", "Views", "VisualEffects",
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
]
let glassLibrary: [Target.Dependency] = [
  "Geometry", "GlassModel", "LiveGlass", "Loop", "Rendering", "RenderingCPU", "RenderingGLES", "Scenes",
  "Views",
  "VisualEffects",
]
let programTargets: [[Target]] = [
  programs.program("WaylandScanner", ["CExpat"], settings: strict + unoptimised, tested: []),
  programs.pure(
    "Gallery", ["Geometry", "Scenes", "Symbols", "Views", "VisualEffects"], tested: []),
  // Not of the bar's one thread: it blocks, for demonstrations and tests.
  programs.pure("HeadlessSession", ["Loop"]),
  programs.wrapper(
    "Demonstration",
    ["DBus", "DBusValues", "Geometry", "HeadlessSession", "Loop", "NotificationServer", "Pictures", "Scenes"]),
  programs.program(
    "hyaline", commands, linking: linkedLate + linkedSmall + withoutFoundation,
    tested: []),
  programs.program("BlurredStatusBar", glassLibrary, path: "Examples/BlurredStatusBar"),
  programs.program("SlidingPanel", glassLibrary, path: "Examples/SlidingPanel"),
  programs.program(
    "RenderingBenchmark",
    [
      "BarUI", "Geometry", "ModuleModel", "NotificationUI", "Notifications", "Rendering", "RenderingCPU",
      "RenderingGLES", "Scenes", "Settings", "ShellModel",
      "Typography", "Views", "VisualEffects",
    ]),
  // What a screen shows over time, for the benchmark.
  programs.program("ScreenWatch", ["Geometry", "Loop", "Wayland"]),
]

let testing: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["DBus", "DBusValues", "Geometry", "HeadlessSession", "Loop", "Scenes", "VisualEffects"],
    // References in double precision take minutes without optimisation.
    path: "Tests/TestSupport", swiftSettings: strict + [.unsafeFlags(["-O"])]),
  .target(
    name: "WaylandTestSupport", dependencies: ["Wayland"], path: "Tests/WaylandTestSupport",
    swiftSettings: shell),
  .testTarget(
    name: "LiveTests",
    dependencies: [
      "BarUI", "CompositorModel", "CompositorSources", "CXkbcommon", "DBus", "DBusValues", "DesktopModel",
      "DesktopServices", "Geometry", "GlassModel", "HeadlessSession", "JSON", "LiveGlass", "Loop",
      "ModuleModel", "NotificationServer", "NotificationUI", "Notifications", "Pictures", "Rendering",
      "RenderingCPU", "RenderingGLES", "Scenes", "Settings", "ShellModel", "TestSupport", "Typography",
      "Views", "VisualEffects", "Wayland",
    ], swiftSettings: shell),
]

let package = Package(
  name: "hyaline",
  products: [
    .executable(name: "hyaline", targets: ["hyaline"]),
    .library(name: "VisualEffects", targets: ["VisualEffects"]),
    .library(
      name: "LiveGlass",
      targets: [
        "LiveGlass", "Geometry", "GlassModel", "Loop", "Rendering", "RenderingCPU", "RenderingGLES", "Scenes",
        "Views", "VisualEffects",
      ]),
    .executable(name: "BlurredStatusBar", targets: ["BlurredStatusBar"]),
    .executable(name: "SlidingPanel", targets: ["SlidingPanel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: c + [.plugin(name: "WaylandBindings", capability: .buildTool(), dependencies: ["WaylandScanner"])]
    + [baseTargets, glassTargets, desktopTargets, shellTargets, programTargets].joined().joined() + testing,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
