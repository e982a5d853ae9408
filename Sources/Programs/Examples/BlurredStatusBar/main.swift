import Geometry
import LiveGlass
import RenderingGLES
import Scenes
import VisualEffects

/// A strip of live glass, 24 points high.
struct BlurredStatusBar: View {
  var style: BlurEffect.Style
  var width: Double

  var body: ViewTree {
    VisualEffectView(
      effect: BlurEffect(style: style), frame: LogicalRect(x: 0, y: 0, width: width, height: 24))
  }
}

/// `overlay` raises it above the rest, windows in fullscreen included.
let layer = CommandLine.arguments.dropFirst().first.flatMap(SurfaceLayer.init) ?? .top

GlassSession.main(renderer: .gles) { session in
  session.onOutputAdded = { output in
    // Asked for again whenever the output's size or scale changes: when it is turned, too.
    output.show(.strip(along: .top, thickness: 24, layer: layer)) { layout in
      BlurredStatusBar(style: .light, width: layout.logicalSize.width)
    }
  }
}
