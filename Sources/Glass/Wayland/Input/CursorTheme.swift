import CWaylandCursor
import Geometry
import Glibc

/// The user's cursor theme, as XCURSOR_THEME and XCURSOR_SIZE name it; read when a pointer first needs it.
@MainActor @safe final class CursorTheme {
  /// One cursor of the theme, until the theme is read in another scale.
  @safe struct Image {
    var width: Int
    var height: Int
    /// Its pixels for each logical one.
    var scale: Int
    /// The pixel that points.
    var hotspot: (x: Int, y: Int)
    /// Owned by the theme.
    var buffer: OpaquePointer
  }

  private let connection: Connection
  /// By scale; libwayland's.
  private var themes: [Int: OpaquePointer] = unsafe [:]

  init(_ connection: Connection) {
    self.connection = connection
  }

  isolated deinit {
    destroy()
  }

  /// Nothing was read, or all of it is freed.
  var isEmpty: Bool { unsafe themes.isEmpty }

  /// Frees what was read, until it is needed again; idempotent. What is shown stays.
  ///
  /// The corresponding C function is `wl_cursor_theme_destroy`.
  func destroy() {
    while let (_, theme) = unsafe themes.popFirst() { unsafe wl_cursor_theme_destroy(theme) }
  }

  /// In that scale, or in none where the theme has no such size; nil if there is neither shared memory nor such a
  /// cursor.
  func image(of shape: CursorShape, scale: Int) -> Image? {
    guard let image = picture(of: shape, scale: scale) else { return nil }
    // What fills less than this of the size that was asked for is of another: cursors have borders.
    let isLarge = max(image.width, image.height) * 10 >= Int(size) * scale * 6
    let isWhole = image.width % scale == 0 && image.height % scale == 0
    return isLarge && isWhole ? image : picture(of: shape, scale: 1)
  }

  /// The corresponding C function is `wl_cursor_theme_get_cursor`.
  private func picture(of shape: CursorShape, scale: Int) -> Image? {
    guard let theme = unsafe theme(scale) else { return nil }
    let cursor = unsafe shape.names.lazy.compactMap { unsafe wl_cursor_theme_get_cursor(theme, $0) }.first
    guard let cursor = unsafe cursor, let image = unsafe cursor.pointee.images[0],
      let buffer = unsafe wl_cursor_image_get_buffer(image)
    else { return nil }
    let picture = unsafe image.pointee
    return unsafe Image(
      width: Int(picture.width), height: Int(picture.height), scale: scale,
      hotspot: (Int(picture.hotspot_x), Int(picture.hotspot_y)), buffer: buffer)
  }

  /// The corresponding C function is `wl_cursor_theme_load`; without a theme it has a few cursors of its own.
  private func theme(_ scale: Int) -> OpaquePointer? {
    if let known = unsafe themes[scale] { return unsafe known }
    guard let shm = try? connection.globals.shared(WlShm.self, version: 1), let native = unsafe shm.native
    else { return nil }
    let theme = unsafe wl_cursor_theme_load(getenv("XCURSOR_THEME"), size * Int32(scale), native)
    unsafe themes[scale] = theme
    return unsafe theme
  }

  /// In logical pixels.
  private var size: Int32 {
    let wished = unsafe getenv("XCURSOR_SIZE").flatMap { unsafe Int32(String(cString: $0)) } ?? 0
    // 24: what most themes draw first, and most compositors show; more than 256 is no cursor.
    return (1...256).contains(wished) ? wished : 24
  }
}

extension CursorShape {
  /// In themes, the best first: by CSS, and by X11.
  fileprivate var names: [String] {
    switch self {
    case .default: ["default", "left_ptr"]
    case .pointer: ["pointer", "hand2", "hand1", "left_ptr"]
    case .text: ["text", "xterm", "left_ptr"]
    }
  }
}

extension WlSurface {
  /// Attaches a buffer that is another library's.
  func attach(foreign buffer: OpaquePointer) {
    unsafe send(1, [.foreign(buffer), .int(0), .int(0)])
  }
}
