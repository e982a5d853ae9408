import Geometry
import Testing

@testable import Scenes

@Suite struct CoveragePictureTests {
  private static let frame = PixelRect(x: 0, y: 0, width: 200, height: 32)
  private static let shapes = [
    Shape(frame: frame, corners: Corners(16)),
    Shape(frame: frame, corners: Corners(7.3)),
    Shape(frame: frame, corners: Corners(topLeft: 12, topRight: 3, bottomRight: 0, bottomLeft: 5.5)),
    Shape(frame: frame, corners: .square),
    Shape(frame: frame, corners: Corners(6), inset: 0.375),
    Shape(frame: PixelRect(x: 0, y: 0, width: 20, height: 32), corners: Corners(9)),
    Shape(
      frame: frame, corners: Corners(16),
      merging: Merging(
        [(0, 90), (104, 96)].map { x, width in
          .init(frame: PixelRect(x: x, y: 0, width: width, height: 32), corners: Corners(16))
        }, distance: 30)),
  ]

  /// The tiles that a picture shows, in its order.
  private func tiles(_ picture: CoveragePicture) -> [CoverageTile] {
    let skipped = picture.frame.width - picture.size.width
    func covered(_ x: Int, _ y: Int) -> UInt8 {
      let inner = x - picture.frame.x
      let column = min(inner, picture.column) + max(0, inner - picture.column - skipped)
      return picture.bytes[(y - picture.frame.y) * picture.size.width + column]
    }
    return picture.whole.map { CoverageTile(rect: $0, bytes: nil) }
      + picture.parts.map { rect in
        let bytes = (0..<rect.area).map { covered(rect.x + $0 % rect.width, rect.y + $0 / rect.width) }
        return CoverageTile(rect: rect, bytes: bytes)
      }
  }

  /// Expects that there is one picture, which shows these tiles.
  private func expect(_ pictures: [CoveragePicture], show tiles: [CoverageTile]) {
    #expect(pictures.count == 1)
    guard let picture = pictures.first else { return }
    let partial = tiles.filter { $0.bytes != nil }
    #expect(self.tiles(picture) == tiles.filter { $0.bytes == nil } + partial)
    #expect(picture.edges == partial.flatMap(\.partRects))
  }

  @Test(arguments: shapes) func `a picture shows the tiles of a shape and of its lines`(shape: Shape) {
    var made = ShapeTiles()
    expect(made.pictures(of: Clip(shape), side: 400), show: shape.tiles)
    for width in [1, 1.25, 6] {
      for part in [EdgePart.all, .light(.key, fades: true), .light(.fill, fades: false)] {
        let line = EdgeLine(shape, width: width, part)
        expect(made.pictures(of: line, side: 400), show: line.tiles)
      }
    }
  }

  @Test func `a picture has the pixels of whole rectangles, too`() throws {
    let clip = Clip(frame: Self.frame, corners: Corners(16), mask: nil)
    var made = ShapeTiles()
    let picture = try #require(made.pictures(of: clip, side: 400).first)
    #expect(picture.frame == Self.frame && picture.size == PixelSize(width: 37, height: 32))
    #expect((0..<32).allSatisfy { picture.bytes[$0 * 37 + picture.column] == 255 })
  }

  @Test func `a picture of a mask lies where the mask shows the shape`() {
    let mask = PixelRect(x: 40, y: 8, width: 100, height: 40)
    let clip = Clip(frame: Self.frame, corners: Corners(16), mask: .shape(mask, Corners(5)))
    var made = ShapeTiles()
    let pictures = made.pictures(of: clip, side: 400)
    expect(pictures, show: clip.tiles)
    #expect(pictures.first?.frame == PixelRect(x: 40, y: 8, width: 100, height: 24))
  }

  @Test(arguments: shapes, [7, 16, 31])
  func `pictures of a shape that is too large for one show its tiles in parts`(shape: Shape, side: Int) {
    /// The coverage of each pixel by tiles, of which none overlap.
    func pixels(_ tiles: [CoverageTile]) -> [UInt8] {
      var pixels = [UInt8](repeating: 0, count: shape.frame.area)
      for tile in tiles {
        for index in 0..<tile.rect.area {
          let (x, y) = (tile.rect.x + index % tile.rect.width, tile.rect.y + index / tile.rect.width)
          pixels[y * shape.frame.width + x] += tile.bytes?[index] ?? 255
        }
      }
      return pixels
    }
    var made = ShapeTiles()
    let line = EdgeLine(shape, width: 1.25, .all)
    let clips = made.pictures(of: Clip(shape), side: side)
    for (pictures, expected) in [
      (clips, shape.tiles), (made.pictures(of: line, side: side), line.tiles),
    ] {
      #expect(pixels(pictures.flatMap(tiles)) == pixels(expected))
      #expect(
        pictures.allSatisfy { $0.parts.isEmpty || max($0.size.width, $0.size.height) <= side })
      let edges = expected.flatMap(\.partRects)
      #expect(pictures.flatMap(\.edges).reduce(0) { $0 + $1.area } <= edges.reduce(0) { $0 + $1.area })
    }
  }
}
