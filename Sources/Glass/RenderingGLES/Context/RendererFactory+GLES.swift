public import Rendering

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
