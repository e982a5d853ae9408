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

  private func expect(_ picture: CoveragePicture, shows tiles: [CoverageTile]) {
    let partial = tiles.filter { $0.bytes != nil }
    #expect(self.tiles(picture) == tiles.filter { $0.bytes == nil } + partial)
    #expect(picture.edges == partial.flatMap(\.partRects))
  }

  @Test(arguments: shapes) func `a picture shows the tiles of a shape and of its lines`(shape: Shape) {
    var made = ShapeTiles()
    expect(made.picture(of: Clip(shape)), shows: shape.tiles)
    for width in [1, 1.25, 6] {
      for part in [EdgePart.all, .light(.key, fades: true), .light(.fill, fades: false)] {
        let line = EdgeLine(shape, width: width, part)
        expect(made.picture(of: line), shows: line.tiles)
      }
    }
  }

  @Test func `a picture has the pixels of whole rectangles, too`() {
    let clip = Clip(frame: Self.frame, corners: Corners(16), mask: nil)
    var made = ShapeTiles()
    let picture = made.picture(of: clip)
    #expect(picture.frame == Self.frame && picture.size == PixelSize(width: 37, height: 32))
    #expect((0..<32).allSatisfy { picture.bytes[$0 * 37 + picture.column] == 255 })
  }

  @Test func `a picture of a mask lies where the mask shows the shape`() {
    let mask = PixelRect(x: 40, y: 8, width: 100, height: 40)
    let clip = Clip(frame: Self.frame, corners: Corners(16), mask: .shape(mask, Corners(5)))
    var made = ShapeTiles()
    let picture = made.picture(of: clip)
    expect(picture, shows: clip.tiles)
    #expect(picture.frame == PixelRect(x: 40, y: 8, width: 100, height: 24))
  }
}
