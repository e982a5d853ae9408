// swift-tools-version: 6.2
import PackageDescription

/// Whether another package has this one checked out: older versions of SwiftPM refuse targets with unsafe flags then.
let isDependency = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of all targets of the program and the library.
///
/// Closures and witnesses that are bound to the main actor check at each call that they run on it. Debug builds, and so all
/// tests, make these checks. Releases leave them out: they took 10 to 30 us of each live frame of a bar.
let shipped: [SwiftSetting] =
  isDependency
  ? strict
  : strict + [
    .unsafeFlags(["-Xfrontend", "-disable-dynamic-actor-isolation"], .when(configuration: .release))
  ]

/// Settings of targets that wrap something outside the program: there is one thread, so their code runs on the main actor.
///
/// Classes with an `isolated deinit` say `@MainActor` nevertheless: release builds of other modules do not see the
/// default isolation of a class that they import (Swift 6.3).
let mainActor: [SwiftSetting] = shipped + [.defaultIsolation(MainActor.self)]

/// The targets of a layer, in `Sources/NAME` and `Tests/NAME`: they depend on each other and on lower layers.
struct Layer {
  var name: String
  /// Additional settings of all targets of the layer.
  var settings: [SwiftSetting] = []

  /// A target of values and decisions, without C, clock and globals, or another one whose code is not bound to the main actor, and its
  /// tests, if `tested` is given.
  ///
  /// - Parameters:
  ///   - tested: The dependencies that only the tests have.
  ///   - isolation: The settings of the tests; `mainActor` if they use types of the main actor.
  func pure(
    _ name: String, _ needs: [Target.Dependency] = [], settings: [SwiftSetting] = [],
    tested: [Target.Dependency]? = nil, isolation: [SwiftSetting] = strict, without excluded: [String] = []
  ) -> [Target] {
    [
      .target(
        name: name, dependencies: needs, path: "Sources/\(self.name)/\(name)",
        swiftSettings: shipped + self.settings + settings)
    ] + tests(name, needs, tested, without: excluded, isolation: isolation)
  }

  /// A target that wraps something outside the program, on the main actor, and its tests, if `tested` is given.
  ///
  /// - Parameter tests: The name of the tests; nil: the name of the target with `Tests` behind it.
  func wrapper(
    _ name: String, _ needs: [Target.Dependency], plugins: [Target.PluginUsage] = [],
    settings: [SwiftSetting] = [], tests testsName: String? = nil, tested: [Target.Dependency]? = nil,
    without excluded: [String] = []
  ) -> [Target] {
    [
      .target(
        name: name, dependencies: needs, path: "Sources/\(self.name)/\(name)",
        swiftSettings: mainActor + self.settings + settings, plugins: plugins)
    ] + tests(name, needs, tested, named: testsName, without: excluded, isolation: mainActor)
  }

  /// An executable, and its tests, if `tested` is given.
  func program(
    _ name: String, _ needs: [Target.Dependency], path: String? = nil, settings: [SwiftSetting] = mainActor,
    linking: [LinkerSetting] = [], tested: [Target.Dependency]? = nil
  ) -> [Target] {
    let program = Target.executableTarget(
      name: name, dependencies: needs, path: "Sources/\(self.name)/\(path ?? name)",
      swiftSettings: self.settings + settings, linkerSettings: linking)
    return [program] + tests(name, needs, tested, isolation: settings)
  }

  /// The tests of a target, which have its dependencies and `more`; none if `more` is nil.
  private func tests(
    _ name: String, _ needs: [Target.Dependency], _ more: [Target.Dependency]?,
    named testsName: String? = nil, without excluded: [String] = [],
    isolation: [SwiftSetting]
  ) -> [Target] {
    guard let more else { return [] }
    let testsName = testsName ?? name + "Tests"
    return [
      .testTarget(
        name: testsName, dependencies: [.target(name: name), "TestSupport"] + needs + more,
        path: "Tests/\(self.name)/\(testsName)", exclude: excluded, swiftSettings: isolation)
    ]
  }
}

/// A module map of headers of the system.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(name: name, path: "Sources/C/" + name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A target in C, for declarations that Swift cannot import and for loops over pixels.
func shim(_ name: String, _ needs: [Target.Dependency] = [], settings: [CSetting] = []) -> Target {
  .target(name: name, dependencies: needs, path: "Sources/C/" + name, cSettings: settings)
}

/// Libraries that take milliseconds to load: the first call of one of their functions loads it, in `CLateLibraries`.
///
/// The linker of Swift's toolchain reads an empty file in place of each of them, so that the program does not list it as
/// needed.
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

/// Options of the linker for a smaller release: no symbol is exported, functions of the same code share one body, and
/// relative relocations are packed (which the loader of glibc 2.36 and newer reads).
///
/// The standard library's regular expressions, which `String.contains(_: String)`, `firstRange(of:)` and `replacing` are
/// part of, are left out: code that uses them does not link, see `text(after:)` in `Loop`. The names of Unicode scalars,
/// half a megabyte that nothing reads, are left out too.
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

/// Optimisation for size, for code that runs seldom and never loops over pixels, as in the layers above `Glass`: each page
/// of it is read from the disk at the start.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Optimisation for size, for targets of the product `LiveGlass` that compute no pixel, and for programs, one of which is a
/// tool of its build; if another package builds them, no optimisation is set, since it takes unsafe flags.
let compact: [SwiftSetting] = isDependency ? [] : small

/// No optimisation, for a tool of the build that runs for some milliseconds: all other targets wait until it is compiled.
let unoptimised: [SwiftSetting] =
  isDependency ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Optimisation in debug builds too, for code that computes every pixel: without it, such code took a third of the time of
/// the tests.
let quick: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Optimisation for speed, for code that runs for each of thousands of notifications: optimised for size, it took a quarter
/// longer.
let fast: [SwiftSetting] = [.unsafeFlags(["-O"])]

let base = Layer(name: "Base")
let baseTargets: [[Target]] = [
  // Renderers compute with rectangles for each pixel and each row.
  base.pure("Geometry", settings: quick, tested: []),
  // This target calls C libraries for matching, whose results depend on the arguments alone.
  base.pure("TextProcessing", ["CPCRE2"], settings: fast, tested: []),
  // gettext's results depend on the language that `Catalogue.open` sets once at the start.
  base.pure("Localization", ["CPlatform"], settings: compact, tested: ["HeadlessSession", "Loop"]),
  base.wrapper("Loop", ["CPlatform", "Geometry"], tested: ["HeadlessSession"]),
]

/// The layer of the library product `LiveGlass`: it uses no settings, no D-Bus, no notifications and no modules.
let glass = Layer(name: "Glass")
let glassTargets: [[Target]] = [
  glass.pure("VisualEffects", settings: quick, tested: ["Geometry", "Scenes"]),
  glass.pure("Scenes", ["Geometry", "VisualEffects"], settings: quick, tested: ["HeadlessSession"]),
  // Compiled for size, this module takes a tenth more instructions to lay out a bar, and saves only .07 MB.
  glass.pure("Views", ["Geometry", "Localization", "Scenes", "VisualEffects"], tested: []),
  glass.pure("GlassModel", ["Geometry", "Scenes"], settings: compact, tested: []),
  glass.wrapper("Typography", ["CPango", "CPixels", "Geometry", "Scenes"], settings: compact, tested: []),
  // Only the interface of renderers is bound to the main actor: closures that are would check that for every pixel.
  glass.pure(
    "Rendering", ["Geometry", "Scenes", "VisualEffects"], settings: quick, tested: [], isolation: mainActor),
  glass.wrapper(
    "RenderingGLES", ["CEGL", "CWayland", "Geometry", "Rendering", "Scenes", "VisualEffects"],
    settings: compact,
    // The tests compare what this renderer and `RenderingCPU` draw with the same pictures.
    tests: "RendererPictureTests",
    tested: [
      "BarUI", "CPlatform", "GlassModel", "ModuleModel", "Notifications", "Pictures", "RenderingCPU",
      "Settings", "ShellModel", "Typography", "Views",
    ],
    without: ["Golden"]),
  glass.pure(
    "RenderingCPU", ["CPixels", "Geometry", "Rendering", "Scenes", "VisualEffects"], settings: quick),
  glass.wrapper(
    "Wayland",
    ["CPlatform", "CWayland", "CWaylandCursor", "CXkbcommon", "Geometry", "Loop"],
    plugins: ["WaylandBindings"], settings: compact, tested: ["WaylandTestSupport"]),
  glass.wrapper(
    "LiveGlass",
    [
      "CPlatform", "Geometry", "GlassModel", "Loop", "Rendering", "RenderingCPU", "RenderingGLES", "Scenes",
      "Typography", "Views", "VisualEffects", "Wayland",
    ], settings: compact, tested: ["HeadlessSession", "WaylandTestSupport"]),
]

let desktop = Layer(name: "Desktop", settings: small)
let desktopTargets: [[Target]] = [
  desktop.pure("DesktopModel", ["Geometry", "Localization", "TextProcessing"], tested: []),
  desktop.wrapper(
    "CompositorSources", ["DesktopModel", "Geometry", "Loop", "Wayland"],
    tested: ["HeadlessSession", "TextProcessing", "WaylandTestSupport"]),
  desktop.wrapper(
    "DBus", ["CPlatform", "CSystemd", "DesktopModel", "Geometry", "Loop"], tested: ["HeadlessSession"]),
  desktop.wrapper(
    "DesktopServices",
    [
      "CPipeWire", "CPlatform", "CPulse", "DBus", "DesktopModel", "Geometry", "Localization", "Loop",
      "TextProcessing",
    ],
    tested: ["HeadlessSession"]),
  desktop.wrapper(
    "Pictures", ["CPictureFormats", "CPlatform", "DesktopModel", "Geometry", "GlassModel", "Loop", "Scenes"],
    tested: ["HeadlessSession"]),
]

let shell = Layer(name: "Shell", settings: small)
let shellTargets: [[Target]] = [
  shell.pure("ModuleModel", ["Localization", "Scenes", "TextProcessing", "VisualEffects"], tested: []),
  shell.pure(
    "Settings",
    [
      "DesktopModel", "Geometry", "GlassModel", "Localization", "ModuleModel", "Scenes", "TextProcessing",
      "VisualEffects",
    ],
    tested: ["BarUI", "Notifications", "ShellModel", "Toml", "Typography"], isolation: mainActor),
  shell.wrapper("Toml", ["CTomlplusplus", "Loop", "Settings", "TextProcessing"]),
  shell.pure(
    "Import", ["ModuleModel", "Settings", "TextProcessing", "VisualEffects"], tested: ["Loop", "Toml"],
    isolation: mainActor,
    without: ["Fixtures"]),
  shell.pure(
    "ShellModel", ["DesktopModel", "Geometry", "ModuleModel", "Scenes", "Settings", "VisualEffects"],
    tested: []),
  shell.pure(
    "ModuleReadings", ["BarUI", "DesktopModel", "Localization", "ModuleModel", "Settings", "TextProcessing"],
    tested: []),
  shell.wrapper(
    "Modules",
    [
      "BarUI", "CompositorSources", "DBus", "DesktopModel", "DesktopServices", "Geometry", "Localization",
      "Loop", "ModuleModel", "ModuleReadings", "Notifications", "Scenes", "Settings", "TextProcessing",
    ], tested: ["CPlatform", "HeadlessSession", "Typography", "Views", "VisualEffects"]),
  shell.pure(
    "BarUI",
    [
      "Geometry", "Localization", "ModuleModel", "Scenes", "Settings", "ShellModel", "Views", "VisualEffects",
    ],
    tested: []),
  shell.wrapper(
    "ShellSurfaces",
    [
      "BarUI", "DBus", "DesktopModel", "DesktopServices", "Geometry", "GlassModel", "LiveGlass", "Loop",
      "ModuleModel", "Notifications", "NotificationService", "Pictures", "Rendering", "RenderingGLES",
      "Scenes", "Settings", "ShellModel", "Typography", "Views", "VisualEffects", "Wayland",
    ], tested: ["HeadlessSession", "ShellTestSupport"]),
  shell.pure(
    "Notifications",
    [
      "DesktopModel", "Geometry", "Localization", "ModuleModel", "Scenes", "Settings", "TextProcessing",
      "Views", "VisualEffects",
    ],
    settings: fast, tested: []),
  shell.wrapper(
    "NotificationService",
    [
      "Control", "CPlatform", "CSQLite", "CSystemd", "DBus", "DesktopModel", "Geometry", "Loop",
      "Notifications", "Scenes", "Settings", "TextProcessing",
    ], tested: ["HeadlessSession"]),
  shell.wrapper("Control", ["CPlatform", "Geometry", "Loop", "TextProcessing"], tested: []),
  shell.wrapper(
    "Application",
    [
      "BarUI", "CompositorSources", "Control", "CPlatform", "DBus", "DesktopModel", "DesktopServices",
      "Geometry", "GlassModel", "LiveGlass", "Localization", "Loop", "ModuleModel", "Modules",
      "Notifications", "NotificationService", "Pictures", "Rendering", "RenderingCPU", "RenderingGLES",
      "Scenes", "Settings",
      "ShellModel", "ShellSurfaces", "TextProcessing", "Toml", "Typography", "Wayland",
    ], tested: ["HeadlessSession", "VisualEffects", "WaylandTestSupport"]),
]

let programs = Layer(name: "Programs", settings: compact)
let commands: [Target.Dependency] = [
  "Application", "Arguments", "CLateLibraries", "Control", "CPlatform", "Demonstration", "Gallery",
  "Geometry", "GlassModel", "HeadlessSession", "Import", "Loop", "ModuleModel", "Modules", "Notifications",
  "NotificationService", "Pictures", "Rendering", "Scenes", "Settings", "ShellModel", "ShellSurfaces",
  "TextProcessing", "Toml", "Typography", "Views", "VisualEffects",
]
let programTargets: [[Target]] = [
  programs.pure("Arguments", settings: [.defaultIsolation(MainActor.self)], tested: [], isolation: mainActor),
  programs.program("WaylandScanner", ["CExpat"], settings: strict + unoptimised, tested: []),
  programs.pure(
    "Gallery", ["Geometry", "Scenes", "Views", "VisualEffects"], tested: []),
  // Functions of this target block, which suits demonstrations and tests, and not the bar's one thread.
  programs.pure("HeadlessSession", ["Loop"]),
  programs.wrapper(
    "Demonstration",
    [
      "DBus", "DesktopModel", "Geometry", "HeadlessSession", "Loop", "NotificationService", "Pictures",
      "Scenes",
    ]),
  programs.program("hyaline", commands, linking: linkedLate + linkedSmall, tested: []),
  programs.program("BlurredStatusBar", ["LiveGlass"], path: "Examples/BlurredStatusBar"),
  programs.program("Islands", ["LiveGlass"], path: "Examples/Islands"),
  programs.program("SlidingPanel", ["LiveGlass"], path: "Examples/SlidingPanel"),
  programs.program(
    "RenderingBenchmark",
    [
      "BarUI", "Geometry", "ModuleModel", "Notifications", "Rendering", "RenderingCPU", "RenderingGLES",
      "Scenes", "Settings", "ShellModel", "Typography", "Views", "VisualEffects",
    ]),
  // A program for the benchmarks, which captures the screen over time.
  programs.program("ScreenWatch", ["Geometry", "Loop", "Wayland"]),
]

let testing: [Target] = [
  .target(
    name: "TestSupport",
    dependencies: ["DBus", "DesktopModel", "Geometry", "HeadlessSession", "Loop", "Scenes", "VisualEffects"],
    // References in double precision take minutes without optimisation.
    path: "Tests/TestSupport", swiftSettings: strict + [.unsafeFlags(["-O"])]),
  .target(
    name: "WaylandTestSupport", dependencies: ["Wayland"], path: "Tests/WaylandTestSupport",
    swiftSettings: mainActor),
  .target(
    name: "ShellTestSupport",
    dependencies: [
      "BarUI", "Geometry", "LiveGlass", "Loop", "ModuleModel", "Rendering", "Scenes", "ShellSurfaces",
      "TestSupport", "VisualEffects",
    ], path: "Tests/ShellTestSupport", swiftSettings: mainActor),
  .testTarget(
    name: "LiveTests",
    dependencies: [
      "BarUI", "CompositorSources", "CXkbcommon", "DBus", "DesktopModel", "DesktopServices", "Geometry",
      "GlassModel", "HeadlessSession", "LiveGlass", "Loop", "ModuleModel", "Notifications",
      "NotificationService", "Pictures", "Rendering", "RenderingCPU", "RenderingGLES", "Scenes", "Settings",
      "ShellModel", "ShellSurfaces", "ShellTestSupport", "TestSupport", "TextProcessing", "Typography",
      "Views", "VisualEffects", "Wayland",
    ], swiftSettings: mainActor),
]

let package = Package(
  name: "hyaline",
  products: [
    .executable(name: "hyaline", targets: ["hyaline"]),
    .library(name: "VisualEffects", targets: ["VisualEffects"]),
    .library(name: "LiveGlass", targets: ["LiveGlass"]),
    .executable(name: "BlurredStatusBar", targets: ["BlurredStatusBar"]),
    .executable(name: "Islands", targets: ["Islands"]),
    .executable(name: "SlidingPanel", targets: ["SlidingPanel"]),
  ],
  targets: c + [.plugin(name: "WaylandBindings", capability: .buildTool(), dependencies: ["WaylandScanner"])]
    + [baseTargets, glassTargets, desktopTargets, shellTargets, programTargets].joined().joined() + testing,
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
