import CEGL
import Rendering

/// Starts EGL: finds its display, a configuration and a context.
enum EGLStart {
  /// Connects EGL to a Wayland connection, or to Mesa's surfaceless platform if there is none; throws `.noGraphics`.
  static func open(_ native: OpaquePointer?) throws(RenderingError) -> EGLDisplay {
    let platform = unsafe native == nil ? EGL_PLATFORM_SURFACELESS_MESA : EGL_PLATFORM_WAYLAND_KHR
    let display = unsafe eglGetPlatformDisplay(
      EGLenum(platform), native.map { unsafe UnsafeMutableRawPointer($0) }, nil)
    guard let display = unsafe display else {
      throw .noGraphics("EGL knows no display here: \(errorName(eglGetError()))")
    }
    guard unsafe eglInitialize(display, nil, nil) != 0 else {
      throw .noGraphics("EGL cannot start: \(errorName(eglGetError()))")
    }
    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) != 0 else {
      throw .noGraphics("EGL has no OpenGL ES: \(errorName(eglGetError()))")
    }
    return unsafe display
  }

  /// The configuration for all surfaces, with eight bits per channel and for alpha; throws `.noGraphics`.
  static func config(_ display: EGLDisplay, hasWindows: Bool) throws(RenderingError) -> EGLConfig {
    let attributes: [EGLint] = [
      EGL_SURFACE_TYPE, hasWindows ? EGL_WINDOW_BIT : EGL_PBUFFER_BIT,
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT,
      EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
    ]
    var config: EGLConfig?
    var count: EGLint = 0
    guard unsafe eglChooseConfig(display, attributes, &config, 1, &count) != 0, count > 0,
      let config = unsafe config
    else { throw .noGraphics("no EGL configuration with 8 bits of alpha for OpenGL ES 3") }
    return unsafe config
  }

  /// Makes a context of OpenGL ES 3, which is not current yet; throws `.noGraphics`.
  static func context(
    _ display: EGLDisplay, _ config: EGLConfig, reportsReset: Bool
  ) throws(RenderingError) -> EGLContext {
    var attributes = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0]
    if reportsReset {
      attributes += [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT]
    }
    attributes.append(EGL_NONE)
    guard let context = unsafe eglCreateContext(display, config, hyaline_egl_no_context(), attributes) else {
      throw .noGraphics("OpenGL ES 3 cannot be had: \(errorName(eglGetError()))")
    }
    return unsafe context
  }

  /// The string at `pointer`, which is EGL's; empty if there is none.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  /// The string at `pointer`, which is GL's; empty if there is none.
  static func text(_ pointer: UnsafePointer<GLubyte>?) -> String {
    unsafe pointer.map { unsafe String(cString: $0) } ?? ""
  }

  /// The name that EGL defines for an error code, or the number.
  static func errorName(_ code: EGLint) -> String {
    switch code {
    case EGL_SUCCESS: "no error given"
    case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
    case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
    case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
    case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
    case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
    case EGL_BAD_MATCH: "EGL_BAD_MATCH"
    case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
    case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
    case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
    default: "EGL error \(code)"
    }
  }
}
