public import Geometry
public import Scenes
public import Settings

/// A vertical stack of banners, as many as there is room for.
public struct BannerStack: Equatable, Sendable {
  /// The banners at their places, from the top to the bottom.
  public private(set) var banners: [BannerLayout] = []
  /// The note that says how many notifications are not shown; nil: all are shown.
  public private(set) var note: BannerLayout?
  /// The size of all banners with their note, without shadows, in physical pixels.
  public private(set) var size = PixelSize(width: 0, height: 0)
  /// The indices of the shown banners among the views.
  public private(set) var indices: [Int] = []
  /// The number of views that were left out for want of room.
  public private(set) var leftOut = 0
  /// The distance between banners, in physical pixels.
  public let gap: Int

  /// Lays `views` out in a column at the origin, at most `maxHeight` pixels high; `more` are open besides.
  ///
  /// Each banner lies over the end of the one above it if `gap` is negative.
  /// `order` says at which end the newest is, or the most urgent one. The banner that is used is always shown, then the newest, then critical
  /// ones, then others, as far as there is room; where critical ones are first, they come before the newest.
  public init(
    _ views: [BannerView], more: Int, order: NotificationSettings.Order, gap: Int, maxHeight: Int,
    measurer: some TextMeasurer
  ) {
    self.gap = gap
    guard let first = views.first else { return }
    let total = views.count + more
    let noteHeight = first.note(total, of: total, measurer: measurer).frame.height
    let room = Room(height: maxHeight, gap: gap, noteHeight: noteHeight, count: views.count, more: more)
    let layouts = Self.fit(views, order, in: room, measurer).sorted { $0.index < $1.index }
    indices = layouts.map(\.index)
    leftOut = views.count - layouts.count
    var y = 0
    let hidden = more + leftOut
    if order == .newestBottom, hidden > 0 {
      note = first.note(hidden, of: total, measurer: measurer)
      y = noteHeight + room.noteGap
    }
    var end = y
    for (_, layout) in layouts {
      banners.append(layout.offset(x: 0, y: y))
      end = max(end, y + layout.frame.height)
      // No banner begins above the one before it.
      y += max(layout.frame.height + gap, 0)
    }
    y = end
    if order != .newestBottom, hidden > 0 {
      note = first.note(hidden, of: total, measurer: measurer).offset(x: 0, y: y + room.noteGap)
      y += room.noteGap + noteHeight
    }
    size = PixelSize(width: first.width, height: y)
  }

  /// The room for a number of banners of which some may be left out, in pixels.
  private struct Room {
    var height, gap, noteHeight: Int
    var count: Int
    var more: Int
    /// The distance between the note and the banners, which it never lies over.
    var noteGap: Int { max(gap, 0) }

    /// The height that is left below these banners and the note of the others; negative if they do not fit.
    func rest(of layouts: [(index: Int, layout: BannerLayout)]) -> Int {
      let note = more > 0 || layouts.count < count ? noteGap + noteHeight : 0
      return layouts.reduce(height + gap - note) { $0 - $1.layout.frame.height - gap }
    }
  }

  /// Lays out those of `views` that there is room for, first the one that is used.
  private static func fit(
    _ views: [BannerView], _ order: NotificationSettings.Order, in room: Room, _ measurer: some TextMeasurer
  ) -> [(index: Int, layout: BannerLayout)] {
    var layouts: [(index: Int, layout: BannerLayout)] = []
    // The heights of unused banners count: a banner that made way for the pointer would return when the
    // pointer leaves, and so on without end.
    for index in ranking(views, order) {
      layouts.append((index, views[index].atRest.layout(measurer: measurer)))
      guard layouts.count == 1 || room.rest(of: layouts) >= 0 else {
        layouts.removeLast()
        break
      }
    }
    /// Shows large pictures that stay, or the banners that have them as they are while nobody uses them.
    func setPictures(isKept: Bool) {
      for place in layouts.indices {
        let view = views[layouts[place].index]
        guard view.content.keepsLargePicture, !view.content.isHovered else { continue }
        let height = layouts[place].layout.frame.height
        layouts[place].layout =
          isKept
          ? view.layout(measurer: measurer, maxHeight: height + max(0, room.rest(of: layouts)))
          : view.atRest.layout(measurer: measurer)
      }
    }
    setPictures(isKept: true)
    let used = views[layouts[0].index]
    guard used.content.isHovered else { return layouts }
    let restHeight = layouts[0].layout.frame.height
    func expand() {
      let height = room.rest(of: layouts) + layouts[0].layout.frame.height
      layouts[0].layout = used.layout(
        measurer: measurer, maxHeight: layouts.count == 1 ? max(height, restHeight) : height)
    }
    expand()
    if room.rest(of: layouts) < 0 {
      setPictures(isKept: false)
      expand()
    }
    // The field for an answer on the used banner has to be seen.
    while layouts.count > 1, room.rest(of: layouts) < 0 {
      layouts.removeLast()
      expand()
    }
    return layouts
  }

  /// The indices of `views` in the order in which they have to be seen.
  private static func ranking(_ views: [BannerView], _ order: NotificationSettings.Order) -> [Int] {
    // The first banner has precedence where banners are in the order of urgency.
    let newestFirst = order == .newestBottom ? views.indices.reversed() : Array(views.indices)
    func rank(_ index: Int) -> Int {
      let content = views[index].content
      if content.isHovered { return 0 }
      if index == newestFirst[0], order != .criticalFirst { return 1 }
      return content.notification.urgency == .critical ? 2 : 3
    }
    return (0...3).flatMap { wanted in newestFirst.filter { rank($0) == wanted } }
  }

  /// The stack in a column `width` pixels wide; `share` is the part of the room beside narrower banners that is at their left.
  func aligned(at share: Double, in width: Int) -> BannerStack {
    func moved(_ layout: BannerLayout, _ own: Int) -> BannerLayout {
      layout.offset(x: Int((Double(width - own) * share).rounded(.down)), y: 0)
    }
    var aligned = self
    aligned.banners = banners.map { moved($0, $0.frame.width) }
    // The note lies in the middle of a banner's width.
    aligned.note = note.map { moved($0, size.width) }
    aligned.size.width = width
    return aligned
  }

  /// The stack moved by `x` and `y` physical pixels.
  public func offset(x: Int, y: Int) -> BannerStack {
    var moved = self
    moved.banners = banners.map { $0.offset(x: x, y: y) }
    moved.note = note?.offset(x: x, y: y)
    return moved
  }

  /// The nodes of all banners and of the note.
  public var nodes: [Node] { banners.flatMap(\.nodes) + (note.map { [.effect($0.node)] } ?? []) }
}
