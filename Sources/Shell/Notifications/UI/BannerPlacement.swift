public import Geometry
public import Scenes
public import Settings
import Views

/// The place of the banners on an output: a surface at its edge, as high as the banners need, and a column on the
/// surface.
///
/// All motion is inside the surface. The surface grows when banners need more room and does not shrink again, so that
/// it is seldom made anew.
public struct BannerPlacement: Equatable, Sendable {
  /// The side from which banners come.
  public var side: BannerColumn.Side
  /// The placement of the surface, without its height and its input region.
  private var whole: SurfacePlacement
  private let anchor: NotificationSettings.Anchor
  /// The layer of the surface while a critical banner is shown.
  private let criticalLayer: SurfaceLayer
  /// Whether some banners need another layer than the others to be seen over windows in fullscreen.
  public let raisesBanners: Bool
  // The lengths that follow are in logical pixels, fitted to those of the output.
  /// The distance from the surface's left edge to the column.
  private let left: Int
  private let width: Int
  /// The width of banners for which rules set none.
  private let usualWidth: Int
  /// The distance from the surface's top and bottom to the column.
  private let inset: Int
  /// The distance from the output's left or right edge to the column, to which it is anchored.
  private let outer: Int
  /// The width of the area that panels leave on the output.
  private let areaWidth: Int
  /// The further distance from the output's edge to the column, which leaves an open panel free.
  private var clearance = 0
  /// The further distance in logical pixels from the output's left or right edge to the surface, which leaves an open panel free.
  public private(set) var shift = 0
  /// The distance from the edge of the column's surface at which banners end, before a panel that is farther away than the first
  /// banners; nil: there is no such panel.
  private var end: Int?
  /// Whether an open panel leaves so little room that the banners may not have enough.
  public private(set) var isCramped = false

  // The lengths that follow are in logical pixels.
  /// The room beside banners for their shadows.
  static let shadowRoom = Elevation.raised.reach.side
  /// The room above and below banners for their shadows, which reach farthest downwards.
  static let verticalShadowRoom = Elevation.raised.reach.bottom
  /// The distance in points over which banners at the top, at the bottom and in the middle slide in and out; a longer way would cross
  /// a bar.
  static let travel = 64.0
  /// The heights of surfaces are multiples of this, so that not every further line needs another height.
  static let step = 32
  /// The distance between a panel and the banners that give way to it.
  static let panelGap = 8
  /// The least height that is left to banners that give way.
  static let leastRoom = 160

  /// The column is as wide as the widest banner that rules may make. `logicalWidth` is the width of the output, and `areaWidth` the part of
  /// it that panels leave, by default all; `snap` fits a length to the output's pixels.
  public init(
    _ settings: NotificationSettings, logicalWidth: Int, areaWidth: Int? = nil, snap: (Int) -> Int
  ) {
    anchor = settings.anchor
    outer = snap(settings.marginHorizontal)
    self.areaWidth = areaWidth ?? logicalWidth
    // The column takes everything but the margins of an area that is as narrow as a banner.
    width = snap(max(1, min(settings.greatestWidth, self.areaWidth - 2 * settings.marginHorizontal)))
    usualWidth = settings.width
    let room = snap(Self.shadowRoom)
    inset = snap(settings.marginVertical)
    whole = SurfacePlacement(anchors: [], width: room + width + outer, height: 0)
    switch anchor {
    case .topLeft, .left, .bottomLeft:
      whole.anchors.insert(.left)
      left = outer
      side = .left
    case .topRight, .right, .bottomRight:
      whole.anchors.insert(.right)
      left = room
      side = .right
    case .top, .center, .bottom:
      whole.width = width + 2 * room
      left = room
      side = anchor == .top ? .top : anchor == .bottom ? .bottom : .none
    }
    whole.layer = settings.layer
    let layers = [whole.layer, settings.criticalLayer]
    criticalLayer = SurfaceLayer.allCases.last { layers.contains($0) } ?? whole.layer
    let raised = [settings.criticalLayer] + settings.rules.compactMap(\.style.layer)
    raisesBanners = whole.layer != .overlay && raised.contains(.overlay)
    whole.namespace = "hyaline-notifications"
    whole.inputRegion = []
  }

  /// The place of the banner of a level, which is the only one of its column.
  public init(_ levels: LevelSettings, logicalWidth: Int, areaWidth: Int? = nil, snap: (Int) -> Int) {
    var settings = NotificationSettings()
    (settings.anchor, settings.width) = (levels.anchor, levels.width)
    (settings.marginHorizontal, settings.marginVertical) = (levels.margin, levels.margin)
    (settings.layer, settings.criticalLayer) = (levels.layer, levels.layer)
    self.init(settings, logicalWidth: logicalWidth, areaWidth: areaWidth, snap: snap)
    whole.namespace = "hyaline-levels"
  }

  /// The placement of a surface of this height in logical pixels, at the column's edge or in the middle between top and
  /// bottom.
  ///
  /// The surface is anchored to one of both only: sway 1.7 ends where margins leave nothing of an output that has
  /// become smaller. `layer` is that of `layer(for:)`; nil: the one for usual banners.
  public func surface(height: Int, layer: SurfaceLayer? = nil) -> SurfacePlacement {
    var placement = whole
    placement.height = height
    if let layer { placement.layer = layer }
    switch side {
    case .left: placement.margins.left = shift
    case .right: placement.margins.right = shift
    case .top, .bottom, .none: break
    }
    switch anchor {
    case .topLeft, .top, .topRight: placement.anchors.insert(.top)
    case .left, .center, .right: break
    case .bottomLeft, .bottom, .bottomRight: placement.anchors.insert(.bottom)
    }
    return placement
  }

  /// The layer of a surface with these banners: the highest one that any of them needs.
  public func layer(for banners: [Arrangement.Banner]) -> SurfaceLayer {
    let needed = banners.flatMap { banner in
      [banner.style.layer ?? whole.layer] + (banner.notification.urgency == .critical ? [criticalLayer] : [])
    }
    return SurfaceLayer.allCases.last { needed.contains($0) } ?? whole.layer
  }

  /// The height in logical pixels of a surface for a stack of so many physical pixels, where `area` logical pixels are
  /// free.
  ///
  /// Shadows are cut off where there is room only for the stack.
  public func surfaceHeight(for stack: Int, in area: Int, scale: Double) -> Int {
    let column = Int((Double(stack) / scale).rounded(.up))
    let needed =
      switch anchor {
      case .left, .center, .right: column + 2 * max(inset, Self.verticalShadowRoom)
      default: column + inset + max(inset, Self.verticalShadowRoom) + clearance
      }
    let stepped = (needed + Self.step - 1) / Self.step * Self.step
    return min(stepped, max(area, column + 2 * inset + clearance))
  }

  /// The width of a banner, in physical pixels.
  public func width(of style: BannerStyle, scale: Double) -> Int {
    Int((Double(min(style.width ?? usualWidth, width)) * scale).rounded())
  }

  /// The stack with its banners at the side of the column that is at the output's edge.
  public func aligned(_ stack: BannerStack, scale: Double) -> BannerStack {
    let share =
      switch anchor {
      case .topLeft, .left, .bottomLeft: 0.0
      case .top, .center, .bottom: 0.5
      case .topRight, .right, .bottomRight: 1.0
      }
    return stack.aligned(at: share, in: columnWidth(scale: scale))
  }

  /// The greatest width of banners, in physical pixels.
  public func columnWidth(scale: Double) -> Int { Int((Double(width) * scale).rounded()) }

  /// The distance over which banners slide in and out, in physical pixels. Those at the left or the right slide beyond the edge of
  /// the output with their shadows.
  public func travel(scale: Double) -> Int {
    let distance =
      switch side {
      case .left: Double(left + width + Self.shadowRoom)
      case .right: Double(whole.width - left + Self.shadowRoom)
      case .top, .bottom, .none: Self.travel
      }
    return Int((distance * scale).rounded())
  }

  /// The greatest height of the column, in physical pixels, where `area` logical pixels are free for the surface.
  public func maxHeight(in area: Int, scale: Double) -> Int {
    let inset = Int((Double(inset) * scale).rounded())
    func length(_ points: Int) -> Int { Int((Double(points - clearance) * scale).rounded(.down)) }
    let whole = length(area) - 2 * inset
    return max(0, end.map { min(whole, length($0) - inset) } ?? whole)
  }

  /// The top left corner of a stack of this size on a surface of `size`, in physical pixels.
  public func origin(of stack: PixelSize, in size: PixelSize, scale: Double) -> (x: Int, y: Int) {
    let x = Int((Double(left) * scale).rounded())
    let inset = Int((Double(inset + clearance) * scale).rounded())
    let y =
      switch anchor {
      case .topLeft, .top, .topRight: inset
      case .left, .center, .right: (size.height - stack.height) / 2
      case .bottomLeft, .bottom, .bottomRight: size.height - inset - stack.height
      }
    return (x, max(0, y))
  }

  // MARK: - Panels

  /// Moves the column away from the panels that cover its start: away from its edge, or sideways if too little room is left there.
  /// The column ends before panels that are farther away.
  ///
  /// The panels, and the frame of the column's surface while nothing is open, are in logical pixels of the output; `area` is the
  /// height that is free for the surface, and `snap` fits a length to the output's pixels. A column at the middle of the top or the
  /// bottom does not move sideways, one at the middle of the left or the right moves only sideways, and one in the middle of the output
  /// stays where it is. Without enough room for either, the column is cramped.
  public mutating func avoid(
    _ panels: [LogicalRect], at surface: LogicalRect, in area: Int, snap: (Int) -> Int
  ) {
    (clearance, shift, end, isCramped) = (0, 0, nil, false)
    let near = panels.compactMap { panel in depth(of: panel, at: surface).map { (panel, depth: $0) } }
    let home = surface.x + Double(left)
    end = self.end(before: panels, at: surface, of: home)
    guard let depth = near.filter({ covers($0.0, home) }).map(\.depth).max() else {
      isCramped = end != nil
      return
    }
    let wanted = max(0, Int((depth + Double(Self.panelGap - inset)).rounded(.up)))
    let room = isHalfway ? 0 : min(area - inset, end ?? .max) - inset - wanted
    if room >= Self.leastRoom {
      (clearance, isCramped) = (wanted, end != nil)
    } else if let free = shift(from: home, beside: near.map(\.0), at: surface, snap: snap) {
      shift = free
      let place = side == .left ? home + Double(free) : home - Double(free)
      end = self.end(before: panels, at: surface, of: place)
      isCramped = end != nil
    } else if isHalfway {
      // No banner can be shown over the panel.
      (end, isCramped) = (0, true)
    } else {
      (clearance, isCramped) = (wanted, true)
    }
  }

  /// Whether the column is at the middle of the left or the right edge, from which its banners reach as far up as down.
  private var isHalfway: Bool { anchor == .left || anchor == .right }

  /// The placement that gives way to no panel.
  public var overPanels: BannerPlacement {
    var placement = self
    (placement.clearance, placement.shift, placement.end, placement.isCramped) = (0, 0, nil, false)
    return placement
  }

  /// The distance from the edge of the column's surface to the farther end of a panel that reaches to the height of the first
  /// banners; nil: it is farther away.
  private func depth(of panel: LogicalRect, at surface: LogicalRect) -> Double? {
    let reach = Double(inset + Self.leastRoom)
    switch anchor {
    case .topLeft, .top, .topRight:
      return panel.y < surface.y + reach ? panel.maxY - surface.y : nil
    case .bottomLeft, .bottom, .bottomRight:
      return panel.maxY > surface.maxY - reach ? surface.maxY - panel.y : nil
    case .left, .right:
      let distance = Self.distance(of: panel, fromMiddleOf: surface)
      return distance < Double(Self.leastRoom) / 2 ? surface.height / 2 - distance : nil
    case .center: return nil
    }
  }

  /// The distance of a panel above or below the middle of a surface to that; 0 or less if the panel covers the middle.
  private static func distance(of panel: LogicalRect, fromMiddleOf surface: LogicalRect) -> Double {
    let middle = surface.y + surface.height / 2
    return max(panel.y - middle, middle - panel.maxY)
  }

  /// The distance from the edge of the column's surface at which a column at `x` ends before the nearest of the panels that are farther
  /// away than its first banners; nil: it need not.
  private func end(before panels: [LogicalRect], at surface: LogicalRect, of x: Double) -> Int? {
    let distances = panels.compactMap { panel -> Double? in
      guard covers(panel, x), depth(of: panel, at: surface) == nil else { return nil }
      switch anchor {
      case .topLeft, .top, .topRight: return panel.y - surface.y
      case .bottomLeft, .bottom, .bottomRight: return surface.maxY - panel.maxY
      case .left, .right:
        // The column ends as far from the middle on the other side.
        let half = Self.distance(of: panel, fromMiddleOf: surface) - Double(Self.panelGap)
        return 2 * half + Double(inset + Self.panelGap)
      case .center: return nil
      }
    }
    return distances.min().map { Int($0.rounded(.down)) - Self.panelGap }
  }

  /// Whether a panel covers a part of the width of a column at `x`.
  private func covers(_ panel: LogicalRect, _ x: Double) -> Bool {
    panel.x < x + Double(width) && panel.maxX > x
  }

  /// The distance by which the column has to move from its place at `x` to lie beside the panels, in the area at whose edge `surface`
  /// is; nil: there is no room beside them.
  private func shift(
    from x: Double, beside panels: [LogicalRect], at surface: LogicalRect, snap: (Int) -> Int
  ) -> Int? {
    guard side == .left || side == .right else { return nil }
    let isLeft = side == .left
    var place = x
    while let panel = panels.first(where: { covers($0, place) }) {
      place = isLeft ? panel.maxX + Double(Self.panelGap) : panel.x - Double(Self.panelGap + width)
    }
    let needed = Int(abs(place - x).rounded(.up))
    // The nearest length on the grid of pixels may be a shorter one.
    let shift = (needed..<needed + Self.panelGap).lazy.map(snap).first { $0 >= needed } ?? needed
    let left = isLeft ? x + Double(shift) : x - Double(shift)
    let area = isLeft ? surface.x : surface.maxX - Double(areaWidth)
    let isInArea =
      left >= area + Double(outer) && left + Double(width + outer) <= area + Double(areaWidth)
    return isInArea ? shift : nil
  }
}
