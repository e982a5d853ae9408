import CEGL
public import Geometry
import Glibc
public import Rendering
public import Scenes
public import VisualEffects

/// One EGL display and GLES context, with the programs that all renderers of the process share.
///
/// Everything that draws keeps a reference; `destroy()` ends it for all of them.
@MainActor @safe public final class GraphicsContext {
  /// What the driver calls itself, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
  public let rendererName: String
  /// The version of OpenGL ES with the driver's own.
  public let version: String
  /// Drawing is done by the CPU.
  public let isSoftware: Bool
  /// Programs were compiled since `releaseCompiler`, and what that needed is still held.
  public var holdsCompiler: Bool { programs.holdsCompiler }
  /// GL objects made and not yet deleted, but for what is kept for later: spare layers, and programs, of each of which there
  /// is one at most. For finding leaks.
  public var liveObjectCount: Int { objectCount - spareLayers.objectCount - programs.count }
  /// The same, all of them.
  var objectCount = 0

  /// Layers that could not be had from those given up, for finding waste.
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
  /// The largest side of a texture or viewport.
  let maximumSide: Int

  private let hasWindows: Bool
  private static weak var current: GraphicsContext?
  private weak var currentWindow: WindowSurface?

  /// Connects to the GL of a Wayland connection, or to one without windows if there is no connection.
  ///
  /// `display` is a `wl_display`, which stays the caller's and must outlive this. Throws `.noGraphics`.
  public init(display native: OpaquePointer?) throws(RenderingError) {
    // Software rasterisers start threads that cost more than they bring at our sizes; read before EGL starts.
    unsafe setenv("LP_NUM_THREADS", "0", 0)
    let placed = DriverCache.place()
    defer { DriverCache.forget(placed) }
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

  /// Deletes the programs, the context and the display's connection; what is left of textures goes with them.
  ///
  /// `endsDisplay`: nothing else of the process draws without windows; only then is the driver's cache sure to be
  /// written before the process ends.
  public func destroy(endsDisplay: Bool) {
    guard !isDestroyed else { return }
    activate()
    programs.destroy()
    pipeline?.destroy()
    ditherTexture?.destroy()
    spareLayers.drop()
    // They refer to this.
    (pipeline, ditherTexture) = (nil, nil)
    isDestroyed = true
    leaveThread()
    unsafe eglDestroyContext(display, context)
    // The display without windows is one per process, and may serve other contexts.
    if hasWindows || endsDisplay { unsafe eglTerminate(display) }
  }

  /// Ends that this context, or another one, is bound to the thread: the next use may be on any.
  func leaveThread() {
    unsafe eglMakeCurrent(
      display, hyaline_egl_no_surface(), hyaline_egl_no_surface(), hyaline_egl_no_context())
    Self.current = nil
  }

  func hasExtension(_ name: String) -> Bool { extensions.contains(Substring(name)) }

  /// Makes GL calls go to this context; the default framebuffer stays what it was.
  func activate() {
    if isDestroyed { return }
    if Self.current !== self { makeCurrent(currentWindow) }
  }

  /// Makes GL calls go to this context and `window` the default framebuffer.
  func activate(_ window: WindowSurface) {
    if Self.current !== self || currentWindow !== window { makeCurrent(window) }
  }

  /// Lets go of a window before that is destroyed.
  func release(_ window: WindowSurface) {
    if currentWindow === window { makeCurrent(nil) }
  }

  /// Has the driver see which windows are gone; asked for what is current already, it does nothing.
  ///
  /// No window is current then: Mesa would take that one's next buffer at once, of the size that it has now, and show it
  /// though the window were resized before anything is drawn.
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

  /// The program that `source` makes, compiled at its first use.
  package func program(_ source: ProgramSource) throws(RenderingError) -> Program {
    try programs.program(source, in: self)
  }

  /// Gives up spare textures and what compiling needs, some MB in Mesa; the next program brings it back, within about 5 ms.
  public func releaseCompiler() {
    guard !isDestroyed else { return }
    activate()
    letGoOfLastDrawing()
    spareLayers.drop()
    programs.releaseCompiler()
  }

  /// Has the driver let go of what was drawn last and of what it was drawn from, deleted or not.
  ///
  /// Mesa holds both until something else is drawn, and a window's buffer until a context is made current after that was
  /// destroyed: after five banners 2.4 MB.
  private func letGoOfLastDrawing() {
    // Nothing is compiled for this.
    guard let program = programs.readingOneTexture,
      let from = try? Layer("nothing", cells: Self.oneCell, cellSize: 1, in: self),
      let onto = try? Layer("nothing", cells: Self.oneCell, cellSize: 1, in: self)
    else { return }
    program.use()
    program.bind("source", from.texture, unit: 0)
    onto.draw(Self.oneCell)
    // What was to be drawn before holds textures until it is.
    finish()
    makeCurrentAgain()
    from.destroy()
    onto.destroy()
  }

  private static let oneCell = PixelRect(x: 0, y: 0, width: 1, height: 1)

  /// The output's dither: a tile of thresholds, four to a texel, of which 256 are told apart.
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

  /// Textures can be copied without a pass, as from OpenGL ES 3.2.
  private(set) lazy var copiesTextures = version.hasPrefix("OpenGL ES 3.2")

  /// Textures of the format `.window` exist and can be drawn into.
  var drawsWindowOrder: Bool {
    if let knownOrder { return knownOrder }
    let answer = hasGLExtension("GL_EXT_texture_format_BGRA8888") && canDraw(.window)
    knownOrder = answer
    return answer
  }

  /// The format of layers: floats if they can be filtered and drawn, else halves; throws `.noGraphics` without both.
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

  /// Waits until all that was drawn is done. The corresponding C function is `glFinish`.
  package func finish() { glFinish() }

  /// Throws `.contextLost` if the GPU was ever reset, however often it is asked.
  func checkReset() throws(RenderingError) {
    // GL tells it once, and whoever asked may not be the one who can make everything anew.
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
