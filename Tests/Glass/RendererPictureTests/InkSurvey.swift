import Geometry
import Rendering
import RenderingGLES
import Scenes
import TestSupport
import Testing
import VisualEffects

/// Several kinds of ink on a mosaic of backdrops, drawn at once and measured tile by tile.
final class InkSurvey {
  /// The places of ink in a tile.
  enum Pattern {
    /// Small blocks side by side in the middle, farther from the next tile than a blur of half a pixel reaches.
    case middle
    /// Oblique strokes over the whole tile.
    case everywhere
  }

  /// An ink, and the contrast that is promised to it.
  nonisolated struct Promise: Sendable {
    var name: String
    var ink: Ink
    var isTemplate = false
    var contrast: Double
  }

  let mosaic: Mosaic
  let pattern: Pattern
  private let preview: any GlassPreviewing
  private let scale: Double

  init(_ mosaic: Mosaic, _ pattern: Pattern, scale: Double) throws {
    self.mosaic = mosaic
    self.pattern = pattern
    self.scale = scale
    let coverages = Coverages(mosaic, pattern)
    self.coverages = coverages
    preview = try OffScreen.preview { text in
      // A scene without ink has texts that are empty.
      text.string.isEmpty
        ? TextBitmap(size: PixelSize(width: 0, height: 0), coverage: [])
        : TextBitmap(size: mosaic.picture.size, coverage: coverages[text.string])
    }
  }

  private let coverages: Coverages

  /// Descriptions of all ink with less contrast than is promised; empty if there is none.
  func failures(
    _ promises: [Promise], on material: Material, _ legibility: Legibility,
    fill: Ink? = nil
  ) throws -> [String] {
    try failures(promises, in: scene(promises, on: material, legibility, fill: fill), "on \(material.name)")
  }

  /// Descriptions of all ink with less contrast than is promised where it lies on no glass, but on a colour.
  func failures(_ promises: [Promise], without ground: SIMD4<Double>) throws -> [String] {
    let fill = FillNode(frame: PixelRect(mosaic.picture.size), ink: .colour(ground))
    let scene = Scene(size: mosaic.picture.size, nodes: [.fill(fill)] + content(promises))
    return try failures(promises, in: scene, "on the screen")
  }

  /// Descriptions of all ink with less contrast than is promised on sheets side by side that flow together, each `width` pixels
  /// wide.
  func failures(
    _ promises: [Promise], on material: Material, _ legibility: Legibility, inPiecesOf width: Int
  ) throws -> [String] {
    let whole = mosaic.picture.size
    let parts = stride(from: 0, to: whole.width, by: width).map { x in
      Merging.Part(
        frame: PixelRect(x: x, y: 0, width: min(width, whole.width - x), height: whole.height),
        corners: .square)
    }
    var sheet = EffectNode(
      frame: PixelRect(whole), material: material, legibility: legibility, content: content(promises))
    sheet.merging = Merging(parts, distance: 8)
    let scene = Scene(size: whole, nodes: [.effect(sheet)])
    return try failures(promises, in: scene, "on merged \(material.name)")
  }

  /// Descriptions of all ink with less contrast than is promised in a scene, whose texts are those that `scene` makes of the promises.
  func failures(_ promises: [Promise], in scene: Scene, _ place: String) throws -> [String] {
    let shown = try preview.picture(of: scene, over: mosaic.picture, scale: scale)
    let finished = try preview.picture(of: scene.withoutInk, over: mosaic.picture, scale: scale)
    let contrast = InkContrast(material: finished)
    return promises.enumerated().flatMap { index, promise in
      let coverage = coverages["\(index) of \(promises.count)"]
      return zip(mosaic.backdrops, mosaic.tiles).compactMap { backdrop, tile in
        guard let worst = contrast.worst(of: shown, coverage: coverage, in: tile) else {
          return "no ink of \(promise.name) over \(backdrop)"
        }
        return worst.contrast < promise.contrast
          ? "\(promise.name) \(place) over \(backdrop), promised \(promise.contrast): \(worst)"
          : nil
      }
    }
  }

  /// The mean over the mosaic of how far legibility moves the material for this ink, 0 … 1.
  func meanFill(_ promises: [Promise], on material: Material, _ legibility: Legibility) throws -> Double {
    let (filled, pure) = try finished(promises, on: material, legibility)
    return InkContrast.meanFill(of: filled, from: pure, isDark: material.isDark)
  }

  /// The mean fill of each tile, without `reach` pixels at its edges, as the opacity of a plain fill.
  func opacities(
    _ promises: [Promise], on material: Material, _ legibility: Legibility, reach: Int
  ) throws -> [Double] {
    let (filled, pure) = try finished(promises, on: material, legibility)
    return mosaic.tiles.map { tile in
      let part = tile.outset(by: -reach)
      return InkContrast.meanOpacity(
        of: filled.cropped(to: part), from: pure.cropped(to: part), isDark: material.isDark)
    }
  }

  /// The material under ink, with legibility and without.
  private func finished(
    _ promises: [Promise], on material: Material, _ legibility: Legibility
  ) throws -> (filled: Bitmap, pure: Bitmap) {
    func drawn(_ legibility: Legibility) throws -> Bitmap {
      let scene = scene(promises, on: material, legibility, fill: nil).withoutInk
      return try preview.picture(of: scene, over: mosaic.picture, scale: scale)
    }
    return (try drawn(legibility), try drawn(.off))
  }

  private func scene(
    _ promises: [Promise], on material: Material, _ legibility: Legibility, fill: Ink?
  ) -> Scene {
    let fills = fill.map { [Node.fill(FillNode(frame: PixelRect(mosaic.picture.size), ink: $0))] } ?? []
    return scene(promises, on: material, legibility, over: fills)
  }

  /// A scene with the inks of promises on a sheet of glass, over other nodes on it.
  func scene(
    _ promises: [Promise], on material: Material, _ legibility: Legibility, over nodes: [Node]
  ) -> Scene {
    Scene(
      size: mosaic.picture.size, material: material, legibility: legibility,
      content: nodes + content(promises))
  }

  private func content(_ promises: [Promise]) -> [Node] {
    let frame = PixelRect(mosaic.picture.size)
    var content: [Node] = []
    for (index, promise) in promises.enumerated() {
      let name = "\(index) of \(promises.count)"
      if promise.isTemplate {
        var bitmap = Bitmap(size: frame.size)
        for (index, alpha) in coverages[name].enumerated() { bitmap.bytes[4 * index + 3] = alpha }
        content.append(.image(ImageNode(frame: frame, bitmap: bitmap, ink: promise.ink)))
      } else {
        let text = StyledText(string: name, font: "", scale: scale, maxWidth: nil)
        content.append(.text(TextNode(frame: frame, text: text, ink: promise.ink)))
      }
    }
    return content
  }
}

extension InkSurvey {
  /// Descriptions of all ink on `material` with less contrast than is promised, where a label is promised `contrast`.
  func failures(on material: Material, _ contrast: Double) throws -> [String] {
    let legibility = Legibility(contrast: contrast)
    let ranks = Promise.ranks(contrast)
    // A label without other ink has the least fill below it.
    var found = try failures([ranks[0]] + Promise.colours(contrast), on: material, legibility)
    found += try failures(ranks, on: material, legibility)
    // Each fill is drawn separately, since the strongest of several decides how much room all of them have.
    for fill in [VibrancyEffect.Style.fill, .secondaryFill, .tertiaryFill] {
      found += try failures(Array(ranks.prefix(2)), on: material, legibility, fill: .vibrant(fill))
    }
    return found
  }
}

extension InkSurvey.Promise {
  static func ranks(_ contrast: Double) -> [Self] {
    [
      .init(name: "label", ink: .vibrant(.label), contrast: contrast),
      .init(name: "secondaryLabel", ink: .vibrant(.secondaryLabel), contrast: contrast),
      .init(name: "tertiaryLabel", ink: .vibrant(.tertiaryLabel), contrast: 3),
      .init(name: "quaternaryLabel", ink: .vibrant(.quaternaryLabel), contrast: 3),
    ]
  }

  /// The colours of lamps and warnings, and the extreme colours.
  static func colours(_ contrast: Double) -> [Self] {
    let colours: [(String, SIMD4<Double>)] = [
      ("red", [1, 0.23, 0.19, 1]), ("orange", [1, 0.58, 0, 1]), ("yellow", [1, 0.8, 0, 1]),
      ("green", [0.2, 0.78, 0.35, 1]), ("blue", [0, 0.48, 1, 1]), ("black", [0, 0, 0, 1]),
      ("white", [1, 1, 1, 1]), ("grey", [0.5, 0.5, 0.5, 1]),
    ]
    return colours.map { .init(name: $0.0, ink: .colour($0.1), contrast: contrast) }
  }
}

/// Expects that there are no failures; the message has their number and the first four.
func expectNothing(_ failures: [String], at location: SourceLocation = #_sourceLocation) {
  #expect(
    failures.isEmpty, "\(failures.count): \(failures.prefix(4).joined(separator: "\n"))",
    sourceLocation: location)
}

/// The coverage of a whole mosaic by each of several inks.
private final class Coverages {
  private let mosaic: Mosaic
  private let pattern: InkSurvey.Pattern
  private var known: [String: [UInt8]] = [:]

  init(_ mosaic: Mosaic, _ pattern: InkSurvey.Pattern) {
    (self.mosaic, self.pattern) = (mosaic, pattern)
  }

  /// The coverage by the ink that `name` numbers, such as `2 of 4`.
  subscript(name: String) -> [UInt8] {
    if let coverage = known[name] { return coverage }
    let numbers = name.split(separator: " ").compactMap { Int($0) }
    let made =
      switch pattern {
      case .middle: InkPattern.blocks(mosaic, numbers[0], of: numbers[1])
      case .everywhere: InkPattern.strokes(mosaic, numbers[0], of: numbers[1])
      }
    known[name] = made
    return made
  }
}
