import Glibc
import LiveGlass
import Loop
import Measures
import Scenes
import VisualEffects

/// A strip of live glass along the top of every output, 24 points high.
struct BlurredStatusBar: View {
  var style: BlurEffect.Style
  /// `.overlay` raises it above the rest, windows in fullscreen included.
  var layer = SurfacePlacement.Layer.top
  var width = 0.0

  var body: ViewTree {
    VisualEffectView(
      effect: BlurEffect(style: style), frame: LogicalRect(x: 0, y: 0, width: width, height: 24))
  }

  /// Asked for its scene again whenever the output's size or scale changes: when it is turned, too.
  @MainActor func show(on output: LiveOutput, text: some TextMeasurer) {
    var placement = SurfacePlacement.strip(along: .top, thickness: 24)
    placement.layer = layer
    output.open(placement) { layout in
      var bar = self
      bar.width = Double(layout.size.width) / layout.scale
      let resolution = Resolution(scale: layout.scale, isDark: style == .dark, measurer: text)
      return Scene(size: layout.size, resolution: resolution) { bar }
    }
  }
}

let loop = try EventLoop()
let signals = try loop.onSignal([SIGTERM, SIGINT]) { _ in loop.stop() }
let session = try GlassSession(loop: loop)
let layer = CommandLine.arguments.dropFirst().first.flatMap(SurfacePlacement.Layer.init) ?? .top
session.onOutputAdded = { BlurredStatusBar(style: .light, layer: layer).show(on: $0, text: session.text) }
session.onFailure = { error in
  print("BlurredStatusBar: \(error)")
  loop.stop()
}
session.attach()
loop.run()
session.close()
signals.cancel()
