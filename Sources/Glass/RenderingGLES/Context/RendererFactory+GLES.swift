public import Rendering

extension RendererFactory {
  /// The renderer that draws by OpenGL ES, on a GPU or by Mesa's software rasteriser.
  public static var gles: RendererFactory {
    unsafe RendererFactory(name: "OpenGL ES") { display throws(RenderingError) in
      try unsafe GraphicsContext(display: display)
    }
  }

  /// The renderer that draws by OpenGL ES on a GPU. Starting it throws `.noGPU` where there is none; no driver is
  /// loaded for that if no render node can be opened.
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
