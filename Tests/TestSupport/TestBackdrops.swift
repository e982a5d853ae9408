public import Geometry
public import Scenes

/// A backdrop for glass that can be drawn in any size, the same on every machine.
public struct TestBackdrop: Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    case flat, photo, stripes, checkerboard, gradient, text, other
  }

  public let name: String
  public let kind: Kind
  private let picture: @Sendable (PixelSize) -> Bitmap

  init(_ name: String, _ kind: Kind, _ picture: @escaping @Sendable (PixelSize) -> Bitmap) {
    (self.name, self.kind, self.picture) = (name, kind, picture)
  }

  public var description: String { name }

  /// Draws the backdrop, opaque.
  public func drawn(_ size: PixelSize) -> Bitmap { picture(size) }
}

extension TestBackdrop {
  /// Backdrops of one colour: every combination of nine values per channel, 729.
  public static let flats: [TestBackdrop] = grid.flatMap { red in
    grid.flatMap { green in
      grid.map { blue in
        TestBackdrop("flat \(Int(red * 255)) \(Int(green * 255)) \(Int(blue * 255))", .flat) {
          TestPictures.flat($0, SIMD3(red, green, blue))
        }
      }
    }
  }
  private static let grid = (0...8).map { Double($0) / 8 }

  /// Backdrops that look like photographs, 24.
  public static let photos: [TestBackdrop] = TestPhoto.allCases.flatMap { photo in
    (1...3).map { (seed: UInt64) in
      TestBackdrop("photo \(photo) \(seed)", .photo) { photo.picture($0, seed: seed) }
    }
  }

  /// Black and white stripes, 1 … 64 px wide, in both directions.
  public static let stripes: [TestBackdrop] = widths.flatMap { width in
    [true, false].map { isVertical in
      TestBackdrop("\(isVertical ? "vertical" : "horizontal") stripes of \(width) px", .stripes) {
        TestPictures.tiled($0) { x, y in (isVertical ? x : y) / width % 2 == 0 ? .zero : .one }
      }
    }
  }
  private static let widths = [1, 2, 3, 4, 5, 6, 8, 11, 16, 23, 32, 45, 64]

  /// Black and white checkerboards.
  public static let checkerboards: [TestBackdrop] = [1, 2, 3, 4, 8, 16, 32, 64].map { width in
    TestBackdrop("checkerboard of \(width) px", .checkerboard) {
      TestPictures.tiled($0) { x, y in (x / width + y / width) % 2 == 0 ? .zero : .one }
    }
  }

  /// Gradients from each pure colour to its complement, to black and to white, in both directions.
  public static let gradients: [TestBackdrop] = (0..<6).flatMap { sixth in
    let colour = SIMD3<Double>.saturated(Double(sixth) / 6)
    return [("its complement", .one - colour), ("black", .zero), ("white", .one)].flatMap {
      (name: String, other: SIMD3<Double>) in
      [true, false].map { isVertical in
        TestBackdrop("hue \(sixth * 60)° to \(name), \(isVertical ? "down" : "right")", .gradient) { size in
          TestPictures.tiled(size) { x, y in
            let place =
              isVertical
              ? (Double(y) + 0.5) / Double(size.height) : (Double(x) + 0.5) / Double(size.width)
            return colour + (other - colour) * place
          }
        }
      }
    }
  }

  /// Windows full of letters, dark on light and light on dark.
  public static let texts: [TestBackdrop] = (1...4).flatMap { (seed: UInt64) in
    [
      TestBackdrop("text \(seed)", .text) { TestPictures.text($0, seed: seed) },
      TestBackdrop("inverted text \(seed)", .text) { TestPictures.text($0, seed: seed).inverted() },
    ]
  }

  /// Noise, shapes in pure colours, windows on a wallpaper, and edges between black and white.
  public static let others: [TestBackdrop] =
    (1...3).flatMap { (seed: UInt64) in
      [
        TestBackdrop("noise \(seed)", .other) { TestPictures.noise($0, seed: seed) },
        TestBackdrop("shapes \(seed)", .other) { TestPictures.shapes($0, seed: seed) },
        TestBackdrop("desktop \(seed)", .other) { TestPictures.desktop($0, seed: seed) },
      ]
    }
    + [0.3, 0.5, 0.7].flatMap { share in
      [true, false].map { isVertical in
        TestBackdrop("\(isVertical ? "vertical" : "horizontal") edge at \(share)", .other) { size in
          TestPictures.tiled(size) { x, y in
            (isVertical ? Double(x) / Double(size.width) : Double(y) / Double(size.height)) < share
              ? .zero : .one
          }
        }
      }
    }

  /// All backdrops but the flat ones, 117.
  public static let structured = photos + stripes + checkerboards + gradients + texts + others
}

extension TestPictures {
  /// Makes a picture from the encoded colour of each pixel, 0 … 1.
  static func tiled(_ size: PixelSize, _ colour: (Int, Int) -> SIMD3<Double>) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let value = colour(x, y) * 255 + 0.5
        let first = 4 * (y * size.width + x)
        for channel in 0..<3 { bitmap.bytes[first + channel] = UInt8(value[channel]) }
        bitmap.bytes[first + 3] = 255
      }
    }
    return bitmap
  }
}

extension Bitmap {
  /// The picture with every colour replaced by its complement.
  fileprivate func inverted() -> Bitmap {
    var result = self
    for index in bytes.indices where index % 4 != 3 { result.bytes[index] = 255 - bytes[index] }
    return result
  }
}

/// Many backdrops in one picture, so that they can be drawn over at once.
public struct Mosaic: Sendable {
  public let backdrops: [TestBackdrop]
  public let picture: Bitmap
  /// The rectangles of the backdrops, in pixels of the picture.
  public let tiles: [PixelRect]

  /// Arranges the backdrops in rows that form about a square; the rest of the last row is black.
  public init(_ backdrops: [TestBackdrop], tile: PixelSize) {
    self.backdrops = backdrops
    var columns = 1
    while columns * columns * tile.width < backdrops.count * tile.height { columns += 1 }
    let rows = (backdrops.count + columns - 1) / columns
    var picture = Bitmap(size: PixelSize(width: columns * tile.width, height: rows * tile.height))
    tiles = backdrops.indices.map {
      PixelRect(
        x: $0 % columns * tile.width, y: $0 / columns * tile.height, width: tile.width, height: tile.height)
    }
    picture.fill(PixelRect(picture.size), .zero)
    for (backdrop, place) in zip(backdrops, tiles) {
      picture.draw(backdrop.drawn(tile), x: place.x, y: place.y)
    }
    self.picture = picture
  }

  /// A mosaic of those backdrops for whose index `isIncluded` holds; nil if it holds for none.
  public func filter(_ isIncluded: (Int) -> Bool) -> Mosaic? {
    let included = backdrops.indices.filter(isIncluded).map { backdrops[$0] }
    return included.isEmpty ? nil : Mosaic(included, tile: tiles[0].size)
  }
}
