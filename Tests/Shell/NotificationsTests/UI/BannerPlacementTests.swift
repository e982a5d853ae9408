import Geometry
import Notifications
import Scenes
import Settings
import TestSupport
import Testing
import Views
import VisualEffects

struct BannerPlacementTests {
  @Test(arguments: NotificationSettings.Anchor.allCases, [1, 1.25, 1.5, 2])
  func `a stack is as far from the edges as the margins say, however high its surface is`(
    anchor: NotificationSettings.Anchor, scale: Double
  ) {
    var settings = NotificationSettings()
    settings.anchor = anchor
    (settings.marginHorizontal, settings.marginVertical) = (20, 28)
    let placement = BannerPlacement(settings, logicalWidth: 1280) { $0 }
    let area = LogicalRect(x: 0, y: 32, width: 1280, height: 688)
    let stack = PixelSize(width: placement.columnWidth(scale: scale), height: Int(200 * scale))
    let needed = placement.surfaceHeight(for: stack.height, in: 688, scale: scale)
    for height in [needed, needed + 96, 688] {
      let surface = placement.surface(height: height)
      let frame = surface.frame(in: area)
      #expect(abs(frame.height - Double(height)) <= 1)
      let size = PixelSize(width: Int(frame.width * scale), height: Int(frame.height * scale))
      let origin = placement.origin(of: stack, in: size, scale: scale)
      let place = LogicalRect(
        x: frame.x + Double(origin.x) / scale, y: frame.y + Double(origin.y) / scale, width: 360, height: 200)
      let name = anchor.rawValue
      if name.hasSuffix("left") { #expect(abs(place.x - 20) <= 1) }
      if name.hasSuffix("right") { #expect(abs(place.x + 360 - 1260) <= 1) }
      if ["top", "center", "bottom"].contains(name) { #expect(abs(place.x - 460) <= 1) }
      if name.hasPrefix("top") { #expect(abs(place.y - 60) <= 1) }
      if name.hasPrefix("bottom") { #expect(abs(place.y + 200 - 692) <= 1) }
      if ["left", "center", "right"].contains(name) { #expect(abs(place.y + 100 - 376) <= 1) }
      // Nothing of it is cut off.
      #expect(origin.y >= 0 && origin.y + stack.height <= size.height)
    }
  }

  @Test func `a column gives way to panels that cover its begin, and to no others`() {
    let surface = LogicalRect(x: 888, y: 32, width: 392, height: 200)
    let stack = PixelSize(width: 360, height: 100)
    func place(_ panels: LogicalRect..., area: Int = 688) -> Int {
      var placement = BannerPlacement(NotificationSettings(), logicalWidth: 1280) { $0 }
      placement.avoid(panels, at: surface, in: area) { $0 }
      let height = placement.surfaceHeight(for: stack.height, in: area, scale: 1)
      return placement.origin(of: stack, in: PixelSize(width: 392, height: height), scale: 1).y
    }
    let panel = LogicalRect(x: 1000, y: 40, width: 272, height: 300)
    #expect(place() == 8)
    #expect(place(panel) == 316)
    #expect(place(panel, LogicalRect(x: 900, y: 40, width: 50, height: 350)) == 366)
    // Panels beside the column, and below its first banners, leave it where it is.
    #expect(place(LogicalRect(x: 500, y: 40, width: 400, height: 300)) == 8)
    #expect(place(LogicalRect(x: 1000, y: 400, width: 272, height: 300)) == 8)
    // The panel leaves too little room.
    #expect(place(panel, area: 484) == 316)
    #expect(place(panel, area: 483) == 8)
  }

  @Test(arguments: [NotificationSettings.Anchor.topRight, .bottomRight], [1.0, 1.5])
  func `a column ends before a panel that is far from its start`(
    anchor: NotificationSettings.Anchor, scale: Double
  ) {
    var settings = NotificationSettings()
    settings.anchor = anchor
    let surface = LogicalRect(x: 888, y: 32, width: 392, height: 688)
    var cramped: [Bool] = []
    func height(_ panels: LogicalRect...) -> Double {
      var placement = BannerPlacement(settings, logicalWidth: 1280) { $0 }
      let upright = panels.map { panel in
        var panel = panel
        if anchor == .bottomRight { panel.y = 752 - panel.maxY }
        return panel
      }
      placement.avoid(upright, at: surface, in: 688) { $0 }
      #expect(placement.overPanels.maxHeight(in: 688, scale: scale) == Int(672 * scale))
      cramped.append(placement.isCramped)
      return Double(placement.maxHeight(in: 688, scale: scale)) / scale
    }
    // The column keeps the distance of panels to the panel, and its own to the edge.
    let far = LogicalRect(x: 1000, y: 400, width: 272, height: 300)
    #expect(height() == 672 && height(far) == 400 - 32 - 8 - 8)
    #expect(height(LogicalRect(x: 500, y: 400, width: 300, height: 300)) == 672)
    let near = LogicalRect(x: 1000, y: 40, width: 272, height: 100)
    #expect(height(near) == 688 - 8 - 116 && height(near, far) == 400 - 140 - 16)
    // Between the two there is too little room: the column is beside the near one, where it ends before the far one, too.
    let lower = LogicalRect(x: 880, y: 310, width: 392, height: 300)
    #expect(height(near, lower) == 310 - 32 - 8 - 8)
    // A banner may be too high for what is left before a panel.
    #expect(cramped == [false, true, false, false, true, true])
  }

  @Test(arguments: [NotificationSettings.Anchor.topRight, .topLeft, .bottomRight])
  func `a column goes sideways where too little room is left below a panel`(
    anchor: NotificationSettings.Anchor
  ) {
    var settings = NotificationSettings()
    settings.anchor = anchor
    let isLeft = anchor == .topLeft
    let area = LogicalRect(x: 0, y: 36, width: 800, height: 564)
    /// The place of the column beside panels, which lie as far from the edge of the column as their distances say.
    func place(_ panels: [(distance: Double, width: Double)], snap: (Int) -> Int = { $0 }) -> (
      x: Double, isCramped: Bool, y: Int
    ) {
      var placement = BannerPlacement(settings, logicalWidth: 800) { $0 }
      let home = placement.surface(height: 232).frame(in: area)
      let frames = panels.map { distance, width in
        LogicalRect(x: isLeft ? distance : 800 - distance - width, y: 44, width: width, height: 500)
      }
      placement.avoid(frames, at: home, in: 564, snap: snap)
      let surface = placement.surface(height: 232).frame(in: area)
      let origin = placement.origin(
        of: PixelSize(width: 360, height: 100), in: PixelSize(width: Int(surface.width), height: 232),
        scale: 1)
      // The same panels leave a column where it is that has moved already.
      var again = placement
      again.avoid(frames, at: home, in: 564, snap: snap)
      #expect(again == placement && placement.overPanels.surface(height: 232).frame(in: area) == home)
      let x = surface.x + Double(origin.x)
      return (isLeft ? x : 800 - x - 360, placement.isCramped, origin.y)
    }
    let edge = anchor == .bottomRight ? 232 - 8 - 100 : 8
    #expect(place([]) == (8, false, edge))
    #expect(place([(8, 372)]) == (388, false, edge))
    // There is no room for the column between the two panels, so that it goes beyond both.
    #expect(place([(8, 100), (120, 290)]) == (418, false, edge))
    #expect(place([(8, 372)]) { ($0 + 1) / 4 * 4 } == (388, false, edge))
    #expect(place([(8, 373)]) { ($0 + 1) / 4 * 4 } == (392, false, edge))
    // One point less than a banner needs between the panel and its margin.
    #expect(place([(8, 416)]) == (432, false, edge))
    #expect(place([(8, 417)]).isCramped)
  }

  @Test(arguments: [NotificationSettings.Anchor.left, .right])
  func `a column halfway up goes sideways beside a panel there, and ends before one above or below`(
    anchor: NotificationSettings.Anchor
  ) {
    var settings = NotificationSettings()
    settings.anchor = anchor
    let area = LogicalRect(x: 0, y: 36, width: 800, height: 564)
    func place(_ y: Double, _ height: Double, width: Double = 372) -> (
      x: Double, height: Int, isCramped: Bool
    ) {
      var placement = BannerPlacement(settings, logicalWidth: 800) { $0 }
      let home = placement.surface(height: 232).frame(in: area)
      let panel = LogicalRect(x: anchor == .left ? 8 : 792 - width, y: y, width: width, height: height)
      placement.avoid([panel], at: home, in: 564) { $0 }
      let surface = placement.surface(height: 232).frame(in: area)
      let origin = placement.origin(
        of: PixelSize(width: 360, height: 100), in: PixelSize(width: Int(surface.width), height: 232),
        scale: 1)
      let x = surface.x + Double(origin.x)
      return (
        anchor == .left ? x : 800 - x - 360, placement.maxHeight(in: 564, scale: 1), placement.isCramped
      )
    }
    #expect(place(44, 500) == (388, 548, false))
    // The middle of the area is at 318, where a first banner needs 80 points above and below.
    #expect(place(44, 195) == (388, 548, false) && place(397, 100) == (388, 548, false))
    #expect(place(44, 194) == (8, 144, true) && place(398, 100) == (8, 144, true))
    // One point less than a banner needs beside the panel, so that nothing is shown over it.
    #expect(place(44, 500, width: 416) == (432, 548, false))
    #expect(place(44, 500, width: 417) == (8, 0, true))
  }

  @Test(arguments: [NotificationSettings.Anchor.topLeft, .topRight])
  func `a column that goes sideways stays in the area that panels leave`(
    anchor: NotificationSettings.Anchor
  ) {
    var settings = NotificationSettings()
    settings.anchor = anchor
    // A bar at the other side takes 100 points.
    let area = LogicalRect(x: anchor == .topLeft ? 0 : 100, y: 0, width: 700, height: 564)
    for (width, shift) in [(316.0, 324), (317, 0)] {
      var placement = BannerPlacement(settings, logicalWidth: 800, areaWidth: 700) { $0 }
      let home = placement.surface(height: 232).frame(in: area)
      let x = anchor == .topLeft ? 8 : 792 - width
      placement.avoid([LogicalRect(x: x, y: 8, width: width, height: 500)], at: home, in: 564) { $0 }
      #expect(placement.shift == shift && placement.isCramped == (shift == 0))
    }
  }

  @Test func `banners at the sides come from beyond the output, and others slide a short way`() {
    let beyond = 20 + 360 + Elevation.raised.reach.side
    for (anchor, travel) in [
      (NotificationSettings.Anchor.topRight, beyond), (.bottomLeft, beyond), (.right, beyond), (.top, 64),
      (.center, 64),
    ] {
      var settings = NotificationSettings()
      (settings.anchor, settings.width, settings.marginHorizontal) = (anchor, 360, 20)
      let placement = BannerPlacement(settings, logicalWidth: 1280) { $0 }
      #expect(placement.travel(scale: 1) == travel && placement.travel(scale: 2) == travel * 2)
    }
  }

  @Test func `a surface does not reach out of the area, unless the stack does`() {
    let placement = BannerPlacement(NotificationSettings(), logicalWidth: 1280) { $0 }
    // Twice the margin of 8, and steps of 32.
    for (stack, area, height) in [
      (200, 688, 256), (660, 688, 688), (664, 688, 688), (200, 216, 216), (200, 217, 217), (200, 100, 216),
    ] {
      #expect(placement.surfaceHeight(for: stack, in: area, scale: 1) == height, "\(stack) in \(area)")
      #expect(placement.surfaceHeight(for: 2 * stack, in: area, scale: 2) == height, "\(stack) in \(area)")
    }
  }

  @Test func `a column is as wide as the widest banner, and others lie at the edge of the output`() {
    let measurer = MonospaceMeasurer()
    for (anchor, x) in [
      (NotificationSettings.Anchor.topLeft, [0, 0]), (.top, [70, 0]), (.bottomRight, [140, 0]),
    ] {
      var (settings, rule) = (NotificationSettings(), NotificationRule())
      rule.style.width = 500
      (settings.anchor, settings.rules) = (anchor, [rule])
      let placement = BannerPlacement(settings, logicalWidth: 1280) { $0 }
      #expect(placement.columnWidth(scale: 2) == 1000)
      let views = [BannerStyle(), rule.style].map { style in
        let notification = Notification(NotificationRequest(), Hints(), id: 1, time: 0)
        return BannerView(
          BannerContent(notification), width: placement.width(of: style, scale: 1), scale: 1,
          material: BlurEffect(style: .systemMaterial).material(isDark: true))
      }
      let stack = BannerStack(
        views, more: 1, order: .newestTop, gap: 8, maxHeight: 1000, measurer: measurer)
      let aligned = placement.aligned(stack, scale: 1)
      #expect(aligned.banners.map(\.frame.x) == x && aligned.banners.map(\.frame.width) == [360, 500])
      #expect(aligned.size.width == 500)
    }
  }

  @Test func `a surface is on the highest layer that one of its banners needs`() throws {
    var store = NotificationStore()
    let rows: [(Int64, SurfaceLayer?)] = [(0, nil), (1, .bottom), (2, nil)]
    for (urgency, layer) in rows {
      var request = NotificationRequest()
      (request.summary, request.hints) = ("\(urgency)", [.init("urgency", .integer(urgency))])
      var settings = NotificationSettings()
      var rule = NotificationRule()
      rule.style.layer = layer
      settings.rules = [rule]
      let now = Instant(sinceOrigin: .zero)
      let clock = ClockTime(seconds: 0, day: 0, minute: 0)
      _ = store.update(.settingsLoaded(settings), now: now, clock: clock)
      _ = store.update(.notified(request, id: store.identify(request)), now: now, clock: clock)
    }
    let banners = Array(store.arrangement(on: "A").banners.reversed())
    let placement = BannerPlacement(NotificationSettings(), logicalWidth: 1280) { $0 }
    try #require(banners.count == 3)
    #expect(placement.layer(for: [banners[1]]) == .bottom && placement.layer(for: [banners[0]]) == .top)
    #expect(placement.layer(for: [banners[0], banners[1]]) == .top)
    #expect(placement.layer(for: banners) == .overlay)
    #expect(placement.surface(height: 9, layer: .bottom).layer == .bottom)
  }

  @Test func `an output as narrow as a banner leaves it the margins`() {
    let placement = BannerPlacement(NotificationSettings(), logicalWidth: 300) { $0 }
    #expect(placement.columnWidth(scale: 1) == 300 - 16 && placement.columnWidth(scale: 2) == 568)
    let narrow = BannerPlacement(NotificationSettings(), logicalWidth: 10) { $0 }
    #expect(narrow.columnWidth(scale: 1) == 1)
    let beside = BannerPlacement(NotificationSettings(), logicalWidth: 320, areaWidth: 256) { $0 }
    #expect(beside.columnWidth(scale: 1) == 256 - 16)
    let level = BannerPlacement(LevelSettings(), logicalWidth: 320, areaWidth: 90) { $0 }
    #expect(level.columnWidth(scale: 1) < 90)
  }
}
