public import Geometry

/// The share of each pixel of a surface that ink covers, for measurements of contrast.
///
/// Text and templates count, whatever their ink; fills, pictures in colours of their own and emoji do not.
public struct InkCoverage: Equatable, Sendable {
  public let size: PixelSize
  /// The coverage of each pixel, 0 … 255, rows top to bottom.
  public private(set) var bytes: [UInt8]

  /// The coverage of a surface without ink.
  public init(_ size: PixelSize) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.width * size.height)
  }

  /// The coverage by every text and template of `scene`, at any depth; clipping by sheets is ignored.
  public init(_ scene: Scene, rasterise: (StyledText) -> TextBitmap) {
    self.init(scene.size)
    for node in scene.nodes { add(node, rasterise: rasterise) }
  }

  /// Adds one more node; where two overlap, the greater coverage holds.
  ///
  /// Fills count, with their whole frames, only if `countingFills` is true, for measurements of separators.
  public mutating func add(
    _ node: Node, countingFills: Bool = false, rasterise: (StyledText) -> TextBitmap
  ) {
    switch node {
    case .effect(let effect):
      for inner in effect.content { add(inner, countingFills: countingFills, rasterise: rasterise) }
    case .fill(let fill) where countingFills:
      add(fill.frame, fill.frame.size) { _ in 255 }
    case .text(let text):
      let bitmap = rasterise(text.text)
      add(text.frame, bitmap.size) { index in
        // Under a glyph with colours of its own the coverage may have any value.
        bitmap.colours.map { $0.bytes[4 * index + 3] == 0 } ?? true ? bitmap.coverage[index] : 0
      }
    case .image(let image) where image.ink != nil:
      let bitmap = image.bitmap.scaled(to: image.frame.size)
      add(image.frame, bitmap.size) { bitmap.bytes[4 * $0 + 3] }
    case .image, .fill:
      break
    }
  }

  private mutating func add(_ frame: PixelRect, _ size: PixelSize, _ coverage: (Int) -> UInt8) {
    let place = PixelRect(x: frame.x, y: frame.y, width: size.width, height: size.height)
      .intersection(frame).intersection(PixelRect(self.size))
    for y in place.y..<place.maxY {
      for x in place.x..<place.maxX {
        let index = y * self.size.width + x
        bytes[index] = max(bytes[index], coverage((y - frame.y) * size.width + x - frame.x))
      }
    }
  }
}

extension Scene {
  /// The scene with text and templates made invisible: the material that the contrast of ink is measured
  /// against. Their nodes stay, so that sheets have the same legibility.
  public var withoutInk: Scene { Scene(size: size, nodes: nodes.map(\.withoutInk)) }
}

extension Node {
  fileprivate var withoutInk: Node {
    switch self {
    case .effect(var effect):
      effect.content = effect.content.map(\.withoutInk)
      return .effect(effect)
    case .text(var text):
      text.text.string = ""
      return .text(text)
    case .image(var image) where image.ink != nil:
      image.bitmap = Bitmap(size: image.frame.size)
      return .image(image)
    case .image, .fill:
      return self
    }
  }
}
