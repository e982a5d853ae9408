import Geometry
import Testing

@testable import Scenes

@Suite struct NarrowShapeTests {
  private static let corners = [
    Corners(16), Corners(100), Corners(7.3),
    Corners(topLeft: 12, topRight: 3, bottomRight: 0, bottomLeft: 5.5),
  ]

  private static func wide(_ width: Int, _ corners: Corners, inset: Double = 0) -> Shape {
    Shape(frame: PixelRect(x: 5, y: 3, width: width, height: 32), corners: corners, inset: inset)
  }

  @Test(arguments: corners, [0, 0.375])
  func `tiles of a wide shape are those of a narrow one with a column repeated`(
    corners: Corners, inset: Double
  ) throws {
    for width in [71, 72, 97, 320, 1901] {
      let shape = Self.wide(width, corners, inset: inset)
      let narrow = try #require(NarrowShape(shape))
      #expect(narrow.shape.frame.width < 71)
      #expect(narrow.stretched(narrow.shape.tiles) == shape.tiles)
      try expectLines(of: shape)
    }
  }

  @Test func `lines of a wide rectangle are those of a narrow one with a column repeated`() throws {
    for width in [71, 320] { try expectLines(of: Self.wide(width, .square)) }
  }

  private func expectLines(of shape: Shape) throws {
    for line in [1, 1.25, 6] {
      let narrow = try #require(NarrowShape(shape, lineWidth: line))
      #expect(narrow.shape.frame.width < 71)
      #expect(narrow.stretched(narrow.shape.borderTiles(width: line)) == shape.borderTiles(width: line))
      for (light, fades) in [(EdgeLight.key, true), (.fill, false)] {
        #expect(
          narrow.stretched(narrow.shape.tiles(of: light, width: line, fades: fades))
            == shape.tiles(of: light, width: line, fades: fades))
      }
    }
  }

  @Test func `shapes without a column to spare stay as they are`() {
    #expect(NarrowShape(Self.wide(320, .square)) == nil)
    #expect(NarrowShape(Self.wide(37, Corners(16))) == nil)
    #expect(NarrowShape(Self.wide(38, Corners(16)))?.shape.frame.width == 37)
    var merging = Self.wide(320, Corners(16))
    let part = PixelRect(x: 0, y: 0, width: 320, height: 32)
    merging.merging = Merging([.init(frame: part, corners: Corners(16))], distance: 4)
    #expect(NarrowShape(merging) == nil)
  }
}
