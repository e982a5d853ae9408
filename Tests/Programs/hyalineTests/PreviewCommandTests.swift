import Geometry
import Glibc
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing
import TextProcessing
import VisualEffects

/// `hyaline preview`, as somebody at a terminal calls it.
@Suite(.serialized) struct PreviewCommandTests {
  private static let size = PixelSize(width: 240, height: 150)
  private static let photo = TestPhoto.allCases[0].picture(size, seed: 2)

  /// A directory with pictures to put behind the glass.
  private static func stage() throws -> PrivateDirectory {
    let directory = try PrivateDirectory()
    try Picture.writePNG(photo, to: directory.file("photo.png"))
    for (name, grey) in [("white", 1.0), ("black", 0)] {
      try Picture.writePNG(
        TestPictures.flat(size, SIMD3(repeating: grey)), to: directory.file(name + ".png"))
    }
    try directory.write("no picture", to: "text.txt")
    return directory
  }

  private static func preview(
    _ options: [String], over backdrop: String = "photo", in directory: PrivateDirectory
  ) throws -> Bitmap {
    let out = directory.file("out.png")
    let run = try CommandRun(
      ["preview", "--backdrop", directory.file(backdrop + ".png"), "-o", out] + options, in: directory)
    try #require(run.ending == .exited(0), "\(run.text)")
    return try Picture.load(path: out)
  }

  // MARK: Report

  @Test(
    arguments: [
      ([], 4.5, "systemMaterialDark"), (["--ink", "secondaryLabel"], 4.5, "systemMaterialDark"),
      (["--ink", "quaternaryLabel", "--contrast", "7"], 3, "systemMaterialDark"),
      (["--ink", "#ff3b30"], 4.5, "systemMaterialDark"),
      (["--appearance", "light"], 4.5, "systemMaterialLight"),
      (["--contrast", "7", "--material", "systemUltraThinMaterialLight"], 7, "systemUltraThinMaterialLight"),
      (
        ["--material", "systemUltraThinMaterialDark", "--reduce-transparency"], 4.5,
        "systemUltraThinMaterialDark"
      ),
    ] as [([String], Double, String)])
  func `its report tells what the picture shows`(options: [String], promised: Double, material: String) throws
  {
    let directory = try Self.stage()
    defer { directory.remove() }
    let path = directory.file("report.json")
    let text = ["--text", "Hyaline", "--font", "DejaVu Sans Bold 24"]
    let shown = try Self.preview(options + text + ["--report", path], in: directory)
    let report = try Report(path)
    #expect(report.string("material") == material && report.number("promised") == promised)
    #expect(report.string("appearance") == (material.hasSuffix("Dark") ? "dark" : "light"))
    let measured = try report.member("text")
    let worst = try #require(measured.number("worstContrast"))
    #expect(worst >= promised && (measured.number("inkPixels") ?? 0) > 100)
    let (ink, beside) = (try measured.colour("ink"), try measured.colour("beside"))
    #expect(abs(Luminance.contrast(Luminance.of(ink), Luminance.of(beside)) - worst) < 1e-6)
    let place = PixelRect(
      x: Int(measured.number("x") ?? 0), y: Int(measured.number("y") ?? 0), width: 1, height: 1)
    #expect(shown.colours(in: place) == [ink])
    // Other inks ask for another fill, and other colours could be measured than those of the bare glass.
    guard !options.contains("--ink") else { return }
    let bare = try Self.preview(options, in: directory)
    let around = bare.colours(in: place.outset(by: 2))
    let own = Luminance.of(ink)
    let least = around.map { Luminance.contrast(own, Luminance.of($0)) }.min() ?? 0
    #expect(around.contains(beside) && abs(least - worst) < 1e-6)
    var pure = options
    if let index = pure.firstIndex(of: "--contrast") { pure.removeSubrange(index...index + 1) }
    let filled = InkContrast.meanFill(
      of: bare, from: try Self.preview(pure + ["--contrast", "0"], in: directory),
      isDark: material.hasSuffix("Dark"))
    #expect(abs(filled - (report.number("meanFill") ?? -1)) < 1e-3)
  }

  @Test func `without text there is no contrast to report`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    _ = try Self.preview(["--report", directory.file("report.json")], in: directory)
    #expect(try Report(directory.file("report.json")).json["text"] == .null)
  }

  // MARK: Options

  @Test(arguments: ["systemThinMaterialDark", "extraLight"], [1.0, 1.5])
  func `material and scale are the reference's`(name: String, scale: Double) throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let shown = try Self.preview(
      ["--material", name, "--scale", "\(scale)", "--contrast", "0"], in: directory)
    let material = try #require(Material.named(name, isDark: true))
    let glass = ReferenceGlass(chain: material.chain, sigma: material.blurRadius * scale)
    let difference = PictureDifference(shown, glass.shown(over: ReferencePicture(Self.photo)))
    #expect(difference.max <= 1.3 && difference.mean <= 0.5, "\(difference)")
  }

  @Test(
    arguments: [
      (["--material", "glassDark"], 0.3...0.8),
      (["--material", "glassDark", "--reduce-transparency"], 0.05...0.15),
      (["--material", "systemMaterialDark"], -0.005...0.005),
    ] as [([String], ClosedRange<Double>)])
  func `the edge of a material that bends its backdrop catches light`(
    options: [String], light: ClosedRange<Double>
  ) throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let shown = try Self.preview(options, over: "black", in: directory)
    let column = shown.colours(in: PixelRect(x: 120, y: 0, width: 1, height: 75))
    #expect(light.contains(column[0].x - column[74].x), "\(column[0]) beside \(column[74])")
  }

  @Test func `a bare Gaussian is one`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let shown = try Self.preview(["--sigma", "7.5"], in: directory)
    let expected = ReferenceGaussian.blur(ReferencePicture(Self.photo), sigma: 7.5)
    #expect(PictureDifference(shown, expected).max <= 1.5)
  }

  @Test func `the backdrop chooses the look where it is asked to`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    for (backdrop, look) in [("white", "light"), ("black", "dark")] {
      let path = directory.file("report.json")
      _ = try Self.preview(
        ["--material", "systemUltraThinMaterial", "--appearance", "backdrop", "--report", path],
        over: backdrop, in: directory)
      #expect(try Report(path).string("appearance") == look)
    }
  }

  @Test func `size, corners, reduced transparency and the font are seen`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let small = try Self.preview(["--size", "80x40"], in: directory)
    #expect(small.size == PixelSize(width: 80, height: 40))
    let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)
    let plain = try Self.preview([], in: directory)
    let round = try Self.preview(["--corner-radius", "30"], in: directory)
    #expect(round.colours(in: corner) == Self.photo.colours(in: corner))
    #expect(plain.colours(in: corner) != Self.photo.colours(in: corner))
    let middle = PixelRect(x: 110, y: 70, width: 20, height: 10)
    #expect(round.colours(in: middle) == plain.colours(in: middle))
    let solid = try Self.preview(["--reduce-transparency"], in: directory)
    let colours = Set(solid.colours(in: PixelRect(Self.size)).map { $0 * 255 })
    let spread = (0..<3).map { channel in
      colours.map { $0[channel] }.max()! - colours.map { $0[channel] }.min()!
    }
    #expect(spread.allSatisfy { $0 <= 1.01 }, "\(spread)")
    let words = try ["DejaVu Sans 12", "DejaVu Sans Bold 30"].map {
      try Self.preview(["--text", "Hyaline", "--font", $0], in: directory)
    }
    let changed = words.map { $0.boundsOfDifference(from: plain) }
    #expect(changed[0].width > 20 && changed[1].width > 2 * changed[0].width, "\(changed)")
    // The text is centred.
    #expect(abs(changed[1].x * 2 + changed[1].width - Self.size.width) <= 6, "\(changed)")
  }

  @Test func `a name that ends in jpg gets a JPEG`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let out = directory.file("out.jpg")
    let run = try CommandRun(
      ["preview", "--backdrop", directory.file("photo.png"), "-o", out], in: directory)
    #expect(run.ending == .exited(0), "\(run.text)")
    #expect(readBytes(out)?.prefix(2) == [0xFF, 0xD8])
  }

  // MARK: Bad input

  @Test(
    arguments: [
      (
        ["--material", "sytemMaterial"],
        "unknown material \"sytemMaterial\"; did you mean \"systemMaterial\"?"
      ),
      (["--material", "zzzzzz"], "unknown material \"zzzzzz\""),
      (["--ink", "label2"], "'label2' is invalid"),
      (["--ink", "#12345"], "'#12345' is invalid"),
      (["--appearance", "grey"], "'light', 'dark' or 'backdrop'"),
      (["--contrast", "22"], "expected 0 or a number from 1 to 21, got 22"),
      (["--contrast", "0.5"], "expected 0 or a number from 1 to 21, got 0.5"),
      (["--scale", "9"], "expected a number from 0.25 to 8, got 9"),
      (["--sigma", "136"], "expected a number from 0 to 135, got 136"),
      (["--sigma", "3", "--material", "dark"], "--material and --sigma exclude each other"),
      (["--sigma", "3", "--report", "r.json"], "--sigma and --report exclude each other"),
      (["--corner-radius", "5000"], "expected a number from 0 to 4096, got 5000"),
      (["--size", "0x10"], "'0x10' is invalid"), (["--wrong"], "Unknown option '--wrong'"),
      (["-o", "out.webp"], "expected a name that ends in .png, .jpg or .jpeg, got \".webp\""),
    ] as [([String], String)])
  func `a wrong option is refused, and nothing is written`(options: [String], message: String) throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let out = try directory.write("old", to: "out.png")
    let run = try CommandRun(
      ["preview", "--backdrop", directory.file("photo.png"), "-o", out] + options, in: directory)
    #expect(run.ending == .exited(64) && run.text.contains(message), "\(run.text)")
    #expect(readText(out) == "old")
  }

  @Test func `what cannot be read or written is named`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let photo = directory.file("photo.png")
    let old = try directory.write("old", to: "old.png")
    let cases = [
      ([], "Missing expected argument '--backdrop <picture>'", 64),
      (["--backdrop", directory.file("none.png")], "none.png: no such file or directory", 1),
      (["--backdrop", directory.path], "not a regular file", 1),
      (["--backdrop", directory.file("text.txt")], "not a picture in a known format", 1),
      (
        ["--backdrop", photo, "-o", "/nowhere/out.png"],
        "picture /nowhere/out.png: no such file or directory", 1
      ),
      (["--backdrop", photo, "-o", directory.path], "is a directory", 1),
      (["--backdrop", photo, "--report", "/nowhere/r"], "report /nowhere/r: no such file or directory", 1),
    ]
    for (options, message, status) in cases {
      let run = try CommandRun(["preview", "-o", old] + options, in: directory)
      #expect(run.ending == .exited(Int32(status)) && run.text.contains(message), "\(run.text)")
      #expect(readText(old) == "old")
    }
  }
}

/// A report that a command has written.
struct Report {
  let json: [String: JSONValue]

  init(_ path: String) throws {
    guard case .object(let json) = try JSONValue(parsing: readBytes(path) ?? []) else {
      throw SessionError.failed([path], log: "no object")
    }
    self.json = json
  }

  init(_ value: JSONValue?) throws {
    guard case .object(let json) = value else {
      throw SessionError.failed(["\(value as Any)"], log: "no object")
    }
    self.json = json
  }

  func member(_ name: String) throws -> Report { try Report(json[name]) }

  func members(_ name: String) throws -> [Report] {
    guard case .array(let values) = json[name] else { throw SessionError.failed([name], log: "no array") }
    return try values.map { try Report($0) }
  }

  func number(_ name: String) -> Double? {
    if case .number(let number) = json[name] { number } else { nil }
  }

  func string(_ name: String) -> String? { json[name]?.string }

  /// The components of a colour given as `#rrggbb`, 0 … 1.
  func colour(_ name: String) throws -> SIMD3<Double> {
    guard let text = string(name), text.hasPrefix("#"), let number = UInt32(text.dropFirst(), radix: 16)
    else {
      throw SessionError.failed([name], log: "no colour")
    }
    return SIMD3(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255)) / 255
  }
}

extension Bitmap {
  /// The colours of the pixels of a part, rows top to bottom, 0 … 1.
  func colours(in part: PixelRect) -> [SIMD3<Double>] {
    let bytes = cropped(to: part.intersection(PixelRect(size))).bytes
    return stride(from: 0, to: bytes.count, by: 4).map { (at: Int) -> SIMD3<Double> in
      SIMD3<Double>(SIMD3<UInt8>(bytes[at], bytes[at + 1], bytes[at + 2])) / 255
    }
  }
}
