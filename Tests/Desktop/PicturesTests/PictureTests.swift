import Geometry
import Glibc
import Scenes
import TestSupport
import Testing

@testable import Pictures

@Suite struct PictureTests {
  private let directory = ScratchDirectory()

  @Test func `what is written is read again, bit for bit where it is opaque`() throws {
    var random = DailySeeds.generator
    let size = PixelSize(width: 37, height: 11)
    let bytes = (0..<size.width * size.height * 4).map {
      $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
    }
    let bitmap = Bitmap(size: size, bytes: bytes)
    try Picture.writePNG(bitmap, to: directory("a.png"))
    #expect(try Picture.load(path: directory("a.png")) == bitmap)
  }

  @Test func `translucent colours survive within a step`() throws {
    let size = PixelSize(width: 256, height: 1)
    let bytes = (0..<256).flatMap { alpha -> [UInt8] in [UInt8(alpha), UInt8(alpha / 2), 0, UInt8(alpha)] }
    try Picture.writePNG(Bitmap(size: size, bytes: bytes), to: directory("a.png"))
    let read = try Picture.load(path: directory("a.png"))
    #expect(zip(read.bytes, bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    for alpha in 0..<256 {
      #expect(read.bytes[alpha * 4 + 3] == UInt8(alpha), "alpha itself is exact")
    }
  }

  @Test func `a photograph is turned upright`() throws {
    write(JPEGSample.bytes(orientation: nil), to: "a.jpg")
    let flat = try Picture.load(path: directory("a.jpg"))
    #expect(flat.size == PixelSize(width: 24, height: 16))
    #expect(isRed(flat, 2, 8) && isBlue(flat, 22, 8))
    write(JPEGSample.bytes(orientation: 6), to: "b.jpg")
    let turned = try Picture.load(path: directory("b.jpg"))
    #expect(turned.size == PixelSize(width: 16, height: 24))
    #expect(isRed(turned, 8, 2) && isBlue(turned, 8, 22))
  }

  @Test func `what cannot be read is said in one line`() throws {
    func reason(_ name: String, limit: Picture.Limit = .standard) -> PictureError.Reason? {
      do {
        _ = try Picture.load(path: directory(name), limit: limit)
        return nil
      } catch {
        #expect(
          "\(error)".hasPrefix("cannot read picture \(directory(name)): ") && !"\(error)".contains("\n"))
        return error.reason
      }
    }
    #expect(reason("missing.png") == .system("no such file or directory"))
    #expect(reason("") == .notAFile)
    unsafe mkfifo(directory("pipe"), 0o600)
    #expect(reason("pipe") == .notAFile)
    directory.write("no picture at all", to: "notes")
    #expect(reason("notes") == .notAPicture)
    directory.write("no picture at all", to: "text.png")
    #expect(reason("text.png") == .notAPicture)
    directory.write("", to: "empty.png")
    #expect(reason("empty.png") != nil)

    try Picture.writePNG(Bitmap(size: PixelSize(width: 90, height: 40)), to: directory("a.png"))
    #expect(reason("a.png", limit: .init(side: 90, bytes: 90 * 40 * 4)) == nil)
    #expect(reason("a.png", limit: .init(side: 89, bytes: 1 << 20)) == .tooLarge(width: 90, height: 40))
    #expect(
      reason("a.png", limit: .init(side: 90, bytes: 90 * 40 * 4 - 1)) == .tooLarge(width: 90, height: 40))
  }

  @Test func `a picture cut short is damaged`() throws {
    var random = DailySeeds.generator
    let size = PixelSize(width: 60, height: 60)
    let bytes = (0..<size.width * size.height * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    try Picture.writePNG(Bitmap(size: size, bytes: bytes), to: directory("whole.png"))
    write(Array(try contents("whole.png").prefix(3000)), to: "cut.png")
    do {
      _ = try Picture.load(path: directory("cut.png"))
      Issue.record("read a damaged file")
    } catch {
      if case .damaged = error.reason { return }
      Issue.record("\(error)")
    }
  }

  @Test func `what cannot be written is said in one line`() {
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 2))
    #expect(
      throws: PictureError(
        action: .write, path: directory("no/a.png"), reason: .system("no such file or directory"))
    ) { try Picture.writePNG(bitmap, to: directory("no/a.png")) }
    #expect(
      throws: PictureError(action: .write, path: "/dev/full", reason: .system("no space left on device"))
    ) {
      try Picture.writePNG(bitmap, to: "/dev/full")
    }
    #expect(throws: PictureError.self) {
      try Picture.writePNG(Bitmap(size: PixelSize(width: 0, height: 0)), to: directory("a.png"))
    }
  }

  @Test func `a pipe or a device is no file to write a picture to`() throws {
    let pipe = directory("pipe.png")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    for path in [pipe, "/dev/full", "/dev/null"] {
      #expect(throws: PictureError(action: .write, path: path, reason: .notAFile)) {
        try Picture.write(bitmap, to: path, onlyToFiles: true)
      }
    }
    // A reader of the pipe gets nothing either.
    let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(throws: PictureError(action: .write, path: pipe, reason: .notAFile)) {
      try Picture.write(bitmap, to: pipe, onlyToFiles: true)
    }
  }

  @Test(arguments: ["a.png", "a.jpg"]) func `a file that was longer is replaced`(name: String) throws {
    directory.write(String(repeating: "longer ", count: 10_000), to: name)
    let bitmap = Bitmap(size: PixelSize(width: 3, height: 2))
    try Picture.write(bitmap, to: directory(name), onlyToFiles: true)
    #expect(try Picture.load(path: directory(name)).size == bitmap.size)
    #expect(try contents(name).count < 7000)
  }

  private func isRed(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Bool {
    let at = (y * bitmap.size.width + x) * 4
    return bitmap.bytes[at] > 240 && bitmap.bytes[at + 2] < 20
  }

  private func isBlue(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Bool {
    let at = (y * bitmap.size.width + x) * 4
    return bitmap.bytes[at + 2] > 240 && bitmap.bytes[at] < 20
  }

  private func write(_ bytes: [UInt8], to name: String) {
    guard let file = unsafe fopen(directory(name), "w") else { preconditionFailure(name) }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }

  private func contents(_ name: String) throws -> [UInt8] {
    guard let file = unsafe fopen(directory(name), "r") else { throw Unreadable() }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}

private struct Unreadable: Error {}

/// A JPEG of 24 × 16 pixels, red with a blue right third.
enum JPEGSample {
  /// With the orientation of TIFF's tag 274, or without metadata.
  static func bytes(orientation: UInt8?) -> [UInt8] {
    let plain = stride(from: 0, to: hex.count, by: 2).map { hex.hexByte(at: $0) }
    guard let orientation else { return plain }
    let tiff: [UInt8] = [
      0x49, 0x49, 0x2A, 0, 8, 0, 0, 0,  // little-endian, the first directory at 8
      1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0,
    ]
    let exif = Array("Exif\0\0".utf8) + tiff
    return plain[..<2] + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + plain[2...]
  }

  private static let hex = Array(
    """
    ffd8ffe000104a46494600010100000100010000ffdb0043000302020302020303030304030304050805050404050a07
    0706080c0a0c0c0b0a0b0b0d0e12100d0e110e0b0b1016101113141515150c0f171816141812141514ffdb0043010304
    0405040509050509140d0b0d141414141414141414141414141414141414141414141414141414141414141414141414
    1414141414141414141414141414ffc00011080010001803011100021101031101ffc400160001010100000000000000
    000000000000070008ffc40014100100000000000000000000000000000000ffc4001601010101000000000000000000
    00000000090007ffc40014110100000000000000000000000000000000ffda000c03010002110311003f00ce8c30a9a4
    8047183a1f41c98b49008e30747fffd9
    """.utf8.filter { $0 != UInt8(ascii: "\n") })
}

extension [UInt8] {
  fileprivate func hexByte(at index: Int) -> UInt8 {
    func value(_ digit: UInt8) -> UInt8 { digit < 58 ? digit - 48 : digit - 87 }
    return value(self[index]) << 4 | value(self[index + 1])
  }
}
