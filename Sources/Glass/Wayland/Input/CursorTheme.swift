import CWaylandCursor
import Geometry
import Glibc
import Loop

/// The user's cursor theme, which XCURSOR_THEME and XCURSOR_SIZE name; it is read when a pointer first needs
/// it.
@MainActor @safe final class CursorTheme {
  /// The picture of one cursor, valid until the theme is freed.
  @safe struct Image {
    var width: Int
    var height: Int
    /// Pixels of the picture per logical pixel.
    var scale: Int
    /// The pixel at the pointer's place, from the top left.
    var hotspot: (x: Int, y: Int)
    /// The `wl_buffer`, owned by the theme.
    var buffer: OpaquePointer
  }

  private let connection: Connection
  /// The `wl_cursor_theme` for each scale.
  private var themes: [Int: OpaquePointer] = unsafe [:]

  init(_ connection: Connection) {
    self.connection = connection
  }

  isolated deinit {
    destroy()
  }

  /// Whether no theme is in memory.
  var isEmpty: Bool { unsafe themes.isEmpty }

  /// Frees the theme until it is needed again; idempotent. A cursor that is shown stays.
  ///
  /// The corresponding C function is `wl_cursor_theme_destroy`.
  func destroy() {
    while let (_, theme) = unsafe themes.popFirst() { unsafe wl_cursor_theme_destroy(theme) }
  }

  /// The picture of a shape at a scale, or at scale 1 if the theme has no such size; nil if there is no
  /// shared memory or no such cursor.
  func image(of shape: CursorShape, scale: Int) -> Image? {
    guard let image = picture(of: shape, scale: scale) else { return nil }
    // A picture smaller than this share of the requested size was drawn for another size; cursors have
    // borders.
    let isLarge = max(image.width, image.height) * 10 >= Int(size) * scale * 6
    let isWhole = image.width % scale == 0 && image.height % scale == 0
    return isLarge && isWhole ? image : picture(of: shape, scale: 1)
  }

  /// The theme's picture that is nearest to a scale; nil if there is none.
  ///
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

  /// The `wl_cursor_theme` for a scale; libwayland has a few cursors of its own if no theme is installed.
  ///
  /// The corresponding C function is `wl_cursor_theme_load`.
  private func theme(_ scale: Int) -> OpaquePointer? {
    if let known = unsafe themes[scale] { return unsafe known }
    guard let shm = try? connection.globals.shared(WlShm.self, version: 1), let native = unsafe shm.native
    else { return nil }
    let theme = unsafe wl_cursor_theme_load(getenv("XCURSOR_THEME"), size * Int32(scale), native)
    unsafe themes[scale] = theme
    return unsafe theme
  }

  /// The size of cursors in logical pixels.
  private var size: Int32 {
    let wished = Environment.value("XCURSOR_SIZE").flatMap { Int32($0) } ?? 0
    // 24 is the default of most themes and compositors; a size of more than 256 is an error.
    return (1...256).contains(wished) ? wished : 24
  }
}

extension CursorShape {
  /// The shape's names in themes, the best first: that of CSS, then those of X11.
  fileprivate var names: [String] {
    switch self {
    case .default: ["default", "left_ptr"]
    case .pointer: ["pointer", "hand2", "hand1", "left_ptr"]
    case .text: ["text", "xterm", "left_ptr"]
    }
  }
}

extension WlSurface {
  /// Attaches a buffer that another library owns.
  func attach(foreign buffer: OpaquePointer) {
    unsafe send(1, [.foreign(buffer), .int(0), .int(0)])
  }
}
