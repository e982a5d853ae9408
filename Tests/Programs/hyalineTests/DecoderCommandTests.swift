import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing

@testable import Pictures

/// `hyaline decode-pictures`, as the program calls itself.
@Suite(.serialized) struct DecoderCommandTests {
  private let directory = ScratchDirectory()

  private static func decoder(in place: PrivateDirectory) throws -> PictureDecoder {
    PictureDecoder(
      command: [try Program.path(in: place), "decode-pictures"], limit: .seconds(60), startLimit: .seconds(60)
    )
  }

  /// The process that decodes for this one.
  private static func process() throws -> Int32 {
    let found = names(in: "/proc").compactMap { Int32($0) }.filter { process in
      (readText("/proc/\(process)/cmdline") ?? "").contains("decode-pictures")
        && (readText("/proc/\(process)/status") ?? "").contains("PPid:\t\(getpid())\n")
    }
    return try #require(found.first)
  }

  private func drawing(_ content: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>\(content)</svg>"
  }

  @Test func `pictures are decoded as they are without being confined`() throws {
    let place = try PrivateDirectory()
    defer { place.remove() }
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 300, height: 120)), to: directory("a.png"))
    try Picture.write(TestPictures.photo(PixelSize(width: 40, height: 20)), to: directory("a.jpg"))
    directory.write(drawing("<rect width='40' height='64' fill='#c04080'/>"), to: "plain.svg")
    directory.write(drawing("<text x='4' y='40' font-size='30'>Text</text>"), to: "text.svg")
    // The turbulence is drawn by several threads.
    directory.write(
      drawing(
        "<filter id='f'><feTurbulence baseFrequency='.1'/></filter><rect width='64' height='64' filter='url(#f)'/>"
      ),
      to: "filter.svg")
    let decoder = try Self.decoder(in: place)
    for name in ["a.png", "a.jpg", "plain.svg", "text.svg", "filter.svg"] {
      let expected = try SmallPicture.load(path: directory(name), side: 64)
      #expect(try SmallPicture.load(path: directory(name), side: 64, decoder: decoder) == expected, "\(name)")
    }
    directory.write("no picture", to: "notes")
    #expect(throws: PictureError(action: .read, path: directory("notes"), reason: .notAPicture)) {
      try SmallPicture.load(path: directory("notes"), side: 64, decoder: decoder)
    }
  }

  @Test func `what decodes has a filter of system calls, no privileges to gain and nothing else open`() throws
  {
    let place = try PrivateDirectory()
    defer { place.remove() }
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 30, height: 20)), to: directory("a.png"))
    let decoder = try Self.decoder(in: place)
    _ = try SmallPicture.load(path: directory("a.png"), side: 64, decoder: decoder)
    let process = try Self.process()
    let status = try #require(readText("/proc/\(process)/status"))
    #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"))
    for file in names(in: "/proc/\(process)/fd") {
      var buffer = [CChar](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/\(process)/fd/\(file)", &buffer, buffer.count)
      let target = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      #expect(
        target == "/dev/null" || target.hasPrefix("socket:") || target.hasPrefix("anon_inode:"), "\(target)")
    }
    decoder.rest()
    #expect(kill(process, 0) != 0)
  }

  @Test func `a library that is missing costs only its format`() throws {
    let place = try PrivateDirectory()
    defer { place.remove() }
    // These files are found before the libraries of the system, and are no libraries.
    for name in ["libwebp.so.7", "librsvg-2.so.2"] { directory.write("not a library", to: name) }
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 30, height: 20)), to: directory("a.png"))
    directory.write(drawing("<rect width='64' height='64' fill='red'/>"), to: "a.svg")
    directory.write("RIFF\u{1C}\0\0\0WEBPVP8L\u{F}\0\0\0/\u{7}\u{40}\u{1}\0", to: "a.webp")
    let inherited = unsafe getenv("LD_LIBRARY_PATH").map { unsafe ":" + String(cString: $0) } ?? ""
    let decoder = PictureDecoder(
      command: [
        "env", "LD_LIBRARY_PATH=\(directory.path)\(inherited)", try Program.path(in: place),
        "decode-pictures",
      ], limit: .seconds(60), startLimit: .seconds(60))
    for (name, words) in [
      ("a.webp", "libwebp.so.7 (Debian package libwebp7) cannot be loaded"),
      ("a.svg", "librsvg-2.so.2 (Debian package librsvg2-2) cannot be loaded"),
    ] {
      #expect(
        throws: PictureError(action: .read, path: directory(name), reason: .missingLibrary(words))
      ) { try SmallPicture.load(path: directory(name), side: 64, decoder: decoder) }
    }
    #expect(try SmallPicture.load(path: directory("a.png"), side: 64, decoder: decoder).size.width == 30)
  }

  @Test(arguments: [(7000, 9), (1, 2_000_000_000)])
  func `a drawing that takes too long does not keep the next picture away`(
    filters: Int, octaves: Int
  ) throws {
    let place = try PrivateDirectory()
    defer { place.remove() }
    let turbulence = (0..<filters).map { number in
      "<filter id='f\(number)'><feTurbulence numOctaves='\(octaves)' baseFrequency='.5'/></filter>"
        + "<rect width='64' height='64' filter='url(#f\(number))'/>"
    }
    directory.write(drawing(turbulence.joined()), to: "bomb.svg")
    try Picture.writePNG(TestPictures.photo(PixelSize(width: 30, height: 20)), to: directory("a.png"))
    // On a machine that is too slow for a limit a longer one shows the same.
    let limits: [Duration] = [.seconds(2), .seconds(12)]
    var next: PixelSize?
    for limit in limits where next == nil {
      let decoder = PictureDecoder(
        command: [try Program.path(in: place), "decode-pictures"], limit: limit, startLimit: .seconds(60))
      do {
        _ = try SmallPicture.load(path: directory("bomb.svg"), side: 256, decoder: decoder)
        // Newer versions of librsvg limit the number of octaves.
        #expect(filters == 1)
      } catch {
        #expect(error.reason == .damaged("it takes too long to decode"))
      }
      next = try? SmallPicture.load(path: directory("a.png"), side: 64, decoder: decoder).size
    }
    #expect(next?.width == 30)
  }
}
