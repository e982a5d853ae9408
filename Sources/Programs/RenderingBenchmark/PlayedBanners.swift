import Geometry
import Notifications
import Rendering
import Scenes
import Settings
import Typography
import VisualEffects

/// Five banners that slide in at the right of an output.
final class PlayedBanners {
  private let renderer: any OutputRenderer
  private let backend: Backend
  private let size: PixelSize
  private let entries: [BannerColumn.Entry]
  private let engine: TextEngine
  private let views: [BannerView]
  private let placement: BannerPlacement
  private let glass: Glass
  private static let id = SurfaceID(1)

  init(_ backend: Backend) throws {
    self.backend = backend
    let output = PixelSize(width: 1920, height: 1080)
    let engine = TextEngine()
    self.engine = engine
    renderer = try backend.make(output) { engine.rasterise($0) }
    let settings = NotificationSettings()
    let placement = BannerPlacement(settings, logicalWidth: output.width) { $0 }
    self.placement = placement
    let material = Material.named("systemMaterialLight", isDark: false)!
    views = (1...5).map { id in
      var request = NotificationRequest()
      (request.applicationName, request.summary) = ("program", "Message \(id)")
      request.body = "Body of the <b>notification</b>"
      let notification = Notification(request, Hints([]), id: NotificationID(rawValue: UInt32(id)), time: 0)
      return BannerView(
        BannerContent(notification, age: "now"), width: placement.columnWidth(scale: 1), scale: 1,
        material: material, settings: settings)
    }
    let stack = BannerStack(
      views, more: 0, order: settings.order, gap: settings.gap, maxHeight: 1000, measurer: engine)
    size = PixelSize(
      width: placement.surface(height: 1).width,
      height: placement.surfaceHeight(for: stack.size.height, in: output.height, scale: 1))
    let origin = placement.origin(of: stack.size, in: size, scale: 1)
    let placed = stack.offset(x: origin.x, y: origin.y)
    entries = placed.banners.enumerated().map { .init(.banner(BannerID(rawValue: UInt64($0 + 1))), $1) }
    var glass = Glass(
      frame: PixelRect(x: output.width - size.width, y: 0, width: size.width, height: size.height), scale: 1,
      leak: .forBlur(sigma: material.blurRadius), panes: [])
    glass.isFrozen = true
    self.glass = glass
    try renderer.setBackground(.colour([0.3, 0.5, 0.7]))
  }

  /// Measures the layout of all banners, with a picture and two buttons each and texts that
  /// were measured before.
  func timeLayout(_ rounds: Int) {
    var views = views
    for index in views.indices {
      views[index].content.picture = Bitmap(size: PixelSize(width: 40, height: 40))
      views[index].content.notification.buttons = ["Snooze", "Join"].map { .init(key: $0, label: $0) }
    }
    let costs = (0..<rounds).map { _ in
      RenderingBenchmark.time {
        _ = BannerStack(views, more: 0, order: .newestTop, gap: 8, maxHeight: 1000, measurer: engine)
      }
    }
    line("layout of five banners", Cost(costs))
  }

  /// Draws all frames of the banners' motion, `rounds` times.
  func time(_ rounds: Int) throws {
    var frames: [Run] = []
    var first: [Run] = []
    for _ in 0..<rounds {
      var column = BannerColumn(side: placement.side, travel: placement.travel(scale: 1))
      let start = Instant(sinceOrigin: .zero)
      column.show(entries, now: start)
      column.begin(now: start)
      for frame in 0..<16 {
        let now = start + .milliseconds(16 * frame)
        let cost = try RenderingBenchmark.time {
          let scene = Scene(size: size, nodes: column.nodes(at: now))
          if frame == 0 {
            var glass = glass
            glass.panes = scene.panes
            try renderer.openSurface(Self.id, window: nil, glass: glass)
          }
          _ = try renderer.draw(Self.id, scene)
          backend.finish()
        }
        if frame == 0 { first.append(cost) } else { frames.append(cost) }
      }
      renderer.closeSurface(Self.id)
    }
    line("first frame of five banners, \(size.width) x \(size.height)", Cost(first))
    line("frame of five banners in motion", Cost(frames))
  }
}
