import Geometry
import Notifications
import Scenes

/// The banners that are on a surface: what each shows, where it is, and for which surface they were laid out.
struct ShownBanners: Equatable {
  /// The size of a surface, in physical pixels, and its physical per logical pixels.
  struct Metrics: Equatable {
    var size: PixelSize
    var scale: Double
  }

  var column = BannerColumn()
  /// The banners that are not on their way out.
  private(set) var banners: [BannerID: Arrangement.Banner] = [:]
  /// When the words for an age change, in seconds since 1970; nil: none is shown.
  private(set) var nextAge: Int64?
  /// The surface that the banners were laid out for; nil: none yet.
  private(set) var metrics: Metrics?
  /// The distance in logical pixels by which the surface has moved aside from a panel.
  private var shift = 0
  /// The size of the stack that the column shows, in physical pixels.
  private var stackSize = PixelSize(width: 0, height: 0)

  /// The surface is another one, or lies elsewhere: all is laid out anew when its size is known.
  mutating func invalidate() { (metrics, nextAge) = (nil, nil) }

  /// Shows a composition on a surface; banners that come and go move unless motion is reduced.
  mutating func show(
    _ new: BannerComposer.Composition, on metrics: Metrics, _ placement: BannerPlacement, now: Instant,
    reducesMotion: Bool
  ) {
    let origin = placement.origin(of: new.stack.size, in: metrics.size, scale: metrics.scale)
    let placed = new.stack.offset(x: origin.x, y: origin.y)
    var layouts = zip(new.banners, placed.banners).map {
      BannerColumn.Entry(.banner($0.id), $1, stack: $0.group, isFront: $0.behind > 0)
    }
    if let note = placed.note { layouts.append(.init(.note, note)) }
    self.metrics = metrics
    stackSize = new.stack.size
    column.side = placement.side
    column.travel = placement.travel(scale: metrics.scale)
    column.gap = max(0, new.stack.gap)
    column.show(layouts, now: now, reducesMotion: reducesMotion)
    // Banners that were seen elsewhere cannot slide past the edges of the surface.
    if placement.shift != shift, !reducesMotion { column.restartEntrance() }
    shift = placement.shift
    banners = Dictionary(uniqueKeysWithValues: new.banners.map { ($0.id, $0) })
    nextAge = new.nextAge
  }

  /// Removes at once all banners but the wanted ones; returns whether there were any.
  ///
  /// The note that says how many others there are goes with the last banner.
  mutating func hide(allBut wanted: Set<BannerID>) -> Bool {
    let keys = Set(wanted.map(BannerColumn.Key.banner) + (wanted.isEmpty ? [] : [.note]))
    guard column.remove(allBut: keys) else { return false }
    banners = banners.filter { wanted.contains($0.key) }
    return true
  }

  /// The surface has another size, and its banners keep their places on the output.
  mutating func keepPlaces(on new: Metrics, _ placement: BannerPlacement, now: Instant) {
    guard let old = metrics else { return }
    // The banners were placed before the panels came that they are to give way to.
    let placement = placement.overPanels
    let former = placement.origin(of: stackSize, in: old.size, scale: new.scale)
    let origin = placement.origin(of: stackSize, in: new.size, scale: new.scale)
    column.shift(down: origin.y - former.y, now: now)
    metrics = new
  }

  /// A frame is made for `now` that will be seen; returns whether further ones are needed.
  mutating func begin(now: Instant) -> Bool {
    column.begin(now: now)
    return column.isMoving(at: now)
  }

  /// The areas in which the surface accepts input, in its logical pixels.
  var inputRegion: [LogicalRect] {
    let scale = metrics?.scale ?? 1
    return column.homes.map { LogicalRect($0, scale: scale) }
  }
}
