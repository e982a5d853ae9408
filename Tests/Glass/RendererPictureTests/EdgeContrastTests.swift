import BarUI
import Geometry
import ModuleModel
import Rendering
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

/// The lines along the edges of controls and of fills where more contrast is wanted, measured on pixels.
@Suite(.serialized, .everyRenderer) struct EdgeContrastTests {
  private nonisolated enum Act: ViewAction {
    case change
  }

  private nonisolated static let materials = [
    "systemUltraThinMaterialDark", "systemUltraThinMaterialLight", "glassDark", "glassLight",
  ]
  /// Black, blue, grey, red and white.
  private nonisolated static let backdrops = [0, 8, 364, 648, 728].map { TestBackdrop.flats[$0] }

  @Test(arguments: materials, backdrops)
  func `sliders, switches and progress have an edge that is seen`(name: String, backdrop: TestBackdrop) throws
  {
    let material = try #require(Material.named(name, isDark: false))
    var environment = ViewEnvironment(scale: 1, isDark: material.isDark, legibility: .enhanced)
    environment.edge = .stroked
    let panel = VStack(spacing: 16) {
      Text("Text")
      ProgressBar(20)
      Slider(20, Act.change)
      Toggle(isOn: false, label: "", Act.change)
      Toggle(isOn: true, label: "", Act.change)
    }
    .padding(20).frame(width: 200).glass(GlassSheet(BlurEffect(material: material)))
    let scene = layout(
      panel, in: Proposal(), environment: environment, measurer: MonospaceMeasurer()
    ).sharingInks().scene
    // A line around each of two tracks, two switches and the knobs of three.
    try expectEdges(7, in: scene, over: backdrop)
  }

  @Test(arguments: materials, backdrops)
  func `fills of modules have an edge that is seen`(name: String, backdrop: TestBackdrop) throws {
    let material = try #require(Material.named(name, isDark: false))
    var settings = Settings()
    settings.accessibility.increaseContrast = .on
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([], [], [])
    let fills: [ModuleFill] = [.accent, .vibrant(.fill), .vibrant(.tertiaryFill)]
    for (place, fill) in fills.enumerated() {
      let module = ModuleName(.text, "\(place)")
      settings.bar.start.append(module)
      settings.modules[module] = .defaults(of: .text)
      settings.modules[module]?.style.look.fill = fill
    }
    var state = State()
    let now = Instant(sinceOrigin: .zero)
    _ = state.update(.settingsLoaded(settings), now: now)
    for module in settings.bar.start {
      _ = state.update(.moduleReadingChanged(module, .text("text")), now: now)
    }
    let bar = BarView(
      state: state, size: PixelSize(width: 240, height: 32), scale: 1, material: material)
    try expectEdges(fills.count, in: bar.scene(measurer: MonospaceMeasurer()), over: backdrop)
  }

  /// Expects a number of opaque lines on the only sheet of a scene, and that each has a contrast of 3 with what is above it.
  private func expectEdges(_ count: Int, in scene: Scene, over backdrop: TestBackdrop) throws {
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no glass")
      return
    }
    let shown = try OffScreen.preview().picture(of: scene, over: backdrop.drawn(scene.size), scale: 1)
    func luminance(_ x: Int, _ y: Int) -> Double {
      let place = 4 * (y * scene.size.width + x)
      let channels = SIMD3(shown.bytes[place], shown.bytes[place + 1], shown.bytes[place + 2])
      return Luminance.of(SIMD3<Double>(channels) / 255)
    }
    let edges = sheet.content.compactMap { node -> PixelRect? in
      if case .effect(let effect) = node, effect.border?.colour.w == 1 { effect.frame } else { nil }
    }
    #expect(edges.count == count)
    for edge in edges {
      let x = edge.x + edge.width / 2
      // The switch around a knob begins two pixels above it.
      let contrast = Luminance.contrast(luminance(x, edge.y), luminance(x, edge.y - 3))
      #expect(contrast >= 3, "\(edge) over \(backdrop)")
    }
  }
}
