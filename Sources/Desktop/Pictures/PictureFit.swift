import Geometry

/// The size to decode a picture to, and the limits that its header has to keep.
nonisolated struct PictureFit {
  /// The side of the square that the picture has to fit into, in pixels; nil if it keeps its size.
  var side: Int?
  var limit: Picture.Limit

  /// The size to decode a picture of the size `own` to: a smaller picture keeps its size.
  func size(of own: PixelSize) throws(PictureError.Reason) -> PixelSize {
    try check(own)
    guard let side, max(own.width, own.height) > side else { return own }
    return scaled(Double(own.width), Double(own.height), to: side)
  }

  /// The size to draw a drawing in, which fills the square; `own` is the size that it asks for, if any.
  func size(ofDrawing own: (width: Double, height: Double)?) throws(PictureError.Reason) -> PixelSize {
    let isUsable = own.map { [$0.width, $0.height].allSatisfy { $0 > 0 && $0 < 1e9 } } ?? false
    if let side {
      guard let own, isUsable else { return PixelSize(width: side, height: side) }
      return scaled(own.width, own.height, to: side)
    }
    guard let own, isUsable else { throw .damaged("the drawing has no size") }
    let size = PixelSize(
      width: max(1, Int(own.width.rounded(.up))), height: max(1, Int(own.height.rounded(.up))))
    try check(size)
    return size
  }

  private func check(_ size: PixelSize) throws(PictureError.Reason) {
    guard max(size.width, size.height) <= limit.side, size.width * size.height * 4 <= limit.bytes else {
      throw .tooLarge(width: size.width, height: size.height)
    }
  }

  private func scaled(_ width: Double, _ height: Double, to side: Int) -> PixelSize {
    let longest = max(width, height)
    func scaled(_ length: Double) -> Int { max(1, Int((length / longest * Double(side)).rounded())) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}
