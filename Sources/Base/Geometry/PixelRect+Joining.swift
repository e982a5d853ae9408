extension [PixelRect] {
  /// The number of rectangles from which on it takes too long to compare all of them.
  private static var mostJoined: Int { 64 }

  /// Fewer rectangles that contain all pixels of these: two become one where that adds at most `most` pixels.
  ///
  /// The result may have rectangles that overlap if these do, or if pixels may be added.
  package func joined(adding most: Int = 0) -> [PixelRect] {
    if count > Self.mostJoined { return self }
    return reduce(into: []) { joined, rect in
      var rect = rect
      while let index = joined.firstIndex(where: { $0.union(rect).area <= $0.area + rect.area + most }) {
        rect = rect.union(joined.remove(at: index))
      }
      joined.append(rect)
    }
  }
}
