import CEGL
import CWayland
import Geometry
import Glibc
import Rendering

/// The EGL surface of a `wl_surface`, whose buffers the compositor gets when they are swapped.
@MainActor @safe final class WindowSurface {
  /// The size in pixels, upright.
  private(set) var size: PixelSize
  private let transform: OutputTransform
  private(set) var handle: EGLSurface?
  private let context: GraphicsContext
  private let native: NativeWindow
  /// Whether buffers were swapped; before that Mesa keeps the size of the first one.
  private var hasSwapped = false
  private var window: OpaquePointer?
  private let swapName: String?

  /// Makes buffers of `size` pixels, turned by `transform`, for `native`, which the caller still owns and which must
  /// outlive this object.
  init(
    _ native: NativeWindow, _ size: PixelSize, _ transform: OutputTransform, in context: GraphicsContext
  ) throws(RenderingError) {
    self.size = size
    self.transform = transform
    self.context = context
    self.native = native
    swapName =
      ["KHR", "EXT"].first { context.hasExtension("EGL_\($0)_swap_buffers_with_damage") }
      .map { "eglSwapBuffersWithDamage\($0)" }
    try open()
  }

  /// Throws `.allocation` for sizes that EGL's windows cannot have.
  private func check(_ size: PixelSize) throws(RenderingError) {
    guard !size.isEmpty, max(size.width, size.height) <= context.maximumSide else {
      throw .allocation(what: "window", size)
    }
  }

  private func open() throws(RenderingError) {
    try check(size)
    try checkDescriptors()
    let turned = transform.turned(size)
    unsafe window = unsafe wl_egl_window_create(native.surface, Int32(turned.width), Int32(turned.height))
    guard let window = unsafe window else { throw .allocation(what: "window", size) }
    unsafe handle = unsafe eglCreatePlatformWindowSurface(
      context.display, context.config, UnsafeMutableRawPointer(window), nil)
    guard unsafe handle != nil else {
      destroy()
      throw .allocation(what: "window", size)
    }
    context.activate(self)
    // The caller's own frame callbacks pace drawing; waiting for them in a swap would block the loop.
    unsafe eglSwapInterval(context.display, 0)
  }

  isolated deinit { destroy() }

  /// Destroys EGL's surface and then the window under it. Idempotent.
  func destroy() {
    if unsafe handle != nil, !context.isDestroyed {
      context.release(self)
      unsafe eglDestroySurface(context.display, handle)
    }
    unsafe handle = nil
    if let window = unsafe window { unsafe wl_egl_window_destroy(window) }
    unsafe window = nil
  }

  /// Gives the next buffer `size` pixels, upright.
  func resize(_ size: PixelSize) throws(RenderingError) {
    guard size != self.size, let window = unsafe window else { return }
    try check(size)
    self.size = size
    if !hasSwapped {
      destroy()
      return try open()
    }
    let turned = transform.turned(size)
    unsafe wl_egl_window_resize(window, Int32(turned.width), Int32(turned.height), 0, 0)
  }

  /// Throws `.allocation` unless there is room for the descriptors of another buffer, which has at most four planes, and for
  /// their copies that wait to be sent.
  ///
  /// This has to be checked before the window becomes current: Mesa may allocate a buffer then, and without descriptors it
  /// writes to memory that it has not mapped, or ends the connection.
  func checkDescriptors() throws(RenderingError) {
    // Any open descriptor serves, and standard error is open.
    let copies = (0..<8).map { _ in dup(STDERR_FILENO) }
    for copy in copies where copy >= 0 { close(copy) }
    if copies.contains(where: { $0 < 0 }) { throw .allocation(what: "next buffer of a window", size) }
  }

  /// Hands the buffer to the compositor with its damage, in pixels of the upright surface from its top left.
  ///
  /// Throws `.contextLost`, or `.allocation` if the connection or the window is gone.
  func swap(damage: [PixelRect]) throws(RenderingError) {
    var isDone: EGLBoolean
    if let swapName {
      let height = transform.turned(size).height
      var rects = damage.map { transform.panelRect(of: $0, in: size) }.flatMap { rect in
        [rect.x, height - rect.maxY, rect.width, rect.height].map { EGLint($0) }
      }
      isDone = unsafe hyaline_egl_swap_with_damage(
        swapName, context.display, handle!, &rects, EGLint(damage.count))
    } else {
      isDone = unsafe eglSwapBuffers(context.display, handle)
    }
    hasSwapped = true
    guard isDone == 0 else { return }
    if eglGetError() == EGL_CONTEXT_LOST { throw .contextLost }
    throw .allocation(what: "next buffer of a window", size)
  }
}
