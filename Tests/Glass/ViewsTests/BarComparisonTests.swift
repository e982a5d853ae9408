import BarUI
import Geometry
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

/// The bar that is placed by hand, and the same as a view: they show the same pixels, until the bar is a view itself.
@Suite struct BarComparisonTests {
  private struct Bar {
    var zones: [[String]]
    var size: PixelSize
    var scale: Double

    init(seed: UInt64) {
      var random = SplitMix(seed: seed)
      zones = ["s", "c", "e"].map { letter in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          let isLong = Int.random(in: 0...4, using: &random) == 0
          let letters = Int.random(in: 1...(isLong ? 60 : 12), using: &random)
          return Int.random(in: 0...9, using: &random) == 0
            ? "😀" + letter : String(repeating: letter, count: letters)
        }
      }
      size = PixelSize(
        width: Int.random(in: 60...2000, using: &random), height: Int.random(in: 20...60, using: &random))
      scale = [1, 1.25, 1.5, 2].randomElement(using: &random)!
    }
  }

  private let material = Material(.systemMaterial, isDark: true)

  private func byHand(_ bar: Bar, edge: OutputEdge = .top) -> Scene {
    func name(_ zone: Int, _ index: Int) -> ModuleName { ModuleName(.text, "\(zone)-\(index)") }
    var settings = Settings()
    settings.bar.start = bar.zones[0].indices.map { name(0, $0) }
    settings.bar.center = bar.zones[1].indices.map { name(1, $0) }
    settings.bar.end = bar.zones[2].indices.map { name(2, $0) }
    settings.bar.cornerRadius = 40
    settings.bar.edge = edge
    var state = State()
    let now = Instant(sinceOrigin: .zero)
    _ = state.update(.settingsLoaded(settings), now: now)
    for (zone, texts) in bar.zones.enumerated() {
      for (index, text) in texts.enumerated() {
        _ = state.update(.moduleContentChanged(name(zone, index), .text(text)), now: now)
      }
    }
    return BarView(state: state, size: bar.size, scale: bar.scale, material: material)
      .scene(measurer: MonospaceMeasurer())
  }

  private func asView(_ bar: Bar) -> LaidOutView {
    let zones = ZoneStack(spacing: 20) {
      for text in bar.zones[0] { Text(text) }
    } center: {
      for text in bar.zones[1] { Text(text) }
    } end: {
      for text in bar.zones[2] { Text(text) }
    }
    let view = zones.padding(horizontal: 12).frame(maxHeight: .infinity)
      .glass(material, GlassStyle(corners: LogicalCorners(40)))
    return layout(
      view, in: Proposal(bar.size),
      environment: ViewEnvironment(scale: bar.scale, font: Settings().bar.font),
      measurer: MonospaceMeasurer())
  }

  @Test(arguments: (1...400).map { UInt64($0) })
  func `a bar of three zones is the same, but for a centre that now stays in the middle`(seed: UInt64) throws
  {
    let bar = Bar(seed: seed)
    let (old, new) = (byHand(bar), asView(bar).scene)
    if old == new { return }
    // The centre was pushed away, and is not any more.
    #expect(old.texts.count == new.texts.count, "seed \(seed)")
    let (centre, oldCentre) = (zone("c", in: new), zone("c", in: old))
    #expect(!centre.isEmpty, "seed \(seed)")
    #expect(oldCentre.x != (bar.size.width - oldCentre.width) / 2, "seed \(seed)")
    #expect(centre.x == (bar.size.width - centre.width) / 2, "seed \(seed): \(centre)")
  }

  /// A line for each module, as high as it comes, limited by the bar's width.
  private func asUprightView(_ bar: Bar) -> LaidOutView {
    let zones = ZoneStack(spacing: 20, isUpright: true) {
      for text in bar.zones[0] { Text(text) }
    } center: {
      for text in bar.zones[1] { Text(text) }
    } end: {
      for text in bar.zones[2] { Text(text) }
    }
    return layout(
      zones.padding(horizontal: 3, vertical: 12).glass(material, GlassStyle(corners: LogicalCorners(40))),
      in: Proposal(bar.size),
      environment: ViewEnvironment(scale: bar.scale, font: Settings().bar.font),
      measurer: MonospaceMeasurer())
  }

  @Test(arguments: (1...200).map { UInt64($0) })
  func `a bar at a side is the same`(seed: UInt64) {
    var bar = Bar(seed: seed)
    bar.size = PixelSize(width: 2 * bar.size.height, height: max(bar.size.width, 100))
    #expect(byHand(bar, edge: .left) == asUprightView(bar).scene, "seed \(seed): \(bar)")
  }

  @Test func `most random bars are the same`() {
    let same = (1...400).filter { seed in
      let bar = Bar(seed: UInt64(seed))
      return byHand(bar) == asView(bar).scene
    }
    #expect(same.count > 300)
  }

  /// The room that the texts of a zone take, which are known by their letter.
  private func zone(_ letter: Character, in scene: Scene) -> PixelRect {
    scene.texts.filter { $0.text.string.contains(letter) }.reduce(PixelRect.empty) { $0.union($1.frame) }
  }
}
