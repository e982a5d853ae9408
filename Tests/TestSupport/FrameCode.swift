public import Geometry
public import Scenes

/// A number in a picture that can be read from a capture of it: white and black squares, in which the opposite of
/// each bit follows it.
public enum FrameCode {
  /// The size of the code of a number.
  public static let size = PixelSize(width: 2 * bits * side, height: side)
  private static let bits = 16
  private static let side = 8

  public static func draw(_ number: Int, into picture: inout Bitmap, x: Int, y: Int) {
    precondition(number >> bits == 0, "\(number) has more than \(bits) bits")
    for place in 0..<2 * bits {
      let isWhite = (number >> (place / 2)) & 1 == (place + 1) & 1
      let square = PixelRect(x: x + place * side, y: y, width: side, height: side)
      picture.fill(square, isWhite ? .one : .zero)
    }
  }

  /// The number whose code lies at (`x`, `y`); nil if there is none.
  public static func read(from picture: Bitmap, x: Int, y: Int) -> Int? {
    func isWhite(_ place: Int) -> Bool {
      picture.bytes[((y + side / 2) * picture.size.width + x + place * side + side / 2) * 4] > 127
    }
    var number = 0
    for bit in 0..<bits {
      guard isWhite(2 * bit) != isWhite(2 * bit + 1) else { return nil }
      if isWhite(2 * bit) { number |= 1 << bit }
    }
    return number
  }
}
