import CPixbuf
import Geometry
import Glibc

/// Decodes a stream of bytes in the format that is recognised from them, whatever the name of the file.
@safe nonisolated struct PixbufLoader: ~Copyable {
  private let pointer: UnsafeMutablePointer<GdkPixbufLoader>
  private let fit: UnsafeMutablePointer<Fit>
  private var isClosed = false

  /// The limits on the size of a picture.
  fileprivate struct Fit {
    var side: Int
    /// The picture's own size if it is too large to be decoded; nil otherwise.
    var refusedSize: PixelSize?

    /// The size to decode the picture to; nil for its own size.
    mutating func size(of width: Int, _ height: Int, isDrawing: Bool) -> PixelSize? {
      guard width > 0, height > 0 else { return isDrawing ? PixelSize(width: side, height: side) : nil }
      if !isDrawing {
        guard max(width, height) <= SmallPicture.mostSide, width * height <= SmallPicture.mostPixels else {
          refusedSize = PixelSize(width: width, height: height)
          return PixelSize(width: 0, height: 0)
        }
        if width <= side, height <= side { return nil }
      }
      let longest = Double(max(width, height))
      func scaled(_ length: Int) -> Int { max(1, Int((Double(length) / longest * Double(side)).rounded())) }
      return PixelSize(width: scaled(width), height: scaled(height))
    }
  }

  /// Makes a loader that tries only the format with the name `format`; nil: any format.
  ///
  /// The corresponding C functions are `gdk_pixbuf_loader_new` and `gdk_pixbuf_loader_new_with_type`.
  init(fitting side: Int, format: String? = nil) throws(PictureError.Reason) {
    let made =
      if let format { unsafe gdk_pixbuf_loader_new_with_type(format, nil) } else {
        unsafe gdk_pixbuf_loader_new()
      }
    guard let made = unsafe made else { throw .notAPicture }
    unsafe pointer = unsafe made
    unsafe fit = .allocate(capacity: 1)
    unsafe fit.initialize(to: Fit(side: side))
    let prepared: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, CInt, CInt, gpointer) -> Void = {
      unsafe sizePrepared($0, $1, $2, $3)
    }
    unsafe g_signal_connect_data(
      pointer, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), fit, nil,
      GConnectFlags(rawValue: 0))
  }

  deinit {
    if !isClosed { unsafe gdk_pixbuf_loader_close(pointer, nil) }
    unsafe g_object_unref(pointer)
    unsafe fit.deinitialize(count: 1)
    unsafe fit.deallocate()
  }

  /// Whether the picture is a vector drawing, which has no pixels of its own; false while the
  /// format is unknown.
  ///
  /// The corresponding C function is `gdk_pixbuf_format_is_scalable`.
  var isDrawing: Bool {
    guard let format = unsafe gdk_pixbuf_loader_get_format(pointer) else { return false }
    return unsafe gdk_pixbuf_format_is_scalable(format) != 0
  }

  /// Decodes the next bytes of the stream.
  ///
  /// The corresponding C function is `gdk_pixbuf_loader_write`.
  mutating func write(_ bytes: ArraySlice<UInt8>) throws(PictureError.Reason) {
    var error: UnsafeMutablePointer<GError>?
    let isWritten = unsafe bytes.withUnsafeBufferPointer {
      unsafe gdk_pixbuf_loader_write(pointer, $0.baseAddress, gsize($0.count), &error)
    }
    try unsafe check(isWritten != 0, error)
  }

  /// Returns the decoded picture, turned upright according to its metadata.
  ///
  /// The corresponding C functions are `gdk_pixbuf_loader_close`, `gdk_pixbuf_loader_get_pixbuf` and
  /// `gdk_pixbuf_apply_embedded_orientation`.
  mutating func finish() throws(PictureError.Reason) -> Pixbuf {
    var error: UnsafeMutablePointer<GError>?
    isClosed = true
    let isDone = unsafe gdk_pixbuf_loader_close(pointer, &error) != 0
    try unsafe check(isDone, error)
    guard let picture = unsafe gdk_pixbuf_loader_get_pixbuf(pointer),
      let upright = unsafe gdk_pixbuf_apply_embedded_orientation(picture)
    else { throw .damaged("there is no picture in it") }
    return unsafe Pixbuf(owning: upright)
  }

  private func check(_ isDone: Bool, _ error: UnsafeMutablePointer<GError>?) throws(PictureError.Reason) {
    let reason = isDone ? nil : unsafe Pixbuf.reason(taking: error)
    if let size = unsafe fit.pointee.refusedSize { throw .tooLarge(width: size.width, height: size.height) }
    if let reason { throw reason }
  }

  // MARK: - Loading of what loads

  /// Loads all decoders and what they load for decoding, such as a font for the texts of drawings.
  ///
  /// The corresponding C function is `gdk_pixbuf_get_formats`.
  static func loadAll() {
    let formats = unsafe gdk_pixbuf_get_formats()
    var next = unsafe formats
    while let format = unsafe next {
      if let name = unsafe gdk_pixbuf_format_get_name(OpaquePointer(format.pointee.data)) {
        _ = try? unsafe PixbufLoader(fitting: 1, format: String(cString: name))
        unsafe g_free(name)
      }
      unsafe next = unsafe format.pointee.next
    }
    unsafe g_slist_free(formats)
    for sample in samples { _ = try? decode(sample) }
  }

  /// Whether decoding a picture works.
  static var works: Bool { (try? decode(samples[0])) != nil }

  private static func decode(_ bytes: [UInt8]) throws(PictureError.Reason) {
    var loader = try PixbufLoader(fitting: 8)
    try loader.write(bytes[...])
    _ = try loader.finish()
  }

  /// A PNG of one pixel, and a drawing that contains texts.
  private static let samples: [[UInt8]] = [
    [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
      0, 1,
      8, 0, 0, 0, 0, 58, 126, 155, 85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 156, 99, 96, 0, 0, 0,
      2, 0, 1, 72, 175, 164, 113, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ],
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><text y="8">a</text>\
      <text y="8" font-family="sans-serif">a<tspan font-weight="bold">a</tspan></text>\
      <text y="8" font-family="monospace">a</text></svg>
      """.utf8),
  ]
}

/// Sets the size to decode to; called with the size of a picture before its pixels are decoded.
private nonisolated func sizePrepared(
  _ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ width: CInt, _ height: CInt, _ fit: gpointer
) {
  let isDrawing = unsafe gdk_pixbuf_loader_get_format(loader).map {
    unsafe gdk_pixbuf_format_is_scalable($0) != 0
  }
  let fit = unsafe fit.assumingMemoryBound(to: PixbufLoader.Fit.self)
  guard let size = unsafe fit.pointee.size(of: Int(width), Int(height), isDrawing: isDrawing ?? false) else {
    return
  }
  unsafe gdk_pixbuf_loader_set_size(loader, CInt(size.width), CInt(size.height))
}
