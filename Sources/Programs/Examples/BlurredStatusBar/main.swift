import Geometry
import LiveGlass
import Rendering
import RenderingCPU
import RenderingGLES
import Scenes
import Views
import VisualEffects

/// A strip of live glass.
struct BlurredStatusBar: View {
  var style: BlurEffect.Style

  var body: ViewTree { Spacer().glass(BlurEffect(style: style)) }
}

/// `overlay` raises it above the rest, windows in fullscreen included.
let layer = CommandLine.arguments.dropFirst().first.flatMap(SurfaceLayer.init) ?? .top

/// `cpu` draws without OpenGL.
let renderer: RendererFactory = CommandLine.arguments.contains("cpu") ? .cpu : .gles

GlassSession.main(renderer: renderer) { session in
  session.onOutputAdded = { output in
    // Laid out again whenever the output's size or scale changes: when it is turned, too.
    output.show(.strip(along: .top, thickness: 24, layer: layer)) { _ in BlurredStatusBar(style: .light) }
  }
}
