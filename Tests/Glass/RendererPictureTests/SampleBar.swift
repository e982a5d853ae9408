import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Typography
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// A bar in one state over a desktop, drawn off screen from the readings to the pixels.
nonisolated struct SampleBar: Sendable, CustomTestStringConvertible {
  var name: String
  var appearance = Appearance.dark
  var scale = 1.0
  var edge = OutputEdge.top
  /// The readings of the zone's modules.
  var start = [ModuleReading.text("Hyaline")]
  var center = [ModuleReading.text("Tue 14 Jul  09:41")]
  var end = [ModuleReading.text("42 °C"), .text("0.31")]
  /// Diagnostics of the settings, which the bar shows in place of readings.
  var diagnostics: [String] = []

  init(_ name: String, _ change: (inout SampleBar) -> Void = { _ in }) {
    self.name = name
    change(&self)
  }

  var testDescription: String { name }

  /// The fonts in the order in which glyphs are looked up, so that no other fonts of the machine are used.
  ///
  /// FONTCONFIG_FILE would exclude those as well, but it is read once per process, which other tests share. The font
  /// of emoji is not named: fontconfig would put it first, and take digits from it.
  static let families = ["DejaVu Sans", "Noto Sans CJK JP"]

  /// The size of the output in logical pixels: as wide as the bar, and deep enough for the support of its blur.
  private static let output = LogicalSize(width: 640, height: 120)
  private static let height = 32.0

  /// The picture of the bar as it is seen on the screen.
  @MainActor func picture() throws -> Bitmap {
    let (text, state) = (TextEngine(), state)
    let size = PixelSize(width: pixels(Self.output.width), height: pixels(Self.output.height))
    let height = pixels(Self.height)
    let frame = PixelRect(
      x: 0, y: edge == .top ? 0 : size.height - height, width: size.width, height: height)
    let material = state.settings.effect(named: state.settings.bar.material).material(
      isDark: state.presentation.look != .light)
    let renderer = try OffScreen.renderer(output: size) { text.rasterise($0) }
    let id = SurfaceID(1)
    try renderer.openSurface(
      id, window: nil, glass: Glass(frame: frame, scale: scale, leak: .opaque, material: material))
    try renderer.setBackground(.picture(TestPictures.desktop(size)))
    let scene = BarView(state: state, size: frame.size, scale: scale, material: material)
      .scene(measurer: text)
    try #require(try renderer.draw(id, scene))
    return try renderer.snapshot(id)
  }

  private func pixels(_ logical: Double) -> Int { Int((logical * scale).rounded()) }

  /// The state that the model has after the readings.
  private var state: State {
    let now = Instant(sinceOrigin: .zero)
    let names = zip(["start", "center", "end"], [start, center, end]).map { zone, readings in
      readings.indices.map { ModuleName(.text, "\(zone)\($0)") }
    }
    var settings = Settings()
    settings.appearance = appearance
    settings.bar.edge = edge
    settings.bar.font = Self.families.joined(separator: ",") + " 11"
    (settings.bar.start, settings.bar.center, settings.bar.end) = (names[0], names[1], names[2])
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: now)
    for (name, reading) in zip(names.joined(), start + center + end) {
      _ = state.update(.moduleReadingChanged(name, reading), now: now)
    }
    if !diagnostics.isEmpty { _ = state.update(.settingsRejected(diagnostics), now: now) }
    return state
  }
}
