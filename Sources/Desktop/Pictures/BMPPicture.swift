import Geometry
import Scenes

/// A picture of the format BMP, in a file of its own or in an ICO file.
///
/// No library of Debian decodes this format alone. The decoder knows all versions of the header, palettes, masks, and
/// compression by run lengths.
nonisolated struct BMPPicture {
  private let file: FileBytes
  private let size: PixelSize
  private let bits: Int
  private let compression: Compression
  private let isTopDown: Bool
  private let isInIcon: Bool
  /// The bits of red, green, blue and alpha in a pixel of 16 or 32 bits.
  private let masks: [Mask]
  /// The colours of all 256 indices, as words of the bytes R G B A; those that the file lacks are black.
  private let palette: [UInt32]
  private let pixelsAt: Int

  private enum Compression: Int {
    case none, runLengths8, runLengths4, masks
    case masksWithAlpha = 6
  }

  /// Bits of a word that belong together.
  private struct Mask {
    var shift = 0
    var most = 0

    init(_ bits: Int) {
      guard bits != 0 else { return }
      shift = bits.trailingZeroBitCount
      most = bits >> shift
    }

    /// The value of the bits, scaled to 0 … 255.
    func value(_ word: Int) -> UInt8 {
      let value = word >> shift & most
      return UInt8(truncatingIfNeeded: most == 255 ? value : most == 0 ? 0 : value * 255 / most)
    }
  }

  private static let endsEarly = PictureError.Reason.damaged("the file ends too early")

  /// Reads the header of a file.
  init(file: FileBytes) throws(PictureError.Reason) {
    guard let pixelsAt = file.little(4, at: 10) else { throw Self.endsEarly }
    try self.init(file, headerAt: 14, pixelsAt: pixelsAt)
  }

  /// Reads the header of a picture in an ICO file, which has a mask of transparent pixels below the picture.
  init(inIcon file: FileBytes) throws(PictureError.Reason) { try self.init(file, headerAt: 0, pixelsAt: nil) }

  private init(_ file: FileBytes, headerAt start: Int, pixelsAt: Int?) throws(PictureError.Reason) {
    guard let headerBytes = file.little(4, at: start) else { throw Self.endsEarly }
    let isOldest = headerBytes == 12
    func field(_ count: Int, _ offset: Int) -> Int? { file.little(count, at: start + offset) }
    guard isOldest || headerBytes >= 40,
      let width = isOldest ? field(2, 4) : field(4, 4), let height = isOldest ? field(2, 6) : field(4, 8),
      let bits = isOldest ? field(2, 10) : field(2, 14), [1, 2, 4, 8, 16, 24, 32].contains(bits),
      let compression = isOldest ? Compression.none : field(4, 16).flatMap(Compression.init),
      let used = isOldest ? 0 : field(4, 32)
    else { throw .damaged("its header is damaged") }
    let signed = isOldest ? height : Int(Int32(truncatingIfNeeded: height))
    let rows = pixelsAt == nil ? abs(signed) / 2 : abs(signed)
    guard width > 0, width <= Int(Int32.max), rows > 0 else { throw .damaged("its header is damaged") }
    let hasMasks = [.masks, .masksWithAlpha].contains(compression)
    // The oldest header with masks has them after its end.
    let masksAfter = hasMasks && headerBytes == 40 ? (compression == .masks ? 12 : 16) : 0
    let isAlphaKnown = compression == .masksWithAlpha || headerBytes >= 56
    (self.file, self.bits, self.compression) = (file, bits, compression)
    size = PixelSize(width: width, height: rows)
    isTopDown = signed < 0
    isInIcon = pixelsAt == nil
    masks =
      hasMasks
      ? (0..<4).map { Mask($0 < 3 || isAlphaKnown ? field(4, 40 + $0 * 4) ?? 0 : 0) }
      : Self.usualMasks(bits, hasAlpha: pixelsAt == nil)
    let paletteAt = start + headerBytes + masksAfter
    let count = bits > 8 ? 0 : used == 0 ? 1 << bits : min(used, 1 << bits)
    let step = isOldest ? 3 : 4
    palette = (0..<256).map { index in
      let colour = index < count ? file.little(3, at: paletteAt + index * step) ?? 0 : 0
      return UInt32(colour << 8 | 255).bigEndian
    }
    // Pictures in icons may have a palette beside pixels that need none.
    let skipped = bits > 8 ? min(used, 256) : count
    self.pixelsAt = pixelsAt ?? paletteAt + skipped * step
  }

  private static func usualMasks(_ bits: Int, hasAlpha: Bool) -> [Mask] {
    bits == 16
      ? [Mask(0x7C00), Mask(0x3E0), Mask(0x1F), Mask(0)]
      : [Mask(0xFF_0000), Mask(0xFF00), Mask(0xFF), Mask(hasAlpha && bits == 32 ? 0xFF00_0000 : 0)]
  }

  /// Decodes the picture; one whose alpha is zero everywhere is opaque.
  func decode(fit: PictureFit) throws(PictureError.Reason) -> Bitmap {
    let target = try fit.size(of: size)
    let isRun = compression == .runLengths8 || compression == .runLengths4
    guard !isRun || bits == (compression == .runLengths8 ? 8 : 4) else {
      throw .damaged("its header is damaged")
    }
    guard isRun || pixelsAt <= file.all.count - stride(bits) * size.height else { throw Self.endsEarly }
    var bitmap = isRun ? paint(runLengths()) : bits > 8 ? words() : paint(indices())
    let alphas = Swift.stride(from: 3, to: bitmap.bytes.count, by: 4)
    let hasAlpha = bits <= 8 || masks[3].most == 0 || alphas.contains { bitmap.bytes[$0] != 0 }
    if !hasAlpha { for at in alphas { bitmap.bytes[at] = 255 } }
    if isInIcon, bits < 32 || !hasAlpha { cutOut(&bitmap) }
    return try FormatLibraries.reduce(bitmap, to: target)
  }

  /// The number of bytes of a row, which is padded to words of four bytes.
  private func stride(_ bits: Int) -> Int { (size.width * bits + 31) / 32 * 4 }

  private func rowAt(_ y: Int) -> Int { isTopDown ? y : size.height - 1 - y }

  private func words() -> Bitmap {
    var bitmap = Bitmap(size: size)
    let (row, step) = (stride(bits), bits / 8)
    let (red, green, blue, alpha) = (masks[0], masks[1], masks[2], masks[3])
    unsafe bitmap.bytes.withUnsafeMutableBufferPointer { bytes in
      for y in 0..<size.height {
        var from = pixelsAt + y * row
        var to = rowAt(y) * size.width * 4
        for _ in 0..<size.width {
          var word = 0
          for byte in 0..<step { word |= Int(file.all[from + byte]) << (byte * 8) }
          unsafe bytes[to] = red.value(word)
          unsafe bytes[to + 1] = green.value(word)
          unsafe bytes[to + 2] = blue.value(word)
          unsafe bytes[to + 3] = alpha.most == 0 ? 255 : alpha.value(word)
          from += step
          to += 4
        }
      }
    }
    return bitmap
  }

  private func indices() -> [UInt8] {
    var indices = [UInt8](repeating: 0, count: size.width * size.height)
    let row = stride(bits)
    let most = UInt8((1 << bits) - 1)
    for y in 0..<size.height {
      let to = rowAt(y) * size.width
      for x in 0..<size.width {
        let byte = file.all[pixelsAt + y * row + x * bits / 8]
        indices[to + x] = byte >> (8 - bits - x * bits % 8) & most
      }
    }
    return indices
  }

  /// The indices of compressed pixels; what the file leaves out has the index 0.
  private func runLengths() -> [UInt8] {
    var indices = [UInt8](repeating: 0, count: size.width * size.height)
    var (x, y, at) = (0, 0, pixelsAt)
    func put(_ index: UInt8) {
      if x < size.width, y < size.height { indices[rowAt(y) * size.width + x] = index }
      x += 1
    }
    func half(_ byte: Int, _ number: Int) -> UInt8 {
      bits == 8 ? UInt8(byte) : UInt8(number % 2 == 0 ? byte >> 4 : byte & 15)
    }
    while y < size.height, let count = file.little(1, at: at), let value = file.little(1, at: at + 1) {
      at += 2
      switch (count, value) {
      case (0, 0): (x, y) = (0, y + 1)
      case (0, 1): return indices
      case (0, 2):
        x += file.little(1, at: at) ?? 0
        y += file.little(1, at: at + 1) ?? 0
        at += 2
      case (0, _):
        for number in 0..<value { put(half(file.little(1, at: at + number * bits / 8) ?? 0, number)) }
        // Literal pixels are padded to words of two bytes.
        at += (value * bits + 15) / 16 * 2
      default:
        let end = x + count
        for number in 0..<max(0, min(count, size.width - x)) { put(half(value, number)) }
        x = end
      }
    }
    return indices
  }

  private func paint(_ indices: [UInt8]) -> Bitmap {
    var bitmap = Bitmap(size: size)
    unsafe bitmap.bytes.withUnsafeMutableBytes { bytes in
      for pixel in indices.indices {
        unsafe bytes.storeBytes(of: palette[Int(indices[pixel])], toByteOffset: pixel * 4, as: UInt32.self)
      }
    }
    return bitmap
  }

  /// Makes the pixels transparent that the icon's mask names; a mask that is cut short names none.
  private func cutOut(_ bitmap: inout Bitmap) {
    let (start, row) = (pixelsAt + stride(bits) * size.height, stride(1))
    guard start <= file.all.count - row * size.height else { return }
    for y in 0..<size.height {
      for x in 0..<size.width where file.all[start + y * row + x / 8] >> (7 - x % 8) & 1 == 1 {
        bitmap.bytes[(rowAt(y) * size.width + x) * 4 + 3] = 0
      }
    }
  }
}
