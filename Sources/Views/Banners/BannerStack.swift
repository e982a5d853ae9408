public import Measures
public import Scenes
public import Settings
import VisualEffects

/// Banners below one another, as far as there is room.
public struct BannerStack: Equatable, Sendable {
  /// From the top to the bottom, at their places.
  public private(set) var banners: [BannerLayout] = []
  /// The note of those that are not shown; nil: all are.
  public private(set) var note: EffectNode?
  /// Of all banners, without their shadows.
  public private(set) var size = PixelSize(width: 0, height: 0)
  /// Those left out for want of room, at the old end.
  public private(set) var leftOut = 0

  /// Lays `views` out in a column at the origin, at most `maxHeight` pixels high; `more` are open besides.
  ///
  /// `order` says at which end the newest is, the other one loses what does not fit.
  public init(
    _ views: [BannerView], more: Int, order: NotificationSettings.Order, gap: Int, maxHeight: Int,
    measurer: some TextMeasurer
  ) {
    guard let first = views.first else { return }
    let newestFirst = order == .newestTop ? views : views.reversed()
    var layouts: [BannerLayout] = []
    var height = 0
    let noteHeight = first.pixels(Self.noteHeight)
    for (index, view) in newestFirst.enumerated() {
      let layout = view.layout(measurer: measurer)
      let isLast = index == newestFirst.count - 1
      let reserve = more > 0 || !isLast ? gap + noteHeight : 0
      let added = layout.node.frame.height + (layouts.isEmpty ? 0 : gap)
      // One is shown in any case.
      guard layouts.isEmpty || height + added + reserve <= maxHeight else { break }
      layouts.append(layout)
      height += added
    }
    leftOut = views.count - layouts.count
    var y = 0
    let hidden = more + leftOut
    if order == .newestBottom {
      layouts.reverse()
      if hidden > 0 {
        note = Self.note(hidden, first, y: 0, measurer)
        y = noteHeight + gap
      }
    }
    for layout in layouts {
      banners.append(layout.offset(x: 0, y: y))
      y += layout.node.frame.height + gap
    }
    if order == .newestTop, hidden > 0 {
      note = Self.note(hidden, first, y: y, measurer)
      y += noteHeight + gap
    }
    size = PixelSize(width: first.width, height: y - gap)
  }

  /// Logical pixels.
  static let noteHeight = 26.0

  /// A small sheet in the middle of the column.
  private static func note(
    _ count: Int, _ view: BannerView, y: Int, _ measurer: some TextMeasurer
  ) -> EffectNode {
    let height = view.pixels(noteHeight)
    let text = view.styled("\(count) more", isSmall: true, isBold: true, maxWidth: view.width)
    let extent = measurer.measure(text)
    let width = min(view.width, extent.size.width + 2 * view.pixels(12))
    let frame = PixelRect(x: (view.width - width) / 2, y: y, width: width, height: height)
    let capHeight = measurer.capHeight(font: text.font, scale: view.scale)
    let baseline = y + Int(((Double(height) + capHeight) / 2).rounded())
    let place = PixelRect(
      x: frame.x + (width - extent.size.width) / 2, y: baseline - extent.baseline, width: extent.size.width,
      height: extent.size.height)
    let edge: SIMD4<Double> = view.material.isDark ? [1, 1, 1, 0.14] : [1, 1, 1, 0.45]
    return EffectNode(
      frame: frame, material: view.material, legibility: view.legibility,
      corners: Corners(Double(height) / 2),
      border: Border(width: max(1, (0.75 * view.scale).rounded()), colour: edge),
      shadow: Shadow(sigma: 9 * view.scale, offsetY: 4 * view.scale, colour: [0, 0, 0, 0.28]),
      content: [.text(TextNode(frame: place, text: text, ink: .vibrant(.secondaryLabel)))])
  }

  /// Moved by so many pixels.
  public func offset(x: Int, y: Int) -> BannerStack {
    var moved = self
    moved.banners = banners.map { $0.offset(x: x, y: y) }
    moved.note = note?.offset(x: x, y: y)
    return moved
  }

  /// All sheets, to be drawn.
  public var nodes: [Node] { banners.map { .effect($0.node) } + (note.map { [.effect($0)] } ?? []) }

  /// What is at a point, and on which banner.
  public func target(x: Int, y: Int) -> (index: Int, target: BannerLayout.Target)? {
    for (index, banner) in banners.enumerated() {
      if let target = banner.target(x: x, y: y) { return (index, target) }
    }
    return nil
  }
}
