import Geometry

/// The part of the line along the inside of a shape's edge that is painted.
package enum EdgePart: Equatable {
  case all
  /// A light on the edge, which has one strength across the line or fades from the edge inwards.
  case light(EdgeLight, fades: Bool)
}

/// A line along the inside of a shape's edge, for a shape at the origin.
package struct EdgeLine: Equatable {
  package let shape: Shape
  package let width: Double
  package let part: EdgePart

  package init(_ shape: Shape, width: Double, _ part: EdgePart) {
    (self.shape, self.width, self.part) = (shape.atOrigin, width, part)
  }

  /// The line's coverage in parts, in pixels from the shape's top left.
  package var tiles: [CoverageTile] {
    switch part {
    case .all: shape.borderTiles(width: width)
    case .light(let light, let fades): shape.tiles(of: light, width: width, fades: fades)
    }
  }
}

extension Shape {
  /// The shape with its top left at (0, 0).
  package var atOrigin: Shape {
    var shape = self
    shape.frame = frame.offset(x: -frame.x, y: -frame.y)
    return shape
  }
}
