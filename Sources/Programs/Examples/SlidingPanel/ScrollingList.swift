import Geometry
import GlassModel
import LiveGlass
import Loop
import RenderingGLES
import Scenes

/// What the panel lies over: coloured lines that scroll for ever.
///
/// It has a session of its own, to which the panel's is any other program's: glass shows what others draw.
final class ScrollingList {
  private let session: GlassSession
  private let loop: EventLoop
  private var surfaces: [LiveSurface] = []
  private var timer: Timer?
  private let start: Instant

  init(_ loop: EventLoop) throws {
    self.loop = loop
    start = loop.now
    session = try GlassSession(loop: loop, renderer: .gles, backdrop: BackdropPolicy(isLive: false))
    session.onOutputAdded = { [unowned self] output in
      var placement = SurfacePlacement(anchors: [.top, .bottom, .left, .right], width: 0, height: 0)
      placement.layer = .bottom
      placement.exclusiveZone = -1
      surfaces.append(output.show(placement) { [unowned self] layout in lines(layout) })
    }
    session.attach()
    scroll()
  }

  func close() {
    timer?.cancel()
    session.close()
  }

  /// Thirty pictures per second.
  private func scroll() {
    for surface in surfaces { surface.setNeedsDisplay() }
    timer = loop.schedule(at: loop.now + .milliseconds(33)) { [unowned self] in scroll() }
  }

  @ViewBuilder private func lines(_ layout: LiveSurface.Layout) -> ViewTree {
    let size = layout.logicalSize
    let height = 72.0
    let scrolled = 60 * ((layout.now - start) / .seconds(1))
    let first = Int(scrolled / height)
    Fill(
      frame: LogicalRect(x: 0, y: 0, width: size.width, height: size.height), colour: [0.93, 0.93, 0.95, 1])
    for line in first...first + Int(size.height / height) + 1 {
      let top = Double(line) * height - scrolled
      Fill(
        frame: LogicalRect(x: 24, y: top + 6, width: size.width - 48, height: height - 12),
        corners: LogicalCorners(14), colour: Self.colours[line % Self.colours.count])
      Label(
        "Line \(line + 1)", font: "Sans Bold 12",
        frame: LogicalRect(x: 48, y: top, width: 400, height: height))
    }
  }

  private static let colours: [SIMD4<Double>] = [
    [0.95, 0.26, 0.21, 1], [1, 0.6, 0, 1], [1, 0.84, 0.1, 1], [0.3, 0.69, 0.31, 1], [0.13, 0.59, 0.95, 1],
    [0.4, 0.23, 0.72, 1],
  ]
}
