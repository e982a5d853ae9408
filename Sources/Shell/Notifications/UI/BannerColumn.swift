public import Geometry
public import Scenes

/// The banners on one surface, with their motion: where each is, where it goes, and which are leaving.
///
/// The type reads no clock: every time is passed in. A banner that gets another target while it moves continues from
/// its current position.
public struct BannerColumn: Equatable, Sendable {
  /// The identity of a banner for as long as it is shown.
  public enum Key: Hashable, Sendable {
    case banner(BannerID)
    /// The note that says how many notifications are not shown.
    case note
  }

  /// A banner with its place on the surface, in physical pixels.
  public struct Entry: Equatable, Sendable {
    public var key: Key
    public var layout: BannerLayout
    /// The name of the stack to which the banner belongs; nil: none.
    public var stack: String?
    /// Whether the other banners of its stack are behind it.
    public var isFront: Bool

    public init(_ key: Key, _ layout: BannerLayout, stack: String? = nil, isFront: Bool = false) {
      self.key = key
      self.layout = layout
      (self.stack, self.isFront) = (stack, isFront)
    }
  }

  /// The side from which banners come and to which they go.
  public enum Side: Equatable, Sendable {
    case left, right, top, bottom
    /// Banners come and go where they are.
    case none

    /// Whether banners slide until nothing of them is seen, so that nothing has to fade.
    var isBeyond: Bool { self == .left || self == .right }
  }

  public var side: Side
  /// The distance over which banners come and go, in physical pixels.
  public var travel: Int
  /// The distance between banners, in physical pixels, within which those of a stack that unfolds or folds flow together.
  public var gap = 0
  var items: [Item] = []

  public init(side: Side = .right, travel: Int = 0) {
    self.side = side
    self.travel = travel
  }

  struct Item: Equatable, Sendable {
    var key: Key
    /// The laid out banner, with its top left corner at the origin.
    var layout: BannerLayout
    var place: Animated<BannerPlace>
    /// The place in the column to which the banner belongs.
    var home: BannerPlace
    /// Whether the banner was not drawn yet; its motion begins with the next frame.
    var isWaiting = false
    var isLeaving = false
    /// The distance in pixels by which the banner is dragged aside; nil if it is not held.
    var pull: Double?
    /// The stack, and whether the others of it are behind the banner.
    var stack: String?
    var isFront = false
    /// Whether the banner moves out of its stack or into it, below the others.
    var isBelow = false
    /// The share of the gap within which the banner flows together with the others of its stack: 1 in the stack, 0 beside it.
    var flow = Animated(0.0)
  }

  /// The opacity of what lies on a banner that fades in, in its first frame. The glass itself does not fade in: the screen would be
  /// seen through it as it is, not blurred.
  static let firstOpacity = 0.2
  /// The part of the way of a banner out of its stack after which what lies on it appears. Before that the other banners, with whose
  /// glass its own is one sheet, would cut texts and icons at an edge that is not seen.
  private static let firstContent = 0.7
  /// The timing of banners that come or move. They pass their places by a fiftieth of the way, as popups do. A spring would rest
  /// later, and further banners wait for rest when the surface has to grow.
  static let timing = Timing.curve(CubicCurve(0.25, 1.25, 0.5, 1), duration: .milliseconds(300))
  /// The timing with which banners part that have come out of their stack: they hang together until they have come to their places.
  static let parting = Timing.curve(.easeIn, duration: .milliseconds(300))
  /// The timing of banners that leave.
  static let leaving = Timing.curve(.easeIn, duration: .milliseconds(200))
  /// The timing of banners that are released after a drag.
  static let swipeTiming = Timing.curve(.easeOut, duration: .milliseconds(200))

  /// Whether no banner is on the screen, not even one that is leaving.
  public var isEmpty: Bool { items.isEmpty }

  /// The banners that are not leaving, from the first to the last.
  public var keys: [Key] { items.filter { !$0.isLeaving }.map(\.key) }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool {
    items.contains { $0.isWaiting || $0.isLeaving || $0.pull != nil || $0.isMoving(at: now) }
  }

  // MARK: - Changes

  /// Sets the banners that are to be shown: new ones come in, others move to their places or leave. Those of a stack that
  /// unfolds come out of it, and those of one that folds go into it.
  public mutating func show(_ entries: [Entry], now: Instant, reducesMotion: Bool = false) {
    var former = items
    let fronts = former.filter { $0.isFront && !$0.isLeaving }
    items = []
    for entry in entries {
      let layout = entry.layout.atOrigin
      let home = BannerPlace(entry.layout.frame, reach: entry.layout.reach)
      if let index = former.firstIndex(where: { $0.key == entry.key }) {
        var item = former.remove(at: index)
        item.layout = layout
        (item.stack, item.isFront) = (entry.stack, entry.isFront)
        item.isBelow = item.isBelow && item.isMoving(at: now)
        item.move(to: home, now: now, reducesMotion: reducesMotion)
        items.append(item)
      } else {
        var item = Item(key: entry.key, layout: layout, place: Animated(home), home: home)
        (item.stack, item.isFront) = (entry.stack, entry.isFront)
        if !reducesMotion {
          let front = fronts.first { $0.stack == entry.stack && entry.stack != nil && !entry.isFront }
          item.place = Animated(startPlace(for: home))
          if var start = front?.place.value(at: now) {
            // The content appears as the banner comes out of the glass of the others.
            start.contentOpacity = 0
            (item.place, item.flow, item.isBelow) = (Animated(start), Animated(1), true)
          }
          item.isWaiting = true
        }
        items.append(item)
      }
    }
    // Banners that leave lie below those that stay.
    let leaving = former.compactMap { item in
      let front = entries.first { $0.isFront && $0.stack == item.stack && $0.stack != nil }
      return leave(item, into: front?.layout.sheetFrame, now: now, reducesMotion: reducesMotion)
    }
    items = leaving + items
  }

  /// The place from which a banner slides in to `home`.
  private func startPlace(for home: BannerPlace) -> BannerPlace {
    var start = home.moved(side, by: Double(travel))
    if !side.isBeyond { start.contentOpacity = Self.firstOpacity }
    return start
  }

  /// Lets all banners that stay come in anew from their side, after the surface has moved to another place; those that leave are
  /// removed.
  public mutating func restartEntrance() {
    items.removeAll(where: \.isLeaving)
    for index in items.indices where items[index].pull == nil {
      items[index].place = Animated(startPlace(for: items[index].home))
      (items[index].isWaiting, items[index].isBelow, items[index].flow) = (true, false, Animated(0))
    }
  }

  /// Lets a banner leave, into the stack whose first banner's sheet has the frame `front`; nil: it leaves to its side.
  private func leave(_ item: Item, into front: PixelRect?, now: Instant, reducesMotion: Bool) -> Item? {
    // The banner was never visible.
    if reducesMotion || item.isWaiting { return nil }
    if item.isLeaving { return item.place.isMoving(at: now) ? item : nil }
    var item = item
    item.isLeaving = true
    var end = item.home
    let isPulled = item.pull.map { $0 != 0 } == true
    if let pull = item.pull, pull != 0 {
      end.x += (pull < 0 ? -1 : 1) * Double(max(travel, item.layout.frame.width))
      item.endPull(now: now)
    } else {
      end = end.moved(side, by: Double(travel))
    }
    if isPulled || !side.isBeyond { end.alpha = 0 }
    // The first banner of a stack leaves as others do: it was closed, or a newer one has come. So does one that has come out of its
    // stack before.
    item.isBelow = false
    if let front, !item.isFront, item.pull == nil {
      end = BannerPlace(front)
      end.contentOpacity = 0
      item.isBelow = true
      item.flow.animate(to: 1, Self.timing, now: now)
    }
    // A banner that is pulled aside has its speed from the hand already.
    let timing = item.isBelow ? Self.timing : isPulled ? Self.swipeTiming : Self.leaving
    item.place.animate(to: end, timing, now: now)
    return item
  }

  /// Moves all banners down at once, after the surface has grown at its top by so many pixels.
  public mutating func shift(down distance: Int, now: Instant) {
    guard distance != 0 else { return }
    for index in items.indices {
      items[index].home.y += Double(distance)
      var place = items[index].place.value(at: now)
      let isMoving = items[index].place.isMoving(at: now)
      let target = items[index].place.target
      place.y += Double(distance)
      items[index].place = Animated(place)
      guard isMoving else { continue }
      var end = target
      end.y += Double(distance)
      let timing = items[index].isLeaving && !items[index].isBelow ? Self.leaving : Self.timing
      items[index].place.animate(to: end, timing, now: now)
    }
  }

  /// Begins a frame for `now` that will be seen: banners that waited for one start to move, and those that have left
  /// are removed.
  public mutating func begin(now: Instant) {
    for index in items.indices where items[index].isWaiting {
      items[index].isWaiting = false
      items[index].place.animate(to: items[index].home, Self.timing, now: now)
      items[index].flow.animate(to: 0, Self.parting, now: now)
    }
    items.removeAll { $0.isLeaving && !$0.place.isMoving(at: now) }
  }

  /// Removes at once every banner that `keys` does not name, and all that are leaving; returns whether there were any.
  public mutating func remove(allBut keys: Set<Key>) -> Bool {
    let count = items.count
    items.removeAll { $0.isLeaving || !keys.contains($0.key) }
    return items.count < count
  }

  /// Pulls a banner aside by so many pixels.
  public mutating func pull(_ key: Key, by distance: Double) {
    guard let index = items.firstIndex(where: { $0.key == key && !$0.isLeaving && !$0.isWaiting }) else {
      return
    }
    items[index].pull = distance
  }

  /// Lets a banner go back to its place.
  public mutating func release(_ key: Key, now: Instant, reducesMotion: Bool = false) {
    guard let index = items.firstIndex(where: { $0.key == key && $0.pull != nil }) else { return }
    items[index].endPull(now: now)
    items[index].place.animate(
      to: items[index].home, Self.swipeTiming, now: now, reducesMotion: reducesMotion)
  }

  /// Lets every banner but `key` go back to its place; nil: all of them go back.
  public mutating func releaseAll(but key: Key?, now: Instant, reducesMotion: Bool = false) {
    for item in items where item.pull != nil && !item.isLeaving && item.key != key {
      release(item.key, now: now, reducesMotion: reducesMotion)
    }
  }

  // MARK: - Drawing and hit testing

  /// The nodes of all banners as they are at `now`, from the lowest to the highest.
  ///
  /// The banners of a stack that unfolds or folds are one sheet of glass where they are near, which lies where the highest of them does.
  public func nodes(at now: Instant) -> [Node] {
    let flows = flows(at: now)
    let shown = order(at: now).compactMap { item in
      item.parts(at: now).map { (stack: item.flowsTogether(at: now) ? item.stack : nil, parts: $0) }
    }
    return shown.indices.flatMap { index -> [Node] in
      let (stack, parts) = shown[index]
      let cards = parts.cards.map { Node.effect($0) }
      guard let stack, let flow = flows[stack] else { return cards + [.effect(parts.sheet)] }
      if shown[(index + 1)...].contains(where: { $0.stack == stack }) { return cards }
      let sheets = shown.filter { $0.stack == stack }.map(\.parts.sheet)
      return cards + FlowingSheets.nodes(sheets, within: Double(gap) * flow)
    }
  }

  /// The share of the gap within which the banners of each stack that unfolds or folds flow together, 0 … 1.
  private func flows(at now: Instant) -> [String: Double] {
    var flows: [String: Double] = [:]
    for item in items where item.isBelow && (item.isWaiting || item.isMoving(at: now)) {
      guard let stack = item.stack else { continue }
      flows[stack] = max(flows[stack] ?? 0, item.flow.value(at: now))
    }
    return flows
  }

  /// The opacity of what lies on a banner that has made the part `share` of its way out of its stack; below 0: nothing is seen.
  fileprivate static func opacity(onTheWay share: Double) -> Double {
    (share - firstContent) / (1 - firstContent)
  }

  /// The banners from the lowest to the highest: those that come out of a stack or go into it lie below, the one with the
  /// longest way first.
  private func order(at now: Instant) -> [Item] {
    let below = items.filter(\.isBelow).map { item -> (item: Item, way: Double) in
      let end = item.isLeaving ? item.place.target : item.home
      return (item, abs(end.y - item.place.value(at: now).y))
    }
    return below.sorted { $0.way > $1.way }.map(\.item) + items.filter { !$0.isBelow }
  }

  /// The banner and its part that a click at a point of the surface at `now` hits; banners that leave cannot be
  /// clicked.
  public func hit(x: Int, y: Int, now: Instant) -> BannerGestures.Hit? {
    for (item, x, y) in places(x: x, y: y, now: now) {
      if let action = item.layout.action(x: x, y: y) { return .init(item.key, action) }
    }
    return nil
  }

  /// The shape of the cursor at a point of the surface at `now`.
  public func cursor(x: Int, y: Int, now: Instant) -> CursorShape {
    for (item, x, y) in places(x: x, y: y, now: now) {
      if let cursor = item.layout.cursor(x: x, y: y) { return cursor }
    }
    return .default
  }

  /// The offset in the UTF-8 of the answer on a banner to which a click at `x` of the surface moves the cursor; nil: no
  /// answer is typed there.
  public func replyOffset(on banner: BannerID, atX x: Int, now: Instant, measurer: some TextMeasurer) -> Int?
  {
    guard let item = items.first(where: { $0.key == .banner(banner) && !$0.isLeaving }) else { return nil }
    return item.layout.replyOffset(atX: x - item.frame(at: now).x, measurer: measurer)
  }

  /// The frame on the surface at `now` of a part of a banner; nil: it is not there.
  public func frame(of action: BannerAction, on banner: BannerID, now: Instant) -> PixelRect? {
    guard let item = items.first(where: { $0.key == .banner(banner) && !$0.isLeaving }) else { return nil }
    let place = item.frame(at: now)
    return item.layout.regions.last { $0.action == action }?.frame.offset(x: place.x, y: place.y)
  }

  /// The banners that contain a point of the surface and do not leave, the highest first, with the point in the coordinates that they
  /// have at rest.
  private func places(x: Int, y: Int, now: Instant) -> some Sequence<(Item, Int, Int)> {
    items.reversed().lazy.compactMap { item in
      let frame = item.frame(at: now)
      let isThere = !item.isLeaving && frame.contains(PixelRect(x: x, y: y, width: 1, height: 1))
      return isThere ? (item, x - frame.x, item.restingRow(of: y - frame.y, at: now)) : nil
    }
  }

  /// The frame on the surface at `now` of a banner that does not leave; nil: there is no such banner.
  public func shownFrame(of key: Key, now: Instant) -> PixelRect? {
    items.first { $0.key == key && !$0.isLeaving }
      .map { $0.frame(at: now) }
  }

  /// The final frames on the surface of the banners that do not leave.
  public var homes: [PixelRect] {
    items.filter { !$0.isLeaving }.map { $0.home.frame(width: $0.layout.frame.width) }
  }
}

extension BannerColumn.Item {
  /// The place at which the banner is seen, also while it is pulled aside.
  func shown(at now: Instant) -> BannerPlace {
    var place = place.value(at: now)
    if let pull {
      place.x += pull
      // The banner fades the farther it is pulled, but stays visible as long as it is held.
      place.alpha *= max(0.2, 1 - abs(pull) / Double(max(1, layout.frame.width)))
    }
    return place
  }

  /// Whether the banner moves, or parts from others.
  func isMoving(at now: Instant) -> Bool { place.isMoving(at: now) || flow.isMoving(at: now) }

  /// The sheet and its cards as they are seen; nil: nothing is.
  fileprivate func parts(at now: Instant) -> (cards: [EffectNode], sheet: EffectNode)? {
    let place = shown(at: now)
    let frame = place.frame(width: layout.frame.width)
    guard place.alpha > 0, !frame.isEmpty else { return nil }
    let opacity = isBelow ? BannerColumn.opacity(onTheWay: place.contentOpacity) : place.contentOpacity
    return layout.parts(
      x: frame.x, y: frame.y, height: frame.height, reach: reach(at: now), alpha: min(1, place.alpha),
      contentOpacity: min(1, max(0, opacity)))
  }

  /// The distance in pixels by which the cards of the banner peek out below its sheet at `now`.
  private func reach(at now: Instant) -> Int {
    min(max(0, Int(place.value(at: now).reach.rounded())), layout.reach)
  }

  /// Returns the row of the banner at rest that shows what is seen at a row of it at `now`: below the sheet there are cards.
  fileprivate func restingRow(of row: Int, at now: Instant) -> Int {
    guard layout.reach > 0 else { return row }
    let (end, rest) = (frame(at: now).height - reach(at: now), layout.sheetFrame.height)
    return row < end ? min(row, rest - 1) : row - end + rest
  }

  /// Whether the banner is one of those of its stack that flow together while it unfolds or folds: not one that is pulled aside, that
  /// leaves to its side or can be seen through.
  fileprivate func flowsTogether(at now: Instant) -> Bool {
    pull == nil && (isBelow || !isLeaving) && place.value(at: now).alpha >= 1
  }

  func frame(at now: Instant) -> PixelRect { shown(at: now).frame(width: layout.frame.width) }

  fileprivate mutating func move(to new: BannerPlace, now: Instant, reducesMotion: Bool) {
    home = new
    isLeaving = false
    if isWaiting, !reducesMotion { return }
    isWaiting = false
    place.animate(to: new, BannerColumn.timing, now: now, reducesMotion: reducesMotion)
    flow.animate(to: 0, BannerColumn.parting, now: now, reducesMotion: reducesMotion)
  }

  /// Ends a pull: the banner moves on from where it is seen.
  fileprivate mutating func endPull(now: Instant) {
    place = Animated(shown(at: now))
    pull = nil
  }
}

/// The animated part of a banner's frame, in physical pixels of its surface, with its opacity and that of what lies on it.
struct BannerPlace: Animatable {
  var x, y, height: Double
  /// The part of the height in which cards peek out below the sheet.
  var reach: Double
  var alpha = 1.0
  var contentOpacity = 1.0

  init(_ frame: PixelRect, reach: Int = 0) {
    (x, y, height) = (Double(frame.x), Double(frame.y), Double(frame.height))
    self.reach = Double(reach)
  }

  mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    visit(&x)
    visit(&y)
    visit(&height)
    visit(&reach)
    visit(&alpha)
    visit(&contentOpacity)
  }

  func frame(width: Int) -> PixelRect {
    PixelRect(
      x: Int(x.rounded()), y: Int(y.rounded()), width: width, height: max(0, Int(height.rounded())))
  }

  func moved(_ side: BannerColumn.Side, by distance: Double) -> BannerPlace {
    var moved = self
    switch side {
    case .left: moved.x -= distance
    case .right: moved.x += distance
    case .top: moved.y -= distance
    case .bottom: moved.y += distance
    case .none: break
    }
    return moved
  }
}
