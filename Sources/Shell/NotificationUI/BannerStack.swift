public import Geometry
import Notifications
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
  /// Which of the views these are.
  public private(set) var indices: [Int] = []
  /// Those left out for want of room.
  public private(set) var leftOut = 0

  /// Lays `views` out in a column at the origin, at most `maxHeight` pixels high; `more` are open besides.
  ///
  /// `order` says at which end the newest is. What is used is shown in any case, then the newest, then critical ones,
  /// then others, as far as there is room.
  public init(
    _ views: [BannerView], more: Int, order: NotificationSettings.Order, gap: Int, maxHeight: Int,
    measurer: some TextMeasurer
  ) {
    guard let first = views.first else { return }
    let noteHeight = Self.noteHeight(first, measurer)
    let room = Room(height: maxHeight, gap: gap, noteHeight: noteHeight, count: views.count, more: more)
    let layouts = Self.fit(views, order, in: room, measurer).sorted { $0.index < $1.index }
    indices = layouts.map(\.index)
    leftOut = views.count - layouts.count
    var y = 0
    let hidden = more + leftOut
    if order == .newestBottom, hidden > 0 {
      note = Self.note(hidden, first, y: 0, measurer)
      y = noteHeight + gap
    }
    for (_, layout) in layouts {
      banners.append(layout.offset(x: 0, y: y))
      y += layout.node.frame.height + gap
    }
    if order == .newestTop, hidden > 0 {
      note = Self.note(hidden, first, y: y, measurer)
      y += noteHeight + gap
    }
    size = PixelSize(width: first.width, height: y - gap)
  }

  /// What there is for a number of banners of which some may be left out, pixels.
  private struct Room {
    var height, gap, noteHeight: Int
    var count: Int
    var more: Int

    /// What is left of it below these banners, and the note of the others.
    func rest(of layouts: [(index: Int, layout: BannerLayout)]) -> Int {
      let note = more > 0 || layouts.count < count ? gap + noteHeight : 0
      return layouts.reduce(height + gap - note) { $0 - $1.layout.node.frame.height - gap }
    }
  }

  /// Those of `views` that there is room for, that which is used first.
  private static func fit(
    _ views: [BannerView], _ order: NotificationSettings.Order, in room: Room, _ measurer: some TextMeasurer
  ) -> [(index: Int, layout: BannerLayout)] {
    var layouts: [(index: Int, layout: BannerLayout)] = []
    // By what they need at rest: one that made way for the pointer would come again as it goes, and so for ever.
    for index in ranking(views, order) {
      layouts.append((index, views[index].atRest.layout(measurer: measurer)))
      guard layouts.count == 1 || room.rest(of: layouts) >= 0 else {
        layouts.removeLast()
        break
      }
    }
    let used = views[layouts[0].index]
    guard used.content.isHovered else { return layouts }
    let restHeight = layouts[0].layout.node.frame.height
    func expand() {
      let height = room.rest(of: layouts) + layouts[0].layout.node.frame.height
      layouts[0].layout = used.layout(
        measurer: measurer, maxHeight: layouts.count == 1 ? max(height, restHeight) : height)
    }
    expand()
    // Its menu, or the field for an answer, has to be seen.
    while layouts.count > 1, room.rest(of: layouts) < 0 {
      layouts.removeLast()
      expand()
    }
    return layouts
  }

  /// Places in `views`, what has to be seen first.
  private static func ranking(_ views: [BannerView], _ order: NotificationSettings.Order) -> [Int] {
    let newestFirst = order == .newestTop ? Array(views.indices) : views.indices.reversed()
    func rank(_ index: Int) -> Int {
      let content = views[index].content
      if content.isHovered { return 0 }
      return index == newestFirst[0] ? 1 : content.notification.urgency == .critical ? 2 : 3
    }
    return (0...3).flatMap { wanted in newestFirst.filter { rank($0) == wanted } }
  }

  private static func noteHeight(_ view: BannerView, _ measurer: some TextMeasurer) -> Int {
    view.controlHeight(measurer, least: 26, isSmall: true, isBold: true)
  }

  /// A small sheet in the middle of the column.
  private static func note(
    _ count: Int, _ view: BannerView, y: Int, _ measurer: some TextMeasurer
  ) -> EffectNode {
    let height = noteHeight(view, measurer)
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
