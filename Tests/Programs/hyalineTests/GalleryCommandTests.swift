import Gallery
import Geometry
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing
import VisualEffects

/// `hyaline gallery`, as somebody at a terminal calls it.
@Suite(.serialized) struct GalleryCommandTests {
  private static let scale = 0.5

  /// A directory with a picture to put behind the glass.
  private static func stage() throws -> PrivateDirectory {
    let directory = try PrivateDirectory()
    let photo = TestPhoto.allCases[1].picture(PixelSize(width: 312, height: 292), seed: 1)
    try Picture.writePNG(photo, to: directory.file("photo.png"))
    return directory
  }

  @Test(arguments: [7.0, 0]) func `its report tells what the sheet shows`(contrast: Double) throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let (out, path, photo) = (
      directory.file("out.png"), directory.file("r.json"), directory.file("photo.png")
    )
    let run = try CommandRun(
      [
        "gallery", "--backdrop", photo, "--contrast", "\(contrast)", "--scale", "\(Self.scale)", "--font",
        "DejaVu Sans", "-o", out, "--report", path,
      ], in: directory)
    try #require(run.ending == .exited(0), "\(run.text)")
    let report = try Report(path)
    #expect(report.number("contrast") == contrast && report.number("scale") == Self.scale)
    let sections = try report.members("backdrops")
    #expect(sections.map { $0.string("path") } == [photo])
    let cells = try sections[0].members("cells")
    let sheet = try Picture.load(path: out)
    #expect(sheet.size.width == Int((2 * 64 + 6 * 312 + 5 * 24) * Self.scale))
    try expectWhole(cells)
    for cell in cells { try check(cell, on: sheet, contrast) }
    let promised = cells.filter { ($0.number("promised") ?? 0) > 0 }
    #expect(promised.isEmpty == (contrast == 0))
    #expect(promised.allSatisfy { ($0.number("worstContrast") ?? 0) >= ($0.number("promised") ?? 99) })
    if contrast == 0 { #expect(cells.contains { ($0.number("worstContrast") ?? 99) < 2 }) }
  }

  /// Every style in every look that it has, with every vibrancy.
  private func expectWhole(_ cells: [Report]) throws {
    let all = BlurEffect.Style.allCases.flatMap { style in
      Set([false, true].map { Material(style, isDark: $0).isDark }).flatMap { isDark in
        VibrancyEffect.Style.allCases.map { "\(style) \(isDark ? "dark" : "light") \($0)" }
      }
    }
    let found = cells.map { cell in
      ["style", "appearance", "vibrancy"].map { cell.string($0) ?? "" }.joined(separator: " ")
    }
    #expect(found.sorted() == all.sorted())
  }

  /// Figures are true of their colours, and the ink is where the report says.
  private func check(_ cell: Report, on sheet: Bitmap, _ contrast: Double) throws {
    let vibrancy = try #require(cell.string("vibrancy").flatMap(VibrancyEffect.Style.init))
    let expected =
      switch vibrancy {
      case .tertiaryLabel, .quaternaryLabel: min(contrast, 3)
      case .separator: 0.0
      default: contrast
      }
    #expect(cell.number("promised") == expected)
    let (ink, beside) = (try cell.colour("ink"), try cell.colour("beside"))
    let worst = Luminance.contrast(Luminance.of(ink), Luminance.of(beside))
    #expect(abs(worst - (cell.number("worstContrast") ?? 0)) < 1e-6)
    let origin = try #require(
      Self.origin(of: cell.string("material"), isDark: cell.string("appearance") == "dark"))
    let place = PixelRect(
      x: origin.x + Int(cell.number("x") ?? 0), y: origin.y + Int(cell.number("y") ?? 0), width: 1, height: 1)
    let shown = try #require(sheet.colours(in: place).first)
    // The sheet is drawn once more with the figures, and rounded again.
    let difference = (shown - ink) * 255
    #expect((0..<3).allSatisfy { abs(difference[$0]) <= 1.01 }, "\(cell.json): \(shown * 255)")
  }

  /// The corner of the specimen of a material on the page: there are six in a row, the light ones first.
  private static func origin(of material: String?, isDark: Bool) -> (x: Int, y: Int)? {
    let entries = [false, true].map(MaterialEntry.all)
    guard let index = entries[isDark ? 1 : 0].firstIndex(where: { $0.material.name == material }) else {
      return nil
    }
    let row = index / 6 + (isDark ? (entries[0].count + 5) / 6 : 0)
    let left = 64 + Double(index % 6) * (Specimen.size.width + 24)
    let top = 168 + 76 + Double(row) * (Specimen.size.height + 56 + 12)
    return (Int((left * scale).rounded()), Int((top * scale).rounded()))
  }

  @Test func `wrong options and files are named, and nothing is written`() throws {
    let directory = try Self.stage()
    defer { directory.remove() }
    let photo = directory.file("photo.png")
    let old = try directory.write("old", to: "old.png")
    try directory.write("no picture", to: "text.txt")
    let cases = [
      ([], "--backdrop: expected at least one picture", 64),
      (["--backdrop", photo, "--contrast", "0.2"], "expected 0 or a number from 1 to 21, got 0.2", 64),
      (["--backdrop", photo, "--scale", "5"], "expected a number from 0.5 to 4, got 5", 64),
      (["--backdrop", photo, "--material", "dark"], "Unknown option '--material'", 64),
      (
        ["--backdrop", photo, "-o", "out.gif"],
        "expected a name that ends in .png, .jpg or .jpeg, got \".gif\"", 64
      ),
      (
        ["--backdrop", photo, "--backdrop", directory.file("none.png")],
        "none.png: no such file or directory", 1
      ),
      (["--backdrop", directory.file("text.txt")], "not a picture in a known format", 1),
      (
        ["--backdrop", photo, "-o", "/nowhere/out.png"],
        "picture /nowhere/out.png: no such file or directory", 1
      ),
      (["--backdrop", photo, "--report", "/nowhere/r"], "report /nowhere/r: no such file or directory", 1),
    ]
    for (options, message, status) in cases {
      let run = try CommandRun(["gallery", "-o", old] + options, in: directory)
      #expect(run.ending == .exited(Int32(status)) && run.text.contains(message), "\(run.text)")
      #expect(readText(old) == "old")
    }
  }
}
