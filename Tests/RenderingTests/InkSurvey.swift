import Measures
import Rendering
import Scenes
import TestSupport
import VisualEffects

/// Ink of several kinds all over a mosaic of backdrops, drawn at once and measured tile by tile.
final class InkSurvey {
  /// Where ink lies in a tile.
  enum Pattern {
    /// Small blocks side by side in the middle, beyond the reach of a blur of half a pixel from the next tile.
    case middle
    /// Oblique strokes over all of it.
    case everywhere
  }

  /// Where ink is on its sheet, and what it is promised.
  nonisolated struct Promise: Sendable {
    var name: String
    var ink: Ink
    var isTemplate = false
    var contrast: Double
  }

  let mosaic: Mosaic
  let pattern: Pattern
  private let preview: GlassPreview
  private let scale: Double

  init(_ mosaic: Mosaic, _ pattern: Pattern, scale: Double) throws {
    self.mosaic = mosaic
    self.pattern = pattern
    self.scale = scale
    let coverages = Coverages(mosaic, pattern)
    self.coverages = coverages
    preview = GlassPreview(try unsafe GraphicsContext(display: nil)) { text in
      // A scene without ink asks for no text at all.
      text.string.isEmpty
        ? TextBitmap(size: PixelSize(width: 0, height: 0), coverage: [])
        : TextBitmap(size: mosaic.picture.size, coverage: coverages[text.string])
    }
  }

  private let coverages: Coverages

  /// What falls short of its promise, in words; empty if nothing does.
  func failures(
    _ promises: [Promise], on material: Material, _ legibility: Legibility,
    fill: VibrancyEffect.Style? = nil
  ) throws -> [String] {
    let scene = scene(promises, on: material, legibility, fill: fill)
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
          ? "\(promise.name) on \(material.name) over \(backdrop), promised \(promise.contrast): \(worst)"
          : nil
      }
    }
  }

  /// How far legibility moves the material for this ink, the mean over the mosaic: 0 … 1.
  func meanFill(_ promises: [Promise], on material: Material, _ legibility: Legibility) throws -> Double {
    func finished(_ legibility: Legibility) throws -> Bitmap {
      let scene = scene(promises, on: material, legibility, fill: nil).withoutInk
      return try preview.picture(of: scene, over: mosaic.picture, scale: scale)
    }
    return InkContrast.meanFill(
      of: try finished(legibility), from: try finished(.off), isDark: material.isDark)
  }

  private func scene(
    _ promises: [Promise], on material: Material, _ legibility: Legibility, fill: VibrancyEffect.Style?
  ) -> Scene {
    let frame = PixelRect(mosaic.picture.size)
    var content: [Node] = fill.map { [.fill(FillNode(frame: frame, ink: .vibrant($0)))] } ?? []
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
    return Scene(size: frame.size, material: material, legibility: legibility, content: content)
  }
}

/// Coverage of a whole mosaic by the first, second … of so many inks.
private final class Coverages {
  private let mosaic: Mosaic
  private let pattern: InkSurvey.Pattern
  private var known: [String: [UInt8]] = [:]

  init(_ mosaic: Mosaic, _ pattern: InkSurvey.Pattern) {
    (self.mosaic, self.pattern) = (mosaic, pattern)
  }

  /// `name` is `2 of 4`.
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
