public import Geometry
public import VisualEffects

/// How views become nodes: the scale, the look and the promise of one surface at one moment.
public struct Resolution<Measurer: TextMeasurer> {
  /// Physical pixels per point.
  public var scale: Double
  /// Whether the appearance is dark: adaptive effects follow it, as does text that lies on none.
  public var isDark: Bool
  public var legibility: Legibility
  public var measurer: Measurer

  public init(scale: Double, isDark: Bool, legibility: Legibility = .standard, measurer: Measurer) {
    precondition(scale > 0 && scale.isFinite, "scale \(scale)")
    self.scale = scale
    self.isDark = isDark
    self.legibility = legibility
    self.measurer = measurer
  }

  /// The nodes of views that lie on a surface, back to front.
  ///
  /// Every edge comes to lie on a whole physical pixel: both ends of a frame are rounded, so that views that touch in
  /// points touch in pixels. What is invisible is left out.
  public func nodes(@ViewBuilder _ views: () -> ViewTree) -> [Node] {
    nodes(views().elements, in: Surroundings(x: 0, y: 0, material: nil, vibrancy: nil))
  }

  /// What a view lies in.
  private struct Surroundings {
    /// Its top left corner in points of the surface.
    var x, y: Double
    /// Of the nearest effect below; nil: none.
    var material: Material?
    var vibrancy: VibrancyEffect.Style?
  }

  private func nodes(_ elements: [Element], in surroundings: Surroundings) -> [Node] {
    elements.flatMap { element -> [Node] in
      switch element {
      case .effect(let view):
        return nodes(view, in: surroundings)
      case .vibrancy(let view):
        var inner = surroundings
        inner.vibrancy = view.effect.style
        return nodes(view.content.elements, in: inner)
      case .label(let label):
        return node(label, in: surroundings).map { [.text($0)] } ?? []
      case .image(let image):
        return node(image, in: surroundings).map { [.image($0)] } ?? []
      case .fill(let fill):
        return node(fill, in: surroundings).map { [.fill($0)] } ?? []
      }
    }
  }

  // MARK: Effects

  /// While an effect comes or goes the view without it lies below the view with it, whose alpha is the effect's
  /// presence: glass is opaque, so the two mix exactly.
  private func nodes(_ view: VisualEffectView, in surroundings: Surroundings) -> [Node] {
    guard view.alpha > 0 else { return [] }
    // Glass is there after a quarter of the way; the rest is for its blur and its colours.
    let presence = min(max(4 * view.presence, 0), 1)
    guard let effect = view.effect, presence > 0 else {
      return node(view, material: nil, in: surroundings).map { [.effect($0)] } ?? []
    }
    let glass = node(view, material: effect.material(isDark: isDark).shown, in: surroundings)
    guard presence < 1 else { return glass.map { [.effect($0)] } ?? [] }
    guard let plain = node(view, material: nil, in: surroundings), var glass else { return [] }
    glass.shadow = nil
    glass.alpha *= presence
    return [.effect(plain), .effect(glass)]
  }

  private func node(
    _ view: VisualEffectView, material: Material?, in surroundings: Surroundings
  ) -> EffectNode? {
    let frame = pixels(view.frame, in: surroundings)
    guard !frame.isEmpty else { return nil }
    let inner = Surroundings(
      x: surroundings.x + view.frame.x, y: surroundings.y + view.frame.y,
      material: material ?? surroundings.material, vibrancy: nil)
    let finish = material?.finish
    let corners = view.corners ?? finish.map { LogicalCorners($0.cornerRadius) } ?? .square
    let border = view.border ?? finish.map { LogicalBorder(width: $0.borderWidth, colour: $0.borderColour) }
    return EffectNode(
      frame: frame, material: material, legibility: legibility, corners: pixels(corners),
      border: border.flatMap(pixels), shadow: view.shadow.map(pixels),
      mask: view.mask.map { pixels($0, in: inner) }, alpha: min(view.alpha, 1),
      content: nodes(view.contentView.elements, in: inner))
  }

  // MARK: Content

  /// Nil where there is no room, or nothing to show.
  private func node(_ label: Label, in surroundings: Surroundings) -> TextNode? {
    let frame = pixels(label.frame, in: surroundings)
    guard !frame.isEmpty, !label.text.isEmpty else { return nil }
    var text = StyledText(string: label.text, font: label.font, scale: scale, maxWidth: nil)
    var extent = measurer.measure(text)
    if extent.size.width > frame.width {
      text.maxWidth = frame.width
      extent = measurer.measure(text)
    }
    let spare = frame.width - extent.size.width
    let start = label.alignment == .leading ? 0 : label.alignment == .center ? spare / 2 : spare
    let capHeight = measurer.capHeight(font: label.font, scale: scale)
    let baseline = Int((Double(frame.y) + (Double(frame.height) + capHeight) / 2).rounded())
    return TextNode(
      frame: PixelRect(
        x: frame.x + start, y: baseline - extent.baseline, width: extent.size.width,
        height: extent.size.height),
      text: text, ink: ink(label.colour, in: surroundings))
  }

  private func node(_ image: Image, in surroundings: Surroundings) -> ImageNode? {
    let frame = pixels(image.frame, in: surroundings)
    guard !frame.isEmpty, !image.bitmap.size.isEmpty else { return nil }
    let isMask = image.renderingMode == .alwaysTemplate || surroundings.vibrancy != nil
    return ImageNode(
      frame: frame, bitmap: image.bitmap, ink: isMask ? ink(image.tintColour, in: surroundings) : nil)
  }

  private func node(_ fill: Fill, in surroundings: Surroundings) -> FillNode? {
    guard fill.frame.width >= 0, fill.frame.height >= 0 else { return nil }
    var frame = pixels(fill.frame, in: surroundings)
    frame.width = max(frame.width, 1)
    frame.height = max(frame.height, 1)
    return FillNode(frame: frame, corners: pixels(fill.corners), ink: ink(fill.colour, in: surroundings))
  }

  /// Vibrant ink on glass; black or white of its level where there is none.
  private func ink(_ colour: SIMD4<Double>?, in surroundings: Surroundings) -> Ink {
    guard let style = surroundings.vibrancy else {
      return .colour(colour ?? plainInk(in: surroundings))
    }
    guard surroundings.material == nil else { return .vibrant(style) }
    var plain = plainInk(in: surroundings)
    plain.w = style.level(isDark: isDark, legibility: legibility)
    return .colour(plain)
  }

  private func plainInk(in surroundings: Surroundings) -> SIMD4<Double> {
    surroundings.material?.ink ?? (isDark ? [1, 1, 1, 1] : [0, 0, 0, 1])
  }

  // MARK: Pixels

  private func pixels(_ rect: LogicalRect, in surroundings: Surroundings) -> PixelRect {
    let left = pixels(surroundings.x + rect.x)
    let top = pixels(surroundings.y + rect.y)
    return PixelRect(
      x: left, y: top, width: pixels(surroundings.x + rect.maxX) - left,
      height: pixels(surroundings.y + rect.maxY) - top)
  }

  private func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }

  private func pixels(_ corners: LogicalCorners) -> Corners {
    Corners(
      topLeft: max(corners.topLeft * scale, 0), topRight: max(corners.topRight * scale, 0),
      bottomRight: max(corners.bottomRight * scale, 0), bottomLeft: max(corners.bottomLeft * scale, 0))
  }

  private func pixels(_ border: LogicalBorder) -> Border? {
    guard border.width > 0, border.colour.w > 0 else { return nil }
    return Border(width: max((border.width * scale).rounded(), 1), colour: border.colour)
  }

  private func pixels(_ shadow: LogicalShadow) -> Shadow {
    Shadow(
      sigma: max(shadow.sigma * scale, 0), offsetX: (shadow.offsetX * scale).rounded(),
      offsetY: (shadow.offsetY * scale).rounded(), colour: shadow.colour)
  }

  private func pixels(_ mask: LogicalMask, in surroundings: Surroundings) -> Mask {
    switch mask {
    case .image(let bitmap): .image(bitmap)
    case .shape(let rect, let corners): .shape(pixels(rect, in: surroundings), pixels(corners))
    }
  }
}

extension Resolution: Sendable where Measurer: Sendable {}

extension Scene {
  /// What a surface of `size` physical pixels shows.
  public init(
    size: PixelSize, resolution: Resolution<some TextMeasurer>, @ViewBuilder views: () -> ViewTree
  ) {
    self.init(size: size, nodes: resolution.nodes(views))
  }
}
