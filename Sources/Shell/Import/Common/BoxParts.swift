/// The parts of boxes in the order of CSS.
enum BoxParts {
  static let sides = ["top", "right", "bottom", "left"]
  static let corners = ["top-left", "top-right", "bottom-right", "bottom-left"]
}

extension Array {
  /// The values for all sides, or for all corners, of one to four in the order of CSS; nil for other numbers of values.
  var clockwise: [Element]? {
    guard let first, count <= 4 else { return nil }
    let second = count > 1 ? self[1] : first
    return [first, second, count > 2 ? self[2] : first, count > 3 ? self[3] : second]
  }
}
