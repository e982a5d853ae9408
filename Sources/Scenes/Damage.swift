public import Measures

extension Scene {
  /// The parts of a surface that must be drawn again to turn `old` into this scene, none if they are equal.
  ///
  /// Without an old scene, or after a change of size or material, that is the whole surface.
  public func damage(since old: Scene?) -> [PixelRect] {
    guard let old, old.size == size, old.material == material else { return [PixelRect(size)] }
    let kept = Set(old.items).intersection(items)
    let bounds = PixelRect(size)
    return (old.items + items).filter { !kept.contains($0) }
      .map { $0.frame.intersection(bounds) }
      .filter { !$0.isEmpty }
  }
}
