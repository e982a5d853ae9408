import LiveGlass

/// The background of the panel: coloured lines that scroll without end.
///
/// The lines are surfaces of a session of their own, so that the panel's glass treats them as another program's
/// window.
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
      surfaces.append(
        output.show(placement) { [unowned self] layout in
          ColouredLines(size: layout.logicalSize, scrolled: 60 * ((layout.now - start) / .seconds(1)))
        })
    }
    session.attach()
    scroll()
  }

  func close() {
    timer?.cancel()
    session.close()
  }

  /// Redraws the lines thirty times per second.
  private func scroll() {
    for surface in surfaces { surface.setNeedsDisplay() }
    timer = loop.schedule(at: loop.now + .milliseconds(33)) { [unowned self] in scroll() }
  }
}
