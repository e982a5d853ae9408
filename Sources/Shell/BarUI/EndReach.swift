import Geometry
import Views

/// The room between the ends of a bar and its first and last module, which belongs to these modules.
struct EndReach: Sendable {
  /// The extent of all modules along the bar, in physical pixels of the surface.
  private let modules: Range<Double>
  /// The length of the room at either end, in physical pixels.
  private let length: Double
  private let isLevel: Bool

  /// Makes the room of a layout; nil if it has no modules.
  init?(_ layout: LaidOutView, length: Double, isLevel: Bool) {
    let frames = layout.identities.filter { $0.key.value is BarItem }.map(\.frame)
    guard let start = frames.map({ isLevel ? $0.x : $0.y }).min(),
      let end = frames.map({ isLevel ? $0.maxX : $0.maxY }).max(), start < end
    else { return nil }
    (modules, self.length, self.isLevel) = (Double(start)..<Double(end), length.rounded(.up), isLevel)
  }

  /// The place on a module for a place in the room beside it; any other place stays.
  func place(_ x: Double, _ y: Double) -> (Double, Double) {
    let along = isLevel ? x : y
    var place = along
    if along < modules.lowerBound, along >= modules.lowerBound - length { place = modules.lowerBound }
    // The end itself is not on the last module any more.
    if along >= modules.upperBound, along <= modules.upperBound + length { place = modules.upperBound - 0.5 }
    return isLevel ? (place, y) : (x, place)
  }
}
