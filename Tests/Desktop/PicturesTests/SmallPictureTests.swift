import DesktopModel
import Geometry
import Glibc
import Scenes
import TestSupport
import Testing

@testable import Pictures

@Suite(.serialized) struct SmallPictureTests {
  private let directory = ScratchDirectory()

  @Test func `a picture is reduced to the square, a small one left`() throws {
    let path = directory("a.png")
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 300, height: 120)), to: path)
    #expect(try SmallPicture.load(path: path, side: 100).size == PixelSize(width: 100, height: 40))
    #expect(try SmallPicture.load(path: path, side: 300).size == PixelSize(width: 300, height: 120))
    #expect(try SmallPicture.load(path: path, side: 600).size == PixelSize(width: 300, height: 120))
  }

  @Test(arguments: ["100", "20000"]) func `a drawing is drawn in the size that is asked for`(side: String)
    throws
  {
    directory.write(svg(side: side, "<rect width='100%' height='100%' fill='red'/>"), to: "a.svg")
    let bitmap = try SmallPicture.load(path: directory("a.svg"), side: 64)
    #expect(bitmap.size == PixelSize(width: 64, height: 64))
    let middle = (32 * 64 + 32) * 4
    #expect(Array(bitmap.bytes[middle..<middle + 4]) == [255, 0, 0, 255])
  }

  @Test func `a picture of too many pixels is refused by its header`() throws {
    try Picture.writePNG(Bitmap(size: PixelSize(width: 1, height: 1)), to: directory("one.png"))
    // The header of a PNG, with 20000 pixels along either side, and its checksum.
    var bytes = try file("one.png")
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
    bytes.replaceSubrange(29..<33, with: crc(Array(bytes[12..<29])))
    write(bytes, to: "large.png")
    #expect(
      throws: PictureError(
        action: .read, path: directory("large.png"), reason: .tooLarge(width: 20_000, height: 20_000))
    ) { try SmallPicture.load(path: directory("large.png"), side: 64) }
  }

  @Test(arguments: [
    ("empty", ""), ("text", "no picture"), ("broken xml", "<svg"), ("not svg", "<html></html>"),
    (
      "entities",
      "<!DOCTYPE svg [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'><!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'><!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&g;&g;&g;&g;&g;</text></svg>"
    ),
  ])
  func `what is no picture costs no more than an error`(what: String, text: String) {
    directory.write(text, to: "a.svg")
    #expect(throws: PictureError.self, "\(what)") {
      try SmallPicture.load(path: directory("a.svg"), side: 64)
    }
  }

  @Test func `a drawing that draws itself again and again ends`() {
    var uses = "<g id='g0'><rect width='1' height='1'/></g>"
    for level in 1...12 {
      uses += "<g id='g\(level)'>" + String(repeating: "<use href='#g\(level - 1)'/>", count: 10) + "</g>"
    }
    directory.write(svg(side: "64", "<defs>\(uses)</defs><use href='#g12'/>"), to: "bomb.svg")
    #expect(throws: PictureError.self) { try SmallPicture.load(path: directory("bomb.svg"), side: 64) }
  }

  @Test(arguments: ["utf-16", "gzip", "no name"]) func `a drawing is known by its bytes`(form: String) throws
  {
    let text = svg(side: "9", "<rect width='9' height='9' fill='red'/>")
    let bytes: [UInt8]
    switch form {
    case "utf-16":
      let words = Array("<?xml version='1.0' encoding='UTF-16'?>\(text)".utf16)
      bytes = [0xFF, 0xFE] + words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case "gzip": bytes = GzipSample.stored(Array(text.utf8))
    default: bytes = Array(text.utf8)
    }
    write(bytes, to: "any.png")
    let bitmap = try SmallPicture.load(path: directory("any.png"), side: 32)
    #expect(bitmap.size == PixelSize(width: 32, height: 32))
    #expect(Array(bitmap.bytes[..<4]) == [255, 0, 0, 255])
  }

  @Test func `a drawing of more bytes than are interpreted is refused`() {
    directory.write(svg(side: "9", String(repeating: " ", count: SmallPicture.mostDrawingBytes)), to: "a.svg")
    #expect(throws: PictureError.self) { try SmallPicture.load(path: directory("a.svg"), side: 64) }
  }

  @Test func `pipes, folders and what is not there are refused`() {
    unsafe mkfifo(directory("pipe"), 0o600)
    for path in [directory("pipe"), directory.path, directory("nothing"), ""] {
      #expect(throws: PictureError.self) { try SmallPicture.load(path: path, side: 64) }
    }
  }

  @Test func `icons are found, read and remembered`() throws {
    directory.makeDirectory("base")
    directory.makeDirectory("base/theme")
    directory.makeDirectory("base/theme/48")
    directory.write("[Icon Theme]\nDirectories=48\n[48]\nSize=48", to: "base/theme/index.theme")
    try Picture.writePNG(
      TestPictures.photo(PixelSize(width: 48, height: 48)), to: directory("base/theme/48/mail.png"))
    var cache = IconCache(bases: [directory("base"), directory("nothing")])
    let path = cache.path(ofIcon: "mail", size: 48, scale: 1, theme: "theme")
    #expect(path == directory("base/theme/48/mail.png"))
    #expect(cache.path(ofIcon: "nosuch", size: 48, scale: 1, theme: "theme") == nil)
    #expect(cache.path(ofIcon: "mail", size: 48, scale: 1, theme: "../base/theme") == nil)
    let first = cache.picture(path: try #require(path), side: 24)
    #expect(first?.size == PixelSize(width: 24, height: 24))
    // A file that changes is read again, one that does not is not.
    try Picture.writePNG(
      TestPictures.photo(PixelSize(width: 12, height: 12)), to: directory("base/theme/48/mail.png"))
    #expect(cache.picture(path: try #require(path), side: 24)?.size == PixelSize(width: 12, height: 12))
    #expect(cache.picture(path: directory("base"), side: 24) == nil)
  }

  @Test func `a file whose time and length are those of before is read again if it has changed`() throws {
    let path = directory("a.png")
    func write(_ red: UInt8) throws {
      let pixels = [UInt8]([red, 0, 0, 255])
      try Picture.writePNG(Bitmap(size: PixelSize(width: 1, height: 1), bytes: pixels), to: path)
      var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
      #expect(unsafe utimes(path, &times) == 0)
    }
    var cache = IconCache(bases: [])
    for red in [10, 20, 30] as [UInt8] {
      try write(red)
      #expect(cache.picture(path: path, side: 8)?.bytes[0] == red)
      #expect(try cache.picture(named: path, side: 8)?.bytes[0] == red)
    }
  }

  private func svg(side: String, _ content: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='\(side)' height='\(side)'>\(content)</svg>"
  }

  private func file(_ name: String) throws -> [UInt8] {
    let file = try unsafe #require(unsafe fopen(directory(name), "r"))
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  private func write(_ bytes: [UInt8], to name: String) {
    guard let file = unsafe fopen(directory(name), "w") else { return }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }

  /// The checksum of PNG's chunks.
  private func crc(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    value = ~value
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

/// A file as gzip writes it, without compression.
private enum GzipSample {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = [UInt8(truncatingIfNeeded: bytes.count), UInt8(bytes.count >> 8)]
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let block = [1] + count + count.map { ~$0 } + bytes
    return header + block + checksum(bytes) + count + [0, 0]
  }

  /// The checksum of gzip, least byte first.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    value = ~value
    return (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
