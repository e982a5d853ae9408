import CPictureFormats
import Geometry
import Glibc
import Scenes

/// The libraries of picture formats, called through C functions that return errors as texts.
@safe nonisolated enum FormatLibraries {
  /// Loads all libraries that are installed, and returns a message for each that is missing.
  ///
  /// The corresponding C function is `hyaline_picture_load_library`.
  static func missing() -> [String] {
    (0..<HYALINE_PICTURE_LIBRARIES).compactMap { index in
      var message = Message()
      return unsafe hyaline_picture_load_library(CInt(index), &message.text) ? nil : message.words
    }
  }

  /// Loads all libraries that are installed, and the files that these load to decode, such as fonts for texts in drawings.
  static func load() {
    _ = missing()
    _ = try? draw(Array(sample.utf8), fit: PictureFit(side: 8, limit: .standard))
  }

  /// A drawing with texts in the standard fonts, and with a picture: older versions of librsvg load the decoder for it.
  private static let sample = """
    <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><text y="8">a</text>\
    <text y="8" font-family="sans-serif">a<tspan font-weight="bold">a</tspan></text>\
    <text y="8" font-family="monospace">a</text><image width="8" height="8" href="data:image/png;base64,\
    iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="/></svg>
    """

  /// Decodes a picture of the format PNG, JPEG, WebP or GIF into pixels of the size `target`.
  ///
  /// The corresponding C functions are `hyaline_png_decode`, `hyaline_jpeg_decode`, `hyaline_webp_decode` and
  /// `hyaline_gif_decode`.
  static func decode(
    _ format: PictureFormat, _ bytes: ArraySlice<UInt8>, size: PixelSize, to target: PixelSize
  ) throws(PictureError.Reason) -> Bitmap {
    var message = Message()
    var bitmap = Bitmap(size: target)
    let outcome = unsafe bytes.withUnsafeBufferPointer { bytes in
      var file = unsafe hyaline_picture_file(
        bytes: bytes.baseAddress, count: bytes.count, width: CInt(size.width), height: CInt(size.height))
      return unsafe withPixels(of: &bitmap) { pixels in
        switch format {
        case .png: unsafe hyaline_png_decode(&file, &pixels, &message.text)
        case .jpeg: unsafe hyaline_jpeg_decode(&file, &pixels, &message.text)
        case .webp: unsafe hyaline_webp_decode(&file, &pixels, &message.text)
        case .gif: unsafe hyaline_gif_decode(&file, &pixels, &message.text)
        case .bmp, .ico, .xpm, .drawing: preconditionFailure("no library for \(format)")
        }
      }
    }
    try message.check(outcome)
    return bitmap
  }

  /// Draws a drawing.
  ///
  /// The corresponding C functions are `hyaline_drawing_open`, `hyaline_drawing_size`, `hyaline_drawing_draw` and
  /// `hyaline_drawing_close`.
  static func draw(_ bytes: [UInt8], fit: PictureFit) throws(PictureError.Reason) -> Bitmap {
    var message = Message()
    var drawing: OpaquePointer?
    let opening = unsafe hyaline_drawing_open(bytes, bytes.count, &drawing, &message.text)
    try message.check(opening)
    guard let drawing = unsafe drawing else { throw .notAPicture }
    defer { unsafe hyaline_drawing_close(drawing) }
    var (width, height) = (0.0, 0.0)
    let hasSize = unsafe hyaline_drawing_size(drawing, &width, &height)
    var bitmap = Bitmap(size: try fit.size(ofDrawing: hasSize ? (width, height) : nil))
    let outcome = unsafe withPixels(of: &bitmap) {
      unsafe hyaline_drawing_draw(drawing, &$0, &message.text)
    }
    try message.check(outcome)
    return bitmap
  }

  /// Premultiplies pixels with the bytes R G B A and reduces them to the size `target`.
  ///
  /// The corresponding C function is `hyaline_picture_reduce`.
  static func reduce(
    _ straight: consuming Bitmap, to target: PixelSize
  ) throws(PictureError.Reason) -> Bitmap {
    var bitmap = Bitmap(size: target)
    let isDone = unsafe withPixels(of: &straight) { straight in
      unsafe withPixels(of: &bitmap) { unsafe hyaline_picture_reduce(&straight, &$0) }
    }
    guard isDone else { throw noMemory(target) }
    return bitmap
  }

  /// A PNG file of pixels that are not premultiplied. The corresponding C function is `hyaline_png_encode`.
  static func png(_ straight: Bitmap) throws(PictureError.Reason) -> [UInt8] {
    try unsafe encoded(straight) { unsafe hyaline_png_encode(&$0, &$1, &$2) }
  }

  /// A JPEG file without alpha; `quality` is 0 … 100. The corresponding C function is `hyaline_jpeg_encode`.
  static func jpeg(_ bitmap: Bitmap, quality: Int) throws(PictureError.Reason) -> [UInt8] {
    try unsafe encoded(bitmap) { unsafe hyaline_jpeg_encode(&$0, CInt(quality), &$1, &$2) }
  }

  private static func encoded(
    _ bitmap: Bitmap,
    _ encode: (inout hyaline_picture_pixels, inout hyaline_picture_output, inout [CChar]) ->
      hyaline_picture_outcome
  ) throws(PictureError.Reason) -> [UInt8] {
    guard !bitmap.size.isEmpty else { throw .damaged("it has no pixels") }
    var (bitmap, message, output) = unsafe (bitmap, Message(), hyaline_picture_output())
    let outcome = unsafe withPixels(of: &bitmap) { unsafe encode(&$0, &output, &message.text) }
    defer { unsafe free(output.bytes) }
    try message.check(outcome)
    return unsafe [UInt8](UnsafeBufferPointer(start: output.bytes, count: output.count))
  }

  private static func withPixels<Result>(
    of bitmap: inout Bitmap, _ body: (inout hyaline_picture_pixels) -> Result
  ) -> Result {
    let size = bitmap.size
    return unsafe bitmap.bytes.withUnsafeMutableBufferPointer {
      var pixels = unsafe hyaline_picture_pixels(
        bytes: $0.baseAddress, width: CInt(size.width), height: CInt(size.height))
      return unsafe body(&pixels)
    }
  }

  /// The error of a picture of this size for which there is no memory.
  static func noMemory(_ size: PixelSize) -> PictureError.Reason {
    .system("no memory for \(size.width) × \(size.height) pixels")
  }

  /// The buffer that a function of C writes an error message to.
  private struct Message {
    var text = [CChar](repeating: 0, count: Int(HYALINE_PICTURE_MESSAGE))

    /// The message in one line.
    var words: String {
      String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Throws the error of a call that has failed, with this message.
    func check(_ outcome: hyaline_picture_outcome) throws(PictureError.Reason) {
      switch outcome {
      case HYALINE_PICTURE_DONE: return
      case HYALINE_PICTURE_NO_LIBRARY: throw .missingLibrary(words)
      case HYALINE_PICTURE_NO_MEMORY: throw .system(words)
      default: throw .damaged(words)
      }
    }
  }
}
