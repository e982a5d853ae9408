import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

/// Glass that bends its backdrop, compared with a reference in double precision. All figures are in 1/255.
@Suite(.serialized, .everyRenderer) struct RefractionTests {
  private static let size = PixelSize(width: 260, height: 150)
  private static let frame = PixelRect(x: 14, y: 21, width: 220, height: 96)
  private static let references = References<Bending, Bent>()

  /// A picture behind the sheet.
  private enum Backdrop: Hashable {
    case subject(Subject)
    /// Black and white fields of 8 × 8 pixels.
    case checkerboard

    var picture: Bitmap {
      switch self {
      case .subject(let subject): subject.picture(size)
      case .checkerboard: TestBackdrop.checkerboards[4].drawn(size)
      }
    }
  }

  /// The figures on which the bent look of a backdrop depends.
  private struct Bending: Hashable {
    var backdrop: Backdrop
    var frame: PixelRect
    var scale, radius, dispersion: Double
    var chain: ColourChain
  }

  /// The look of a sheet, and the pixels that it covers wholly, row by row.
  private struct Bent {
    var picture: ReferencePicture
    var isCovered: [Bool]
  }

  @Test(arguments: [1, 1.25, 1.5, 2], [5.0, 10])
  func `bent glass is the reference's`(scale: Double, radius: Double) throws {
    let material = Self.material(radius)
    let preview = try OffScreen.preview()
    var backdrops = [Subject.photo, .noise, .columns, .shapes].map(Backdrop.subject)
    // Thin blurs leave some of the fields to be seen.
    if radius < 10 { backdrops.append(.checkerboard) }
    for backdrop in backdrops {
      let shown = try preview.picture(of: Self.scene(material, scale), over: backdrop.picture, scale: scale)
      let difference = Self.difference(shown, material, scale, over: backdrop)
      if difference.max > 1.5 {
        Issue.record("\(difference.saved(as: "bent-\(backdrop)-\(scale)-\(radius)"))")
      }
    }
  }

  @Test func `bent glass is coloured as the reference's`() throws {
    // A chain without limits gives the same whether it is applied to small cells or to those of the reference.
    let material = Self.material(5, ColourChain(saturation: 0.6, fill: [1, 1, 1, 0.2]))
    let backdrop = Backdrop.subject(.shapes)
    let shown = try OffScreen.preview().picture(
      of: Self.scene(material, 1.5), over: backdrop.picture, scale: 1.5)
    let difference = Self.difference(shown, material, 1.5, over: backdrop)
    if difference.max > 1.5 { Issue.record("\(difference.saved(as: "bent-coloured"))") }
  }

  @Test func `red is bent less and blue more where glass disperses`() throws {
    var material = Self.material(5)
    material.refraction.dispersion = 0.02
    let backdrop = Backdrop.subject(.shapes)
    let shown = try OffScreen.preview().picture(
      of: Self.scene(material, 2), over: backdrop.picture, scale: 2)
    #expect(Self.difference(shown, material, 2, over: backdrop).max <= 1.5)
    material.refraction.dispersion = 0
    #expect(Self.difference(shown, material, 2, over: backdrop).max > 2.5)
  }

  @Test(arguments: [4.0, 5]) func `live glass follows a change in the part of the backdrop that it bends`(
    radius: Double
  ) throws {
    let frame = PixelRect(x: 0, y: 40, width: 260, height: 60)
    let stage = try LiveStage(
      Subject.photo.picture(Self.size), frame: frame,
      material: Self.material(radius, Material(.systemThinMaterial, isDark: false).chain),
      leak: .forBlur(sigma: radius))
    try stage.settle()
    // Thin blurs of an estimate in blocks of 4 px are less exact by design.
    let limits = (max: 3.5, mean: 0.6)
    for (seed, change) in [
      PixelRect(x: 90, y: 66, width: 9, height: 7), PixelRect(x: 200, y: 41, width: 30, height: 58),
    ]
    .enumerated() {
      let patch = TestPictures.photo(change.size, seed: UInt64(seed + 5))
      stage.output.background.draw(patch, x: change.x, y: change.y)
      _ = try stage.absorb(change)
      try stage.draw()
      try stage.settle()
      let lens = ReferenceLens(frame: frame, radius: 0, depth: 20, amount: 60, scale: 1)
      let glass = ReferenceGlass(
        chain: stage.glass.panes[0].material.chain, sigma: radius, leak: stage.glass.leak)
      let expected = lens.shown(glass, over: ReferencePicture(stage.output.background))
      let difference = PictureDifference(stage.shown, expected)
      if difference.max > limits.max || difference.mean > limits.mean {
        Issue.record("\(difference.saved(as: "bent-live-\(radius)-\(seed)"))")
      }
      let all = try LiveStage(
        stage.output.background, frame: frame,
        material: Self.material(radius, Material(.systemThinMaterial, isDark: false).chain),
        leak: .forBlur(sigma: radius))
      try all.settle()
      #expect(PictureDifference(stage.shown, ReferencePicture(all.shown)).max <= 2)
    }
  }

  @Test(
    arguments: [
      PixelRect(x: 0, y: 40, width: 260, height: 60), PixelRect(x: 13, y: 41, width: 231, height: 57),
    ], [1, 1.5])
  func `ink on live glass follows a change of the bent backdrop`(frame: PixelRect, scale: Double) throws {
    let text = StyledText(string: "ink", font: "Sans 11", scale: 1, maxWidth: nil)
    let item = TextNode(
      frame: PixelRect(x: 85, y: 18, width: 20, height: 10), text: text, ink: .vibrant(.label))
    let material = Self.material(5, Material(.systemThinMaterial, isDark: false).chain)
    func stage(_ background: Bitmap) throws -> LiveStage {
      let stage = try LiveStage(
        background, frame: frame, material: material, scale: scale, leak: .forBlur(sigma: 5 * scale),
        items: [item])
      stage.legibility = .standard
      try stage.draw()
      try stage.settle()
      return stage
    }
    let changing = try stage(Subject.photo.picture(Self.size))
    for seed in 1...3 {
      let change = PixelRect(x: frame.x + 60 * seed, y: frame.y + 4, width: 50, height: 44)
      let patch = TestPictures.photo(change.size, seed: UInt64(seed))
      changing.output.background.draw(patch, x: change.x, y: change.y)
      _ = try changing.absorb(change)
      try changing.draw()
      try changing.settle()
      #expect(
        PictureDifference(changing.shown, ReferencePicture(try stage(changing.output.background).shown)).max
          <= 2)
    }
  }

  @Test func `a sheet that moves bends what is behind it then`() throws {
    let (material, preview) = (Self.material(5), try OffScreen.preview())
    let backdrop = Backdrop.subject(.shapes)
    for shift in [0, 1, 9] {
      let frame = Self.frame.offset(x: shift, y: shift)
      let shown = try preview.picture(of: Self.scene(material, 1, frame), over: backdrop.picture, scale: 1)
      #expect(Self.difference(shown, material, 1, frame, over: backdrop).max <= 1.5)
    }
  }

  @Test(arguments: [2.0, 5, 12, 30]) func `glass is the same with and without ink over it`(
    radius: Double
  ) throws {
    var (material, size) = (Self.material(radius), PixelSize(width: 160, height: 60))
    material.chain = Material(.glassDark, isDark: true).chain
    // A text that covers nothing.
    let preview = try OffScreen.preview { _ in
      TextBitmap(size: size, coverage: Array(repeating: 0, count: size.width * size.height))
    }
    var sheet = EffectNode(frame: Self.frame, material: material, corners: Corners(Self.corner))
    let bare = Scene(size: Self.size, nodes: [.effect(sheet)])
    let place = PixelRect(x: 43, y: 38, width: size.width, height: size.height)
    let text = StyledText(string: "ink", font: "Sans 11", scale: 1, maxWidth: nil)
    sheet.content = [.text(TextNode(frame: place, text: text, ink: .vibrant(.label)))]
    let inked = Scene(size: Self.size, nodes: [.effect(sheet)])
    for subject in [Subject.photo, .noise, .shapes] {
      let backdrop = Backdrop.subject(subject).picture
      let pictures = try [bare, inked].map { try preview.picture(of: $0, over: backdrop, scale: 2) }
      let difference = PictureDifference(pictures[0], ReferencePicture(pictures[1]))
      if difference.max > 1 {
        Issue.record("\(difference.saved(as: "bent-inked-\(subject)-\(radius)"))")
      }
    }
  }

  /// A material that bends its backdrop. Previews are compared without a chain that has limits or curves, which their plans for
  /// thin blurs apply to smaller cells than the reference does.
  private static func material(_ radius: Double, _ chain: ColourChain = .identity) -> Material {
    Material(
      name: "bent", isDark: false, blurRadius: radius, chain: chain,
      refraction: Refraction(depth: 20, amount: 60))
  }

  private static let corner = 18.0

  private static func scene(_ material: Material, _ scale: Double, _ frame: PixelRect = frame) -> Scene {
    let sheet = EffectNode(
      frame: frame, material: material, legibility: .off, corners: Corners(corner), content: [])
    return Scene(size: size, nodes: [.effect(sheet)])
  }

  /// The difference from the reference in pixels that the sheet covers wholly.
  private static func difference(
    _ shown: Bitmap, _ material: Material, _ scale: Double, _ frame: PixelRect = frame,
    over backdrop: Backdrop
  ) -> PictureDifference {
    let bending = Bending(
      backdrop: backdrop, frame: frame, scale: scale, radius: material.blurRadius,
      dispersion: material.refraction.dispersion, chain: material.chain)
    let bent = references(bending) { reference(material, scale, frame, over: backdrop) }
    var expected = bent.picture
    let own = shown.cropped(to: frame)
    for index in bent.isCovered.indices where !bent.isCovered[index] {
      for channel in 0..<3 { expected.planes[channel][index] = Double(own.bytes[index * 4 + channel]) }
    }
    return PictureDifference(own, expected)
  }

  private static func reference(
    _ material: Material, _ scale: Double, _ frame: PixelRect, over backdrop: Backdrop
  ) -> Bent {
    var lens = ReferenceLens(
      frame: frame, radius: corner, depth: material.refraction.depth, amount: material.refraction.amount,
      scale: scale)
    lens.dispersion = material.refraction.dispersion
    let glass = ReferenceGlass(chain: material.chain, sigma: material.blurRadius * scale)
    let picture = lens.shown(glass, over: ReferencePicture(backdrop.picture))
    let isCovered = (0..<frame.width * frame.height).map { index in
      let (x, y) = (index % frame.width, index / frame.width)
      return lens.distance(SIMD2(Double(frame.x + x) + 0.5, Double(frame.y + y) + 0.5)) > 0.75
    }
    return Bent(picture: picture, isCovered: isCovered)
  }
}
