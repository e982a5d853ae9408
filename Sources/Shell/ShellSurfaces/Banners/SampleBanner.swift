import Geometry
import Notifications
import Scenes
import Settings
import ShellModel
import VisualEffects

/// A typical banner that is drawn before the first real one.
struct SampleBanner {
  /// The scene while the banner slides in.
  let moving: Scene
  /// The scene of the banner at rest.
  let resting: Scene

  init(
    _ settings: NotificationSettings, material: Material, legibility: Legibility, scale: Double,
    output: PixelSize, measurer: some TextMeasurer
  ) {
    let placement = BannerPlacement(settings, logicalWidth: Int(Double(output.width) / scale)) { $0 }
    var request = NotificationRequest()
    (request.applicationName, request.summary, request.body) = ("hyaline", "Summary", "A <b>body</b>")
    request.actions = ["default", "", "key", "Label"]
    let notification = Notification(request, Hints([.init("value", .integer(50))]), id: 1, time: 0)
    let picture = Bitmap(size: PixelSize(width: 8, height: 8))
    let view = BannerView(
      BannerContent(notification, isHovered: true, age: "now", picture: picture),
      width: placement.columnWidth(scale: scale), scale: scale, material: material, legibility: legibility,
      settings: settings)
    let layout = view.layout(measurer: measurer)
    let stack = layout.frame.size
    let area = Int(Double(output.height) / scale)
    let height = placement.surfaceHeight(for: stack.height, in: area, scale: scale)
    let size = PixelSize(
      width: Int((Double(placement.surface(height: 1).width) * scale).rounded()),
      height: Int((Double(height) * scale).rounded()))
    let origin = placement.origin(of: stack, in: size, scale: scale)
    let entry = BannerColumn.Entry(.banner(1), layout.offset(x: origin.x, y: origin.y))
    func scene(isMoving: Bool) -> Scene {
      var column = BannerColumn(side: placement.side, travel: placement.travel(scale: scale))
      let now = Instant(sinceOrigin: .zero)
      column.show([entry], now: now, reducesMotion: !isMoving)
      return Scene(size: size, nodes: column.nodes(at: now))
    }
    (moving, resting) = (scene(isMoving: true), scene(isMoving: false))
  }
}
