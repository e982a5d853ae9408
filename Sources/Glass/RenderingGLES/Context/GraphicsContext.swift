import CEGL
public import Geometry
import Glibc
public import Rendering
public import Scenes
public import VisualEffects

/// One EGL display and GLES context, with the programs that all renderers of the process share.
///
/// All objects that draw keep a reference; `destroy()` ends drawing for all of them.
@MainActor @safe public final class GraphicsContext {
  /// The name that the driver reports, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  public let rendererName: String
  /// The version of OpenGL ES, with that of the driver.
  public let version: String
  /// Whether the CPU draws.
  public let isSoftware: Bool
  /// Whether programs were compiled since `releaseCompiler`, so that the compiler's memory is still held.
  public var holdsCompiler: Bool { programs.holdsCompiler }
  /// The number of GL objects that were made and are not deleted, for finding leaks. Spare layers and programs, which
  /// are kept for later, do not count.
  public var liveObjectCount: Int { objectCount - spareLayers.objectCount - programs.count }
  /// The number of all GL objects that were made and are not deleted.
  var objectCount = 0

  /// The number of layers that needed new textures because no spare ones fitted, for finding waste.
  var newLayerCount = 0

  let display: EGLDisplay
  let config: EGLConfig
  private let context: EGLContext
  private let extensions: Set<Substring>
  let programs = ProgramCache()
  private(set) var pipeline: ProgramPipeline?
  private var ditherTexture: Texture?
  var spareLayers = SpareLayers()
  private var knownOrder: Bool?
  private var knownLayerFormat: Texture.Format?
  private(set) var isDestroyed = false
  let canReportReset: Bool
  /// The largest side of a texture or viewport, in texels.
  let maximumSide: Int

  private let hasWindows: Bool
  private static weak var current: GraphicsContext?
  private weak var currentWindow: WindowSurface?

  /// Connects to the GL of a Wayland connection, or to one without windows if there is no connection.
  ///
  /// `display` is a `wl_display`, which the caller still owns and which must outlive the context. Throws
  /// `.noGraphics`.
  public init(display native: OpaquePointer?) throws(RenderingError) {
    // Mesa reads the variable when EGL starts: threads of its software rasterisers cost more than they gain at the
    // sizes of bars and banners.
    unsafe setenv("LP_NUM_THREADS", "0", 0)
    let variable = DriverCache.setVariable()
    defer { DriverCache.removeVariable(variable) }
    hasWindows = unsafe native != nil
    let opened = try unsafe EGLStart.open(native)
    let display = unsafe opened
    let names = unsafe EGLStart.text(eglQueryString(display, EGLint(EGL_EXTENSIONS)))
    extensions = Set(names.split(separator: " "))
    unsafe self.display = unsafe display
    let config = try unsafe EGLStart.config(display, hasWindows: hasWindows)
    unsafe self.config = unsafe config
    canReportReset = extensions.contains("EGL_EXT_create_context_robustness")
    let context = try unsafe EGLStart.context(display, config, reportsReset: canReportReset)
    unsafe self.context = unsafe context
    guard unsafe eglMakeCurrent(display, hyaline_egl_no_surface(), hyaline_egl_no_surface(), context) != 0
    else {
      throw .noGraphics("eglMakeCurrent without a surface: \(EGLStart.errorName(eglGetError()))")
    }
    rendererName = unsafe EGLStart.text(glGetString(GLenum(GL_RENDERER)))
    version = unsafe EGLStart.text(glGetString(GLenum(GL_VERSION)))
    isSoftware = rendererName.split { !$0.isLetter }.contains { word in
      ["llvmpipe", "softpipe", "swrast", "SWR"].contains { word.hasPrefix($0) }
    }
    var side: GLint = 0
    unsafe glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
    maximumSide = Int(side)
    Self.current = self
    glEnable(GLenum(GL_SCISSOR_TEST))
    glDisable(GLenum(GL_DITHER))
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    pipeline = ProgramPipeline(in: self)
  }

  isolated deinit { destroy() }

  /// Deletes the programs and the context, and with it the remaining textures.
  ///
  /// `endsDisplay` also ends the connection to a display without windows, and means that nothing else in the process
  /// draws without windows; only then is the driver's cache sure to be written before the process ends.
  public func destroy(endsDisplay: Bool) {
    guard !isDestroyed else { return }
    activate()
    programs.destroy()
    pipeline?.destroy()
    ditherTexture?.destroy()
    spareLayers.drop()
    // These objects hold references to the context.
    (pipeline, ditherTexture) = (nil, nil)
    isDestroyed = true
    leaveThread()
    unsafe eglDestroyContext(display, context)
    // The display without windows is one per process, and may serve other contexts.
    if hasWindows || endsDisplay { unsafe eglTerminate(display) }
  }

  /// Unbinds the context that is current on the thread, this one or another, so that it can be used on any thread
  /// next.
  func leaveThread() {
    unsafe eglMakeCurrent(
      display, hyaline_egl_no_surface(), hyaline_egl_no_surface(), hyaline_egl_no_context())
    Self.current = nil
  }

  func hasExtension(_ name: String) -> Bool { extensions.contains(Substring(name)) }

  /// Directs GL calls to this context; its window, if it has one, stays the default framebuffer.
  func activate() {
    if isDestroyed { return }
    if Self.current !== self { makeCurrent(currentWindow) }
  }

  /// Directs GL calls to this context, with `window` as the default framebuffer.
  func activate(_ window: WindowSurface) {
    if Self.current !== self || currentWindow !== window { makeCurrent(window) }
  }

  /// Deletes the GL object `handle` by `delete`, unless that was done before.
  func delete(_ handle: inout GLuint, by delete: (UnsafePointer<GLuint>) -> Void) {
    if handle == 0 { return }
    if !isDestroyed {
      activate()
      unsafe delete(&handle)
    }
    handle = 0
    objectCount -= 1
  }

  /// Makes no window current if `window` is; it is called before the window is destroyed.
  func release(_ window: WindowSurface) {
    if currentWindow === window { makeCurrent(nil) }
  }

  /// Makes the context current again, without a window, so that the driver notices which windows were destroyed: it
  /// ignores a call for the context that is current already.
  ///
  /// No window may be current then: Mesa would fetch its next buffer at once, in the window's present size, and show
  /// that even if the window were resized before anything is drawn.
  func makeCurrentAgain() {
    unsafe eglMakeCurrent(
      display, hyaline_egl_no_surface(), hyaline_egl_no_surface(), hyaline_egl_no_context())
    makeCurrent(nil)
  }

  private func makeCurrent(_ window: WindowSurface?) {
    let surface = unsafe window?.handle ?? hyaline_egl_no_surface()
    unsafe eglMakeCurrent(display, surface, surface, context)
    currentWindow = window
    Self.current = self
  }

  /// Makes the program for `source` the current one, and returns it; it is compiled at its first use.
  package func use(_ source: ProgramSource) throws(RenderingError) -> ShaderProgram {
    let program = try programs.program(source, in: self)
    program.use()
    return program
  }

  /// Frees spare textures and the compiler's memory, some MB in Mesa; the next new program brings the compiler back,
  /// within about 5 ms.
  public func releaseCompiler() {
    guard !isDestroyed else { return }
    activate()
    releaseLastDrawing()
    spareLayers.drop()
    programs.releaseCompiler()
  }

  /// Makes the driver free the last drawing and the textures that were read for it, deleted or not.
  ///
  /// Mesa holds both until something else is drawn, and a destroyed window's buffer until a context is made current:
  /// 2.4 MB after five banners.
  private func releaseLastDrawing() {
    // An existing program is used, so that nothing is compiled for this.
    guard let program = programs.readingOneTexture,
      let from = try? Layer("nothing", cells: Self.oneCell, cellSize: 1, in: self),
      let onto = try? Layer("nothing", cells: Self.oneCell, cellSize: 1, in: self)
    else { return }
    program.use()
    program.bind("source", from.texture, unit: 0)
    onto.draw(Self.oneCell)
    // Queued drawing holds its textures until it is executed.
    finish()
    makeCurrentAgain()
    from.destroy()
    onto.destroy()
  }

  private static let oneCell = PixelRect(x: 0, y: 0, width: 1, height: 1)

  /// The dither of the output: a tile of 64 × 64 thresholds with 256 values, four to a texel.
  var dither: Texture {
    get throws(RenderingError) {
      if let ditherTexture { return ditherTexture }
      let side = DitherPattern.side
      let texture = try Texture("dither", PixelSize(width: side / 4, height: side), .byte4, in: self)
      texture.fill(DitherPattern.ranks.map { UInt8($0 >> 4) })
      ditherTexture = texture
      return texture
    }
  }

  /// Whether textures can be copied without a pass, by `glCopyImageSubData` of OpenGL ES 3.2.
  private(set) lazy var copiesTextures = version.hasPrefix("OpenGL ES 3.2")

  /// Whether textures of the format `.window` exist and can be drawn into.
  var drawsWindowOrder: Bool {
    if let knownOrder { return knownOrder }
    let answer = hasGLExtension("GL_EXT_texture_format_BGRA8888") && canDraw(.window)
    knownOrder = answer
    return answer
  }

  /// The format of layers: floats if GL can filter and draw them, and half floats otherwise; throws `.noGraphics` if
  /// it can draw neither.
  var layerFormat: Texture.Format {
    get throws(RenderingError) {
      if let knownLayerFormat { return knownLayerFormat }
      let floats = hasGLExtension("GL_OES_texture_float_linear") && canDraw(.float4)
      guard floats || canDraw(.half4) else {
        throw .noGraphics("\(rendererName) cannot draw into half-float textures")
      }
      let answer: Texture.Format = floats ? .float4 : .half4
      knownLayerFormat = answer
      return answer
    }
  }

  private func hasGLExtension(_ name: String) -> Bool {
    unsafe EGLStart.text(glGetString(GLenum(GL_EXTENSIONS))).split(separator: " ").contains(Substring(name))
  }

  private func canDraw(_ format: Texture.Format) -> Bool {
    guard let texture = try? Texture("probe", PixelSize(width: 1, height: 1), format, in: self) else {
      return false
    }
    defer { texture.destroy() }
    guard let target = try? RenderTarget([.init(texture)], in: self) else { return false }
    target.destroy()
    return true
  }

  /// Waits until all drawing has been executed. The corresponding C function is `glFinish`.
  package func finish() { glFinish() }

  /// Throws `.contextLost` if the GPU was ever reset, at every call.
  func checkReset() throws(RenderingError) {
    // GL reports a reset once, and the first caller may not be the one that can make everything anew.
    if !isLost, canReportReset { isLost = glGetGraphicsResetStatus() != GLenum(GL_NO_ERROR) }
    if isLost { throw .contextLost }
  }
  private var isLost = false
}

extension GraphicsContext: CompilingRenderer {
  public var name: String { rendererName + ", " + version }

  public func makeOutputRenderer(
    _ size: PixelSize, transform: OutputTransform, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void
  ) throws(RenderingError) -> any OutputRenderer {
    try GLESOutputRenderer(self, output: size, transform: transform, rasterise: rasterise)
  }

  public func makePreview(rasterise: @escaping (StyledText) -> TextBitmap) -> any GlassPreviewing {
    PlannedPreview(GLESBackend(self, rasterise: rasterise))
  }

  public func makeDrawingWarmUp(
    moving: Scene, resting: Scene, origin: (x: Int, y: Int), scale: Double, leak: Leak, output: PixelSize,
    isTurned: Bool, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) -> any DrawingWarmUp {
    try GLESDrawingWarmUp(
      moving: moving, resting: resting, origin: origin, scale: scale, leak: leak, output: output,
      isTurned: isTurned, in: self, rasterise: rasterise)
  }

  public func destroy() { destroy(endsDisplay: false) }
}
