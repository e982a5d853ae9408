import Glibc
import LiveGlass
import Loop
import Measures
import Scenes
import VisualEffects

/// The panel on one output: it slides up once it is shown.
final class SlidingPanel {
  private var offset = Animated(WeatherPanel.size.height)

  init(on output: LiveOutput, text: some TextMeasurer) {
    var placement = SurfacePlacement(
      anchors: [.bottom], width: Int(WeatherPanel.size.width), height: Int(WeatherPanel.size.height))
    placement.margins.bottom = 40
    let material = BlurEffect(style: .systemMaterial).material(isDark: true)
    // The surface stays where it is, and the sheet moves in it.
    let panel = output.open(placement, expecting: material) { [unowned self] layout in
      let icon = WeatherPanel.sun(Int(36 * layout.scale))
      let resolution = Resolution(scale: layout.scale, isDark: true, measurer: text)
      return Scene(size: layout.size, resolution: resolution) {
        WeatherPanel(offset: offset.value(at: layout.now), icon: icon)
      }
    }
    // Begins with the first frame that is shown; the glass is frozen as long as it goes on.
    panel.animate { [unowned self] now in
      offset.animate(to: 0, .spring(Spring(duration: 0.6, bounce: 0.15)), now: now)
      return offset.isMoving(at: now)
    }
  }
}

let loop = try EventLoop()
let signals = try loop.onSignal([SIGTERM, SIGINT]) { _ in loop.stop() }
let list = try ScrollingList(loop)
let session = try GlassSession(loop: loop)
var panels: [SlidingPanel] = []
session.onOutputAdded = { panels.append(SlidingPanel(on: $0, text: session.text)) }
session.onFailure = { error in
  print("SlidingPanel: \(error)")
  loop.stop()
}
session.attach()
loop.run()
session.close()
list.close()
signals.cancel()
