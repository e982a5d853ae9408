import LiveGlass

/// Words on islands of clear glass, which flow together.
struct Islands: View {
  var words: [String]

  var body: ViewTree {
    GlassContainer(spacing: 10) {
      HStack(spacing: 6) {
        for word in words {
          Text(word).padding(horizontal: 16, vertical: 9).glass(GlassEffect(style: .clear), cornerRadius: 18)
        }
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .center)
  }
}

/// The renderer; the argument `cpu` draws without OpenGL.
let renderer: RendererFactory = CommandLine.arguments.contains("cpu") ? .cpu : .gles

GlassSession.main(renderer: renderer) { session in
  session.onOutputAdded = { output in
    output.show(.strip(along: .top, thickness: 56)) { _ in
      Islands(words: ["Glass", "that", "flows", "together"])
    }
  }
}
