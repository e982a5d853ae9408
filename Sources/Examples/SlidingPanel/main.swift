import Glibc
import LiveGlass
import Loop
import Measures
import Scenes
import VisualEffects

/// The panel on one output: it slides up once it is shown.
final class SlidingPanel {
  private let loop: EventLoop
  private var offset = Animated(WeatherPanel.size.height)
  private var timer: Timer?

  init(on output: LiveOutput, text: some TextMeasurer, loop: EventLoop) {
    self.loop = loop
    var placement = SurfacePlacement(
      anchors: [.bottom], width: Int(WeatherPanel.size.width), height: Int(WeatherPanel.size.height))
    placement.margins.bottom = 40
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    // The surface stays where it is, and the sheet moves in it.
    var panel: LiveSurface?
    panel = output.open(placement, expecting: material) { [unowned self] layout in
      if let panel { move(panel, now: layout.now) }
      let icon = WeatherPanel.sun(Int(36 * layout.scale))
      let resolution = Resolution(scale: layout.scale, isDark: true, measurer: text)
      return Scene(size: layout.size, resolution: resolution) {
        WeatherPanel(offset: offset.value(at: layout.now), icon: icon)
      }
    }
  }

  private func move(_ panel: LiveSurface, now: Instant) {
    if panel.isShown { offset.animate(to: 0, .spring(Spring(duration: 0.6, bounce: 0.15)), now: now) }
    guard !panel.isShown || offset.isMoving(at: now) else { return }
    timer = loop.schedule(at: now + .milliseconds(16)) { panel.setNeedsDisplay() }
  }
}

let loop = try EventLoop()
let signals = try loop.onSignal([SIGTERM, SIGINT]) { _ in loop.stop() }
let list = try ScrollingList(loop)
let session = try GlassSession(loop: loop)
var panels: [SlidingPanel] = []
session.onOutputAdded = { panels.append(SlidingPanel(on: $0, text: session.text, loop: loop)) }
session.onFailure = { error in
  print("SlidingPanel: \(error)")
  loop.stop()
}
session.attach()
loop.run()
session.close()
list.close()
signals.cancel()
