import CPixbuf
import Geometry
import Glibc
import Loop
import Scenes

/// A picture in gdk-pixbuf's memory; its colours are not premultiplied.
@safe nonisolated struct Pixbuf: ~Copyable {
  /// The `GdkPixbuf`.
  private let pointer: OpaquePointer

  /// Takes over the caller's reference.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe pointer
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(pointer)) }

  /// Decodes a file.
  ///
  /// The corresponding C function is `gdk_pixbuf_new_from_file`.
  init(contentsOf path: String) throws(PictureError.Reason) {
    var error: UnsafeMutablePointer<GError>?
    guard let pointer = unsafe gdk_pixbuf_new_from_file(path, &error) else {
      throw unsafe Self.reason(taking: error, path: path)
    }
    unsafe self.init(owning: pointer)
  }

  /// Copies the bytes of a bitmap without converting them.
  init(copying bitmap: Bitmap) throws(PictureError.Reason) {
    let size = bitmap.size
    guard !size.isEmpty,
      let pointer = unsafe gdk_pixbuf_new(GDK_COLORSPACE_RGB, 1, 8, CInt(size.width), CInt(size.height))
    else { throw .system("no memory for \(size.width) × \(size.height) pixels") }
    unsafe self.init(owning: pointer)
    let stride = unsafe Int(gdk_pixbuf_get_rowstride(pointer))
    guard let pixels = unsafe gdk_pixbuf_get_pixels(pointer) else { return }
    let row = size.width * 4
    unsafe bitmap.bytes.withUnsafeBytes { bytes in
      for y in 0..<size.height {
        unsafe UnsafeMutableRawPointer(pixels + y * stride)
          .copyMemory(from: bytes.baseAddress! + y * row, byteCount: row)
      }
    }
  }

  /// The size of the picture in a file by its header, in pixels; nil if it is no picture.
  ///
  /// The corresponding C function is `gdk_pixbuf_get_file_info`.
  static func sizeOfFile(_ path: String) -> PixelSize? {
    var width: CInt = 0
    var height: CInt = 0
    guard unsafe gdk_pixbuf_get_file_info(path, &width, &height) != nil else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// The picture turned and mirrored according to the camera's metadata.
  ///
  /// The corresponding C function is `gdk_pixbuf_apply_embedded_orientation`.
  consuming func upright() -> Pixbuf {
    guard let turned = unsafe gdk_pixbuf_apply_embedded_orientation(pointer) else { return self }
    return unsafe Pixbuf(owning: turned)
  }

  /// The pixels as a bitmap, premultiplied.
  func bitmap() -> Bitmap {
    let width = unsafe Int(gdk_pixbuf_get_width(pointer))
    let height = unsafe Int(gdk_pixbuf_get_height(pointer))
    let stride = unsafe Int(gdk_pixbuf_get_rowstride(pointer))
    let channels = unsafe Int(gdk_pixbuf_get_n_channels(pointer))
    guard let pixels = unsafe gdk_pixbuf_read_pixels(pointer) else {
      return Bitmap(size: PixelSize(width: 0, height: 0))
    }
    let count = width * height * 4
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      var to = buffer.baseAddress!
      for y in 0..<height {
        var from = unsafe pixels + y * stride
        for _ in 0..<width {
          let alpha = unsafe channels == 4 ? from[3] : 255
          unsafe to[0] = unsafe premultiply(from[0], alpha)
          unsafe to[1] = unsafe premultiply(from[1], alpha)
          unsafe to[2] = unsafe premultiply(from[2], alpha)
          unsafe to[3] = alpha
          unsafe to += 4
          unsafe from += channels
        }
      }
      initialised = count
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }

  /// The picture as a PNG file.
  func png() throws(PictureError.Reason) -> [UInt8] { try saved(as: "png", options: [:]) }

  /// The picture as a JPEG file, without alpha; `quality` is 0 … 100.
  func jpeg(quality: Int) throws(PictureError.Reason) -> [UInt8] {
    try saved(as: "jpeg", options: ["quality": "\(quality)"])
  }

  /// The picture as a file. The corresponding C function is `gdk_pixbuf_save_to_bufferv`.
  private func saved(as format: String, options: [String: String]) throws(PictureError.Reason) -> [UInt8] {
    var buffer: UnsafeMutablePointer<CChar>?
    var count: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    var keys = unsafe options.keys.map { unsafe strdup($0) } + [nil]
    var values = unsafe options.values.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe keys.indices { unsafe free(keys[index]) }
      for index in unsafe values.indices { unsafe free(values[index]) }
    }
    guard
      unsafe gdk_pixbuf_save_to_bufferv(pointer, &buffer, &count, format, &keys, &values, &error) != 0
    else { throw unsafe Self.reason(taking: error) }
    defer { unsafe g_free(buffer) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
  }

  /// Reads and frees `error`; the path is removed from its message, since our message has it.
  static func reason(
    taking error: UnsafeMutablePointer<GError>?, path: String? = nil
  ) -> PictureError.Reason {
    guard let error = unsafe error else { return .damaged("unknown reason") }
    defer { unsafe g_error_free(error) }
    var message = unsafe String(cString: error.pointee.message)
    if let path, let words = message.text(after: path)?.text(after: ": ") { message = String(words) }
    guard unsafe error.pointee.domain == gdk_pixbuf_error_quark() else { return .system(message) }
    let isUnknown = unsafe error.pointee.code == CInt(GDK_PIXBUF_ERROR_UNKNOWN_TYPE.rawValue)
    return isUnknown ? .notAPicture : .damaged(message)
  }
}

nonisolated private func premultiply(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
  alpha == 255 ? value : UInt8((UInt32(value) * UInt32(alpha) + 127) / 255)
}
