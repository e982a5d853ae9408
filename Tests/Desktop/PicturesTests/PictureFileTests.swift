import Geometry
import Scenes
import TestSupport
import Testing

@testable import Pictures

/// The formats, decoded from their bytes.
@Suite struct PictureFileTests {
  private static let limit = Picture.Limit(
    side: SmallPicture.mostSide, bytes: SmallPicture.mostPixels * 4)

  private static func decode(_ bytes: [UInt8], side: Int? = 32) throws(PictureError.Reason) -> Bitmap {
    try PictureFile.decode(bytes, fit: PictureFit(side: side, limit: limit))
  }

  private static func reason(_ bytes: [UInt8], side: Int? = 32) -> PictureError.Reason? {
    do throws(PictureError.Reason) {
      _ = try decode(bytes, side: side)
      return nil
    } catch { return error }
  }

  /// The four bytes in the middle of a quarter.
  private static func quarter(_ column: Int, _ row: Int, of bitmap: Bitmap) -> [UInt8] {
    let (x, y) = (bitmap.size.width * (2 * column + 1) / 4, bitmap.size.height * (2 * row + 1) / 4)
    let at = (y * bitmap.size.width + x) * 4
    return Array(bitmap.bytes[at..<at + 4])
  }

  private static let colours: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]]
  private static let isOpaque: Set = [
    "jpeg", "progressive jpeg", "inks jpeg", "24 bit bmp", "downward 32 bit bmp", "masked 16 bit bmp",
    "zero alpha bmp", "run lengths bmp", "4 bit bmp", "oldest bmp",
  ]

  @Test(arguments: PictureSamples.names, [32, 6])
  func `every kind of file has its colours, whole and reduced`(name: String, side: Int) throws {
    let bitmap = try Self.decode(PictureSamples.bytes(name), side: side)
    #expect(bitmap.size.width == bitmap.size.height && bitmap.size.width <= side)
    let last: [UInt8] = Self.isOpaque.contains(name) ? [255, 255, 255, 255] : [0, 0, 0, 0]
    for (index, colour) in (Self.colours + [last]).enumerated() {
      let seen = Self.quarter(index % 2, index / 2, of: bitmap)
      #expect(zip(seen, colour).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(index): \(seen)")
    }
  }

  @Test(arguments: PictureSamples.names)
  func `a file that is cut short anywhere costs no more than an error`(name: String) {
    let bytes = PictureSamples.bytes(name)
    for count in 0..<bytes.count { _ = Self.reason(Array(bytes.prefix(count))) }
    // In a file with run lengths, pixels that are left out are black.
    if name != "run lengths bmp" { #expect(Self.reason(Array(bytes.prefix(bytes.count / 2))) != nil) }
  }

  @Test(arguments: PictureSamples.names, DailySeeds.first(8) as [Int])
  func `a damaged file costs no more than an error`(name: String, seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<40 {
      var bytes = PictureSamples.bytes(name)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(
          using: &random)!
      }
      guard let bitmap = try? Self.decode(bytes) else { continue }
      #expect((1...32).contains(bitmap.size.width) && (1...32).contains(bitmap.size.height))
    }
  }

  /// Bytes that replace those of a file from an offset on, and the size that the file has then.
  @Test(arguments: [
    ("2 bit png", 16, [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20], 20_000, 20_000),
    ("lossless webp", 21, [0xFF, 0xFF, 0xFF, 0x0F], 16_384, 16_384),
    ("animated webp", 58, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1 << 24, 1 << 24),
    ("interlaced gif", 6, [0xFF, 0xFF, 0xFF, 0xFF], 65_535, 65_535),
    ("24 bit bmp", 18, [0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0x80], 0x7FFF_FFFF, 0x8000_0000),
    ("run lengths bmp", 18, [0x40, 0x42, 0x0F, 0, 0x40, 0x42, 0x0F, 0], 1_000_000, 1_000_000),
    ("masked icon", 26, [0x40, 0x42, 0x0F, 0, 0x80, 0x84, 0x1E, 0], 1_000_000, 1_000_000),
    ("xpm", 47, Array("99 9999999 1 1".utf8), 0, 0),
    ("xpm", 47, Array("9999 99999 1 1".utf8), 9999, 99_999),
  ])
  func `too many pixels are refused by the header`(
    name: String, offset: Int, replacement: [UInt8], width: Int, height: Int
  ) {
    var bytes = PictureSamples.bytes(name)
    bytes.replaceSubrange(offset..<offset + replacement.count, with: replacement)
    let expected =
      width == 0
      ? PictureError.Reason.damaged("its header is damaged") : .tooLarge(width: width, height: height)
    #expect(Self.reason(bytes) == expected)
  }

  @Test func `a photograph of too many pixels is refused by its header`() throws {
    var bytes = PictureSamples.bytes("jpeg")
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Self.reason(bytes) == .tooLarge(width: 65_535, height: 65_535))
  }

  @Test func `a header that says another size than the library finds is refused`() throws {
    // The first of two frames names a small size.
    let bytes = PictureSamples.bytes("jpeg")
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let small: [UInt8] = [0xFF, 0xC5, 0, 8, 8, 0, 4, 0, 4, 0]
    #expect(Self.reason(Array(bytes[..<frame] + small + bytes[frame...])) != nil)
  }

  @Test func `a photograph of hundreds of scans is refused`() throws {
    let bytes = PictureSamples.bytes("progressive jpeg")
    let last = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    let scan = bytes[last..<bytes.count - 2]
    let many = Array(bytes.dropLast(2)) + Array(repeatElement(scan, count: 200).joined()) + bytes.suffix(2)
    #expect(Self.reason(many) == .damaged("it has too many scans"))
  }

  @Test(arguments: ["<svg", "<html/>", "\u{1F}\u{8B}"]) func `why a drawing cannot be drawn is told`(
    text: String
  ) {
    guard case .damaged(let words)? = Self.reason(Array(text.unicodeScalars.map { UInt8($0.value) })) else {
      Issue.record("drawn")
      return
    }
    #expect(!words.isEmpty && !words.contains("\n"))
  }

  @Test func `of an icon with several sizes the one that suits is decoded`() throws {
    let bytes = PictureSamples.bytes("icon with sizes")
    #expect(
      try Self.decode(bytes, side: 4).bytes == Array(repeatElement([9, 9, 9, 255], count: 16).joined()))
    for side in [5, 8, 256] {
      // The one with more colours, whose alpha is that of its pixels.
      let icon = try Self.decode(bytes, side: side)
      #expect(icon.size.width == min(8, side) && Self.quarter(1, 1, of: icon) == [0, 0, 0, 0])
    }
  }

  @Test func `a drawing keeps its size where none is asked for`() throws {
    #expect(
      try Self.decode(PictureSamples.bytes("drawing"), side: nil).size == PixelSize(width: 8, height: 8))
    func drawing(_ attributes: String) -> [UInt8] {
      Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)><rect width='6' height='3'/></svg>".utf8)
    }
    #expect(
      try Self.decode(drawing("viewBox='0 0 20 10'"), side: nil).size == PixelSize(width: 20, height: 10))
    #expect(try Self.decode(drawing(""), side: nil).size == PixelSize(width: 6, height: 3))
    #expect(
      Self.reason(drawing("width='1e6' height='1e6'"), side: nil)
        == .tooLarge(width: 1_000_000, height: 1_000_000))
    #expect(
      Self.reason(drawing("width='1e30' height='1e30'"), side: nil) == .damaged("the drawing has no size"))
  }

  @Test(arguments: [
    (1, "abcdef"), (2, "badcfe"), (3, "fedcba"), (4, "efcdab"), (5, "acebdf"), (6, "ecafdb"), (7, "fdbeca"),
    (8, "bdface"), (9, "abcdef"), (0, "abcdef"),
  ])
  func `pictures are turned by all orientations of cameras`(number: Int, expected: String) {
    for isLittle in [true, false] {
      let fields: [(Int, Int)] = [
        (42, 2), (8, 4), (2, 2),  // the first directory at 8, with two entries
        (0x010F, 2), (2, 2), (1, 4), (0, 4), (0x0112, 2), (3, 2), (1, 4), (number, 2), (0, 2),
      ]
      let tiff = fields.flatMap { value, count in
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (isLittle ? $0 : count - 1 - $0))) }
      }
      let exif = FileBytes(Array("xxx".utf8) + Array((isLittle ? "II" : "MM").utf8) + tiff)
      // Two columns and three rows.
      let picture = Bitmap(
        size: PixelSize(width: 2, height: 3), bytes: "abcdef".utf8.flatMap { [$0, $0, $0, $0] })
      let turned = PictureOrientation(exif: exif, at: 3).upright(picture)
      #expect(
        String(decoding: stride(from: 0, to: 24, by: 4).map { turned.bytes[$0] }, as: UTF8.self) == expected)
      #expect(turned.size.width == ((5...8).contains(number) ? 3 : 2))
    }
  }

  @Test(arguments: ["png", "webp"])
  func `other pictures than photographs are turned too`(format: String) throws {
    let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0]
    var bytes: [UInt8]
    if format == "png" {
      bytes = PictureSamples.bytes("16 bit png")
      // libpng skips this chunk, and does not check its checksum.
      bytes.insert(contentsOf: [0, 0, 0, 22] + Array("eXIf".utf8) + tiff + [0, 0, 0, 0], at: 33)
    } else {
      let image = PictureSamples.bytes("lossless webp").dropFirst(12)
      let header: [UInt8] = [10, 0, 0, 0, 0x18, 0, 0, 0, 7, 0, 0, 7, 0, 0]
      let chunks = Array("VP8X".utf8) + header + image + Array("EXIF".utf8) + [22, 0, 0, 0] + tiff
      bytes = Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks
    }
    let turned = try Self.decode(bytes)
    #expect(Self.quarter(1, 1, of: turned) == Self.colours[0])
    #expect(Self.quarter(0, 1, of: turned) == Self.colours[1])
    #expect(Self.quarter(0, 0, of: turned) == [0, 0, 0, 0])
  }

  @Test func `a large photograph is written as it is`() throws {
    let size = PixelSize(width: 400, height: 400)
    var random = DailySeeds.generator
    let bytes = (0..<size.width * size.height).flatMap { _ -> [UInt8] in
      let grey = UInt8.random(in: 0...255, using: &random)
      return [grey, grey, grey, 255]
    }
    let file = try FormatLibraries.jpeg(Bitmap(size: size, bytes: bytes), quality: 100)
    #expect(file.count > 1 << 17 && file.suffix(2) == [0xFF, 0xD9])
    let read = try Self.decode(file, side: nil)
    #expect(read.size == size)
    #expect(zip(read.bytes, bytes).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
  }

  @Test func `the first of several orientations counts`() {
    let (first, second) = (JPEGSample.bytes(orientation: 6), JPEGSample.bytes(orientation: 3))
    let plain = JPEGSample.bytes(orientation: nil)
    let segment = { (file: [UInt8]) in Array(file[2..<file.count - plain.count + 2]) }
    let both = plain[..<2] + segment(first) + segment(second) + plain[2...]
    let header = PictureHeader(.jpeg, FileBytes(Array(both)))
    #expect(header?.orientation.rawValue == 6)
  }

  @Test(arguments: [0, 0x40] as [UInt8])
  func `a picture that reaches beyond the screen of its gif is clipped`(interlaced: UInt8) throws {
    // Four colours; the picture of 3 × 3 indices 0 1 2 / 1 2 3 / 2 3 0 lies at 1, 1 of a screen of 3 × 3.
    let colours: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
    let rows: [[UInt8]] = [[0, 1, 2], [1, 2, 3], [2, 3, 0]]
    let order = interlaced == 0 ? [0, 1, 2] : [0, 2, 1]
    let indices = order.flatMap { (row: Int) -> [UInt8] in rows[row] }
    // A clear code before each index keeps all codes at three bits.
    let codes = indices.flatMap { (index: UInt8) -> [UInt8] in [4, index] } + [5]
    var data = [UInt8](repeating: 0, count: (codes.count * 3 + 7) / 8)
    for (index, code) in codes.enumerated() {
      for bit in 0..<3 where code >> bit & 1 == 1 {
        data[(index * 3 + bit) / 8] |= 1 << ((index * 3 + bit) % 8)
      }
    }
    let screen: [UInt8] = [3, 0, 3, 0, 0x81, 0, 0]
    let frame: [UInt8] = [0x2C, 1, 0, 1, 0, 3, 0, 3, 0, interlaced, 2, UInt8(data.count)]
    let file = Array("GIF89a".utf8) + screen + colours + frame + data + [0, 0x3B]
    let bitmap = try Self.decode(file)
    let pixels = stride(from: 0, to: bitmap.bytes.count, by: 4).map { Array(bitmap.bytes[$0..<$0 + 4]) }
    let none: [UInt8] = [0, 0, 0, 0]
    let (red, green, blue) = (Self.colours[0], Self.colours[1], Self.colours[2])
    #expect(pixels == [none, none, none, none, red, green, none, green, blue])
  }

  @Test(arguments: [(1, 1), (7, 5), (64, 3), (33, 64)])
  func `a reduced picture is the mean of the areas`(width: Int, height: Int) throws {
    var random = DailySeeds.generator
    let size = PixelSize(width: 64, height: 64)
    let bytes = (0..<size.width * size.height * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let target = PixelSize(width: width, height: height)
    let reduced = try FormatLibraries.reduce(Bitmap(size: size, bytes: bytes), to: target)
    /// The share of a pixel of the picture in one of the result.
    func share(_ from: Int, _ to: Int, _ step: Double) -> Double {
      max(0, min(Double(from + 1), Double(to + 1) * step) - max(Double(from), Double(to) * step)) / step
    }
    for (x, y) in [(0, 0), (width / 2, height / 2), (width - 1, height - 1)] {
      var mean = SIMD4<Double>.zero
      for row in 0..<64 {
        for column in 0..<64 {
          let weight = share(column, x, 64 / Double(width)) * share(row, y, 64 / Double(height))
          let at = (row * 64 + column) * 4
          let alpha = Double(bytes[at + 3])
          let colour = SIMD4(Double(bytes[at]), Double(bytes[at + 1]), Double(bytes[at + 2]), 255)
          mean += colour * alpha / 255 * weight
        }
      }
      for channel in 0..<4 {
        #expect(abs(Double(reduced.bytes[(y * width + x) * 4 + channel]) - mean[channel]) <= 1.01)
      }
    }
  }
}
