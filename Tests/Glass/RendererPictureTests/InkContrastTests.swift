import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// Contrast measured on finished pixels, where it is hardest to reach.
@Suite(.serialized, .everyRenderer) struct InkContrastTests {
  static let size = PixelSize(width: 203, height: 96)
  /// The thinnest and the strongest materials, light and dark.
  nonisolated static let materials = [
    "systemUltraThinMaterialLight", "systemUltraThinMaterialDark", "systemChromeMaterialDark",
    "notificationBannerDark", "light", "extraDark",
  ]

  static let hard = ["5 px", "64 px", "hue 0° to its complement, right", "photo"].compactMap { name in
    TestBackdrop.structured.first { $0.name.contains(name) }
  }

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 3))
  func `every ink pixel has the contrast that is promised`(name: String, contrast: Double) throws {
    let material = try #require(Material.named(name, isDark: true))
    let stage = try InkStage(legibility: Legibility(contrast: contrast))
    try #require(Self.hard.count == 4, "a backdrop is missing")
    for backdrop in Self.hard {
      let picture = backdrop.drawn(Self.size)
      for ink in InkStage.inks {
        let promised = ink.style == .tertiaryLabel || ink.style == .quaternaryLabel ? 3 : contrast
        for fill in ink.style == .secondaryLabel ? [VibrancyEffect.Style.fill] : [nil] {
          let worst = try #require(try stage.worst(ink.ink, material, fill: fill, over: picture))
          if worst.contrast < promised {
            Issue.record("\(name), \(ink.ink), fill \(fill != nil), \(backdrop): \(worst)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: ["systemUltraThinMaterialLight", "systemUltraThinMaterialDark"], [Leak.standard, .fine])
  func `live glass keeps the promise with the black and white that it has`(name: String, leak: Leak) throws {
    let material = try #require(Material.named(name, isDark: true))
    let frame = PixelRect(x: 0, y: 0, width: 203, height: 40)
    var blots = Bitmap(size: frame.size)
    for index in 0..<frame.area where index % 203 % 8 < 4 && index / 203 % 9 < 5 {
      blots.bytes[index * 4 + 3] = 255
    }
    for backdrop in Self.hard {
      let stage = try LiveStage(backdrop.drawn(Self.size), frame: frame, material: material, leak: leak)
      stage.legibility = .standard
      for style in [VibrancyEffect.Style.label, .secondaryLabel] {
        func shown(_ bitmap: Bitmap) throws -> Bitmap {
          stage.content = [.image(ImageNode(frame: frame, bitmap: bitmap, ink: .vibrant(style)))]
          try stage.draw()
          #expect(try stage.settle() != nil)
          return stage.shown
        }
        let without = try shown(Bitmap(size: frame.size))
        let coverage = stride(from: 3, to: blots.bytes.count, by: 4).map { blots.bytes[$0] }
        let worst = try #require(
          InkContrast(material: without).worst(
            of: try shown(blots), coverage: coverage, in: PixelRect(frame.size)))
        #expect(worst.contrast >= 4.5, "\(style), \(backdrop): \(worst)")
      }
    }
  }

  @Test(arguments: ["systemMaterialLight", "systemUltraThinMaterialDark"])
  func `the guarantee is met at every size of blur`(name: String) throws {
    var material = try #require(Material.named(name, isDark: true))
    let stage = try InkStage(legibility: .standard)
    for sigma in [0.5, 1.5, 3, 5, 9, 15] {
      material.blurRadius = sigma
      for backdrop in Self.hard {
        let worst = try #require(
          try stage.worst(.vibrant(.label), material, fill: nil, over: backdrop.drawn(Self.size)))
        #expect(worst.contrast >= 4.5, "sigma \(sigma), \(backdrop): \(worst)")
      }
    }
  }

  @Test(arguments: ["systemUltraThinMaterialLight", "systemUltraThinMaterialDark", "dark"])
  func `ink and material are the reference's`(name: String) throws {
    let material = try #require(Material.named(name, isDark: true))
    let stage = try InkStage(legibility: .standard)
    let backdrop = TestPictures.desktop(Self.size)
    let glass = ReferenceGlass(chain: material.chain, sigma: material.blurRadius)
    for (ink, style) in InkStage.inks {
      let level: Double
      let colour: (SIMD3<Double>) -> SIMD3<Double>
      switch ink {
      case .colour(let own), .plain(let own): (level, colour) = (own.w, { _ in SIMD3(own.x, own.y, own.z) })
      case .vibrant(let style):
        level = style.level(isDark: material.isDark, legibility: .standard)
        colour = { VibrancyEffect.ColourMatrix.of(style, isDark: material.isDark).apply($0) }
      }
      let bounds = Legibility.standard.bounds(
        isDark: material.isDark, leastInk: style == .secondaryLabel ? level : 1,
        inkLuminance: style == nil
          ? Legibility.keptLuminance(of: colour(.zero), isDark: material.isDark) : nil)
      let expected = ReferenceGlass.inked(
        glass.finished(over: ReferencePicture(backdrop), bounds: bounds), coverage: stage.coverage,
        level: level, promised: style.flatMap { Legibility.standard.aim(of: $0) } ?? 4.5,
        bounds: bounds, colour: colour)
      let difference = PictureDifference(try stage.shown(ink, material, over: backdrop), expected)
      // Ink is limited by the extremes of the grid, which may lie up to 6 px away, so it is moved a little farther
      // than in the reference; a label, whose aim is the highest, is moved the most.
      if difference.max > 10 || difference.mean > 0.8 {
        Issue.record("\(ink): \(difference.saved(as: "ink-\(name)"))")
      }
    }
  }
}

/// Spots of ink on glass over a picture.
struct InkStage {
  static let inks: [(ink: Ink, style: VibrancyEffect.Style?)] =
    [VibrancyEffect.Style.label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel].map { (.vibrant($0), $0) }
    + [(.colour([0.9, 0.2, 0.15, 1]), nil), (.colour([0.2, 0.75, 0.3, 0.8]), nil)]

  private let preview: any GlassPreviewing
  let legibility: Legibility
  private let blots: [UInt8]
  private let frame = PixelRect(x: 0, y: 0, width: 203, height: 96)

  @MainActor init(legibility: Legibility) throws {
    let blots = (0..<frame.area).map { index -> UInt8 in
      index % 203 % 7 < 4 && index / 203 % 9 < 5 ? 255 : index % 203 % 7 == 5 ? 100 : 0
    }
    let size = frame.size
    preview = try OffScreen.preview { text in
      // A scene without ink has texts that are empty.
      TextBitmap(
        size: size, coverage: text.string.isEmpty ? [UInt8](repeating: 0, count: blots.count) : blots)
    }
    self.blots = blots
    self.legibility = legibility
  }

  /// The coverage of each pixel by ink, 0 … 1.
  var coverage: [Double] { blots.map { Double($0) / 255 } }

  @MainActor func shown(_ ink: Ink, _ material: Material, over backdrop: Bitmap) throws -> Bitmap {
    let text = StyledText(string: "blots", font: "", scale: 1, maxWidth: nil)
    let content = [Node.text(TextNode(frame: frame, text: text, ink: ink))]
    let scene = Scene(size: frame.size, material: material, legibility: legibility, content: content)
    return try preview.picture(of: scene, over: backdrop, scale: 1)
  }

  @MainActor func worst(
    _ ink: Ink, _ material: Material, fill: VibrancyEffect.Style?, over backdrop: Bitmap
  ) throws -> InkContrast.Worst? {
    let text = StyledText(string: "blots", font: "", scale: 1, maxWidth: nil)
    var content: [Node] = [.text(TextNode(frame: frame, text: text, ink: ink))]
    if let fill {
      let place = PixelRect(x: 31, y: 20, width: 140, height: 50)
      content.insert(.fill(FillNode(frame: place, corners: Corners(14), ink: .vibrant(fill))), at: 0)
    }
    let scene = Scene(size: frame.size, material: material, legibility: legibility, content: content)
    let shown = try preview.picture(of: scene, over: backdrop, scale: 1)
    let without = try preview.picture(of: scene.withoutInk, over: backdrop, scale: 1)
    return InkContrast(material: without).worst(of: shown, coverage: blots, in: frame)
  }
}
