public import Geometry
public import Rendering
public import Scenes
public import VisualEffects

extension GraphicsContext: Renderer {
  public var name: String { rendererName + ", " + version }

  public var compilesPrograms: Bool { true }

  public func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any OutputRenderer {
    try GLESOutputRenderer(self, output: size, transform: transform, rasterise: rasterise)
  }

  public func makePreview(rasterise: @escaping (StyledText) -> TextBitmap) -> any GlassPreviewing {
    GlassPreview(self, rasterise: rasterise)
  }

  public func makeRehearsal(
    moving: Scene, resting: Scene, origin: (x: Int, y: Int), scale: Double, leak: Leak, output: PixelSize,
    isTurned: Bool, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any Rehearsal {
    try GLESRehearsal(
      moving: moving, resting: resting, origin: origin, scale: scale, leak: leak, output: output,
      isTurned: isTurned, in: self, rasterise: rasterise)
  }

  public func destroy() { destroy(endsDisplay: false) }
}

extension RendererFactory {
  /// Draws by OpenGL ES, on a GPU or by Mesa's software rasteriser.
  public static var gles: RendererFactory {
    unsafe RendererFactory(name: "OpenGL ES") { display throws(RenderingError) in
      try unsafe GraphicsContext(display: display)
    }
  }

  /// Draws by OpenGL ES on a GPU, and throws `.noGPU` where there is none, without having loaded a driver if no render
  /// node can be opened.
  public static var glesOnGPU: RendererFactory {
    unsafe RendererFactory(name: "OpenGL ES") { display throws(RenderingError) in
      guard RenderNode.firstUsable() != nil else {
        throw .noGPU("no device \(RenderNode.directory)/\(RenderNode.prefix)* can be opened")
      }
      let context = try unsafe GraphicsContext(display: display)
      guard context.isSoftware else { return context }
      let driver = context.rendererName
      context.destroy()
      throw .noGPU("the driver is \(driver), which draws in software")
    }
  }
}
