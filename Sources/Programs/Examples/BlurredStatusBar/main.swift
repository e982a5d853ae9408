import LiveGlass

/// A strip of live glass.
struct BlurredStatusBar: View {
  var style: BlurEffect.Style

  var body: ViewTree { Spacer().glass(BlurEffect(style: style)) }
}

/// The layer of the bar; the argument `overlay` raises it above fullscreen windows.
let layer = CommandLine.arguments.dropFirst().first.flatMap(SurfaceLayer.init) ?? .top

/// The renderer of the bar; the argument `cpu` draws without OpenGL.
let renderer: RendererFactory = CommandLine.arguments.contains("cpu") ? .cpu : .gles

GlassSession.main(renderer: renderer) { session in
  session.onOutputAdded = { output in
    // The bar is laid out again whenever the output's size or scale changes, also when it is rotated.
    output.show(.strip(along: .top, thickness: 24, layer: layer)) { _ in BlurredStatusBar(style: .light) }
  }
}
