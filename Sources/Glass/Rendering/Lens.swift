package import Geometry
package import Scenes
package import VisualEffects

/// The refraction of one sheet of glass, in pixels.
package struct Lens: Equatable {
  /// The shape of the sheet, in pixels of the output.
  package let shape: Shape
  /// The distance from the edge up to which the backdrop is bent, which is that of the thickest of shapes that flow together.
  package let depth: Double
  /// The distance from the edge of what the edge shows at that depth.
  package let amount: Double
  /// The share by which red is bent less and blue more than green.
  package let dispersion: Double

  /// The largest depth, as a share of half of a sheet's smaller side: the picture in the middle of the sheet stays whole.
  private static let mostDepth = 0.45

  /// The lens of a sheet; nil if nothing is bent. `scale` is physical pixels per point.
  package init?(_ refraction: Refraction, in shape: Shape, scale: Double) {
    let wanted = refraction.depth * scale
    let depth = min(wanted, shape.separate.map(Self.mostDepth(of:)).max() ?? 0)
    guard refraction.isVisible, depth >= 1 else { return nil }
    self.shape = shape
    self.depth = depth
    amount = refraction.amount * scale * depth / wanted
    dispersion = refraction.dispersion
  }

  private static func mostDepth(of shape: Shape) -> Double {
    mostDepth * (Double(min(shape.frame.width, shape.frame.height)) / 2)
  }

  /// The depths of the shapes that flow together: each of them has that of the shape alone, so that nothing jumps where they part.
  fileprivate var depths: [Double] { shape.separate.map { min(depth, Self.mostDepth(of: $0)) } }

  /// The greatest distance in pixels between a point and what it shows.
  package var reach: Int { Int((amount * (1 + dispersion)).rounded(.up)) }

  /// The distance in pixels, inwards, from a point at a distance from the edge to what that point shows.
  package func offset(atDepth distance: Double) -> Double { offset(atDepth: distance, of: depth) }

  /// The same distance where the backdrop is bent up to another depth, `most`.
  fileprivate func offset(atDepth distance: Double, of most: Double) -> Double {
    guard most > 0 else { return 0 }
    let t = min(max(distance / most, 0), 1)
    return amount * (most / depth) * (1 - (t * (2 - t)).squareRoot())
  }
}

/// The places of the blurred backdrop that the pixels of a sheet show, for a table that has the middle of the sheet's sides
/// only once.
package struct LensMap {
  /// The properties of a lens on which its map depends: neither its place nor, beyond the corners, its size.
  package struct Key: Equatable {
    fileprivate let corners: Corners
    fileprivate let merging: Merging?
    fileprivate let depth, amount: Double
    /// The number of columns and rows of the map.
    package let size: PixelSize
    /// The first column, or row, that stands for the middle of the sheet.
    package let middle: Int

    /// The pixels of a sheet at `frame` for which the middle column stands; empty if there are none.
    package func columns(in frame: PixelRect) -> PixelRect {
      let width = frame.width - size.width + 1
      if merging != nil || width < 1 || size.width <= middle { return .empty }
      return PixelRect(x: frame.x + middle, y: frame.y, width: width, height: frame.height)
    }
  }

  package let key: Key
  /// The distances in pixels from a pixel to what it shows, one for each entry of the map, row by row.
  package let offsets: [SIMD2<Float>]

  package init(_ lens: Lens) {
    let key = lens.mapKey
    self.key = key
    if key.merging != nil {
      offsets = Self.mergedOffsets(lens, key)
      return
    }
    // All sheets with one key have the same map, so it is made for the smallest of them.
    let shape = Shape(frame: PixelRect(key.size), corners: lens.shape.corners)
    let (contour, radii) = (Contour(of: shape), lens.directionRadii)
    var offsets: [SIMD2<Float>] = []
    offsets.reserveCapacity(key.size.width * key.size.height)
    for y in 0..<key.size.height {
      for x in 0..<key.size.width {
        let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        let distance = lens.offset(atDepth: contour.depth(at: point))
        let inwards = distance > 0 ? Self.inwards(point, in: key.size, radii) : .zero
        offsets.append(SIMD2<Float>(inwards * distance))
      }
    }
    self.offsets = offsets
  }

  /// The distances for shapes that flow together, of which the map has all pixels.
  private static func mergedOffsets(_ lens: Lens, _ key: Key) -> [SIMD2<Float>] {
    let shape = Shape(frame: PixelRect(key.size), corners: key.corners, merging: key.merging)
    let (edge, depths) = (MergedEdge(of: shape), lens.depths)
    let inner = shape.wholeRects(insideLineOf: Int(lens.depth.rounded(.up)))
    var offsets = [SIMD2<Float>](repeating: .zero, count: key.size.width * key.size.height)
    // Pixels that the sheet covers in part lie outside of its edge.
    for rect in shape.frame.subtracting(inner) {
      edge.visit(rect, within: -lens.depth...1, radii: depths) { columns, y, sample in
        // The depth is half way between those of two shapes that are as near.
        let (own, other) = (depths[sample.near], depths[sample.next])
        let depth = own + (other - own) * (sample.share * sample.share / 2)
        let distance = lens.offset(atDepth: -sample.distance, of: depth)
        let offset = SIMD2<Float>(-sample.outwards * distance)
        for x in columns { offsets[y * key.size.width + x] = offset }
      }
    }
    return offsets
  }

  /// The column of the map for a column of a sheet that is `length` pixels wide; or the row for one that is as high.
  package func place(_ place: Int, of length: Int, most: Int) -> Int {
    let skip = length - most
    let inner = min(place, key.middle) + max(0, place - key.middle - skip)
    return min(max(inner, 0), most - 1)
  }

  /// The distance in pixels from a pixel of the lens's sheet, counted from its top left, to what it shows.
  package func offset(x: Int, y: Int, in size: PixelSize) -> SIMD2<Float> {
    let column = place(x, of: size.width, most: key.size.width)
    return offsets[place(y, of: size.height, most: key.size.height) * key.size.width + column]
  }

  /// Whether each row of the key's columns shows one row of the backdrop, higher or lower, without being bent along it.
  package var isStraight: Bool {
    let width = key.size.width
    return width > key.middle
      && !(0..<key.size.height).contains { offsets[$0 * width + key.middle].x != 0 }
  }

  /// The pixels of a lens's sheet of which each row shows one row of the backdrop; empty if there are none.
  package func columns(of lens: Lens) -> PixelRect {
    isStraight ? key.columns(in: lens.shape.frame) : .empty
  }

  /// The direction inwards from the edge nearest to a point, as that of a rectangle whose corners are circles with `radii`.
  private static func inwards(
    _ point: SIMD2<Double>, in size: PixelSize, _ radii: [Double]
  ) -> SIMD2<Double> {
    let (isRight, isLow) = (point.x > Double(size.width) / 2, point.y > Double(size.height) / 2)
    let radius = radii[isLow ? (isRight ? 2 : 3) : (isRight ? 1 : 0)]
    let x = radius - (isRight ? Double(size.width) - point.x : point.x)
    let y = radius - (isLow ? Double(size.height) - point.y : point.y)
    var inwards = x > y ? SIMD2(1.0, 0) : SIMD2(0, 1.0)
    if x > 0, y > 0 { inwards = SIMD2(x, y) / (x * x + y * y).squareRoot() }
    return inwards * SIMD2(isRight ? -1 : 1, isLow ? -1 : 1)
  }
}

extension Lens {
  /// The radii of the circles that give the directions at the corners: at least the depth, so that the direction does not
  /// jump from one side to the next where the backdrop is still bent.
  fileprivate var directionRadii: [Double] {
    let corners = shape.corners
    let most = Double(min(shape.frame.width, shape.frame.height)) / 2
    return [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
      .map { min(max($0, depth), most) }
  }

  /// The key of the lens's map.
  package var mapKey: LensMap.Key {
    let reach = max(shape.largestCorner, directionRadii.max() ?? 0, depth)
    let frame = shape.frame
    let middle = shape.merging == nil ? Int(reach.rounded(.up)) : max(frame.width, frame.height)
    return LensMap.Key(
      corners: shape.corners, merging: shape.merging, depth: depth, amount: amount,
      size: PixelSize(width: min(frame.width, 2 * middle + 1), height: min(frame.height, 2 * middle + 1)),
      middle: middle)
  }
}
