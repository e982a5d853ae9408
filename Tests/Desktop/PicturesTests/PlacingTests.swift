import Geometry
import GlassModel
import Pictures
import Scenes
import TestSupport
import Testing

@Suite struct PlacingTests {
  /// 40 × 20, its left half red, its right half green.
  private let picture = Bitmap(size: PixelSize(width: 40, height: 20)) { x, _ in x < 20 ? .red : .green }
  private let screen = PixelSize(width: 100, height: 100)

  @Test func `fill covers the screen and cuts off what is too much`() {
    let placed = picture.placed(.fill, on: screen)
    #expect(placed.size == screen)
    #expect([(0, 0), (40, 50), (0, 99)].allSatisfy { placed[$0, $1] == .red })
    #expect([(60, 0), (99, 99)].allSatisfy { placed[$0, $1] == .green })
    // Centred: the seam is in the middle, within a quarter of a pixel.
    #expect(placed[47, 50].red > placed[47, 50].green && placed[52, 50].green > placed[52, 50].red)
    #expect(abs(Int(placed[49, 50].red) - Int(placed[50, 50].green)) < 26)
  }

  @Test func `fit shows all of it between black bars`() {
    let placed = picture.placed(.fit, on: screen)
    #expect([24, 75].allSatisfy { placed[10, $0] == .black })
    #expect(placed[10, 25] == .red && placed[10, 74] == .red && placed[0, 50] == .red)
    #expect(placed[90, 25] == .green && placed[99, 74] == .green)
  }

  @Test func `centre keeps the pixels, also of a picture larger than the screen`() {
    let placed = picture.placed(.center, on: screen)
    #expect(placed[29, 50] == .black && placed[30, 40] == .red && placed[49, 59] == .red)
    #expect(placed[50, 40] == .green && placed[69, 50] == .green && placed[70, 50] == .black)
    #expect(placed[40, 39] == .black && placed[40, 60] == .black)
    let cut = picture.placed(.center, on: PixelSize(width: 10, height: 10))
    #expect(cut[4, 0] == .red && cut[5, 9] == .green)
  }

  @Test func `tiles start at the top left corner`() {
    let placed = picture.placed(.tile, on: screen)
    for y in [0, 33, 99] {
      for x in 0..<100 { #expect(placed[x, y] == (x % 40 < 20 ? .red : .green)) }
    }
  }

  @Test(arguments: BackdropPolicy.Wallpaper.Placement.allCases)
  func `a picture of the screen's size stays as it is`(placement: BackdropPolicy.Wallpaper.Placement) {
    #expect(picture.placed(placement, on: picture.size) == picture)
  }

  @Test(arguments: BackdropPolicy.Wallpaper.Placement.allCases, DailySeeds.first(40) as [Int])
  func `any picture on any screen gives an opaque wallpaper`(
    placement: BackdropPolicy.Wallpaper.Placement, seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    func side() -> Int { [1, 2, 3, 17, 40].randomElement(using: &random)! }
    let size = PixelSize(width: side(), height: side())
    let bytes = (0..<size.width * size.height).flatMap { _ -> [UInt8] in
      let alpha = UInt8.random(in: 0...255, using: &random)
      return [alpha, alpha / 2, 0, alpha]
    }
    let screen = PixelSize(width: side(), height: side())
    let placed = Bitmap(size: size, bytes: bytes).placed(placement, on: screen)
    #expect(placed.size == screen)
    #expect(stride(from: 3, to: placed.bytes.count, by: 4).allSatisfy { placed.bytes[$0] == 255 })
  }

  @Test func `a fine pattern reduced is nearly its mean`() {
    let stripes = Bitmap(size: PixelSize(width: 400, height: 400)) { x, _ in x % 2 == 0 ? .white : .black }
    let half = stripes.placed(.fill, on: PixelSize(width: 200, height: 200))
    for x in 0..<200 { #expect(abs(Int(half[x, 60].red) - 128) <= 1, "\(x)") }
    // Averaging over 3.08 stripes leaves 33/255.
    let third = stripes.placed(.fill, on: PixelSize(width: 130, height: 130))
    for x in 1..<129 { #expect(abs(Int(third[x, 60].red) - 128) < 40, "\(x)") }
  }

  @Test func `transparency is over black`() {
    let half = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [100, 50, 0, 128])
    #expect(
      half.placed(.tile, on: PixelSize(width: 2, height: 1)).bytes == [100, 50, 0, 255, 100, 50, 0, 255])
  }

  @Test func `the average is of encoded colours`() {
    #expect(picture.averageColour == SIMD3(0.5, 0.5, 0))
    #expect(Bitmap(size: PixelSize(width: 0, height: 0)).averageColour == .zero)
  }
}

private struct Colour: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  static let red = Colour(red: 255, green: 0, blue: 0)
  static let green = Colour(red: 0, green: 255, blue: 0)
  static let black = Colour(red: 0, green: 0, blue: 0)
  static let white = Colour(red: 255, green: 255, blue: 255)
}

extension Bitmap {
  /// Opaque, of the given colours.
  fileprivate init(size: PixelSize, _ paint: (_ x: Int, _ y: Int) -> Colour) {
    let pixels = (0..<size.height).flatMap { y in (0..<size.width).map { x in paint(x, y) } }
    self.init(
      size: size, bytes: pixels.flatMap { colour -> [UInt8] in [colour.red, colour.green, colour.blue, 255] })
  }

  fileprivate subscript(x: Int, y: Int) -> Colour {
    let at = (y * size.width + x) * 4
    return Colour(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
  }
}
