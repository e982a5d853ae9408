import Geometry
public import Scenes

extension Bitmap {
  /// Reads a binary PPM with 8 bits per channel, as grim writes it; nil if the bytes are not one.
  public init?(ppm: [UInt8]) {
    var position = 0
    func word() -> String {
      let start = position
      while position < ppm.count, ppm[position] > 32 { position += 1 }
      defer { position += 1 }
      return String(decoding: ppm[start..<position], as: UTF8.self)
    }
    guard word() == "P6", let width = Int(word()), let height = Int(word()), word() == "255",
      ppm.count == position + width * height * 3
    else { return nil }
    self.init(size: PixelSize(width: width, height: height))
    for pixel in 0..<width * height {
      for channel in 0..<3 { bytes[pixel * 4 + channel] = ppm[position + pixel * 3 + channel] }
      bytes[pixel * 4 + 3] = 255
    }
  }
}
