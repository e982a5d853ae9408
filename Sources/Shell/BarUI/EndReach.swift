import Geometry
import Scenes
import Views

/// The room between the ends of a sheet of a bar and the first and last module on it, which belongs to these modules.
struct EndReach: Sendable {
  /// A sheet with modules on it.
  private struct Sheet {
    /// The extent of the sheet along the bar, in physical pixels of the surface.
    var extent: Range<Double>
    /// The extent of its modules along the bar, in physical pixels of the surface.
    var modules: Range<Double>
  }

  private let sheets: [Sheet]
  /// The length of the room at either end, in physical pixels.
  private let length: Double
  private let isLevel: Bool

  /// Makes the room of a layout; nil if it has no modules on glass.
  init?(_ layout: LaidOutView, length: Double, isLevel: Bool) {
    func extent(_ frame: PixelRect) -> Range<Double> {
      isLevel ? Double(frame.x)..<Double(frame.maxX) : Double(frame.y)..<Double(frame.maxY)
    }
    let frames = layout.identities.filter { $0.key.value is BarItem }.map { extent($0.frame) }
      .filter { !$0.isEmpty }
    sheets = layout.scene.panes.compactMap { pane in
      let sheet = extent(pane.frame)
      let modules = frames.filter { sheet.contains(($0.lowerBound + $0.upperBound) / 2) }
      guard let start = modules.map(\.lowerBound).min(), let end = modules.map(\.upperBound).max() else {
        return nil
      }
      return Sheet(extent: sheet, modules: start..<end)
    }
    if sheets.isEmpty { return nil }
    (self.length, self.isLevel) = (length.rounded(.up), isLevel)
  }

  /// The place on a module for a place in the room beside it; any other place stays.
  func place(_ x: Double, _ y: Double) -> (Double, Double) {
    let along = isLevel ? x : y
    guard let sheet = sheets.first(where: { along >= $0.extent.lowerBound && along <= $0.extent.upperBound })
    else { return (x, y) }
    let modules = sheet.modules
    var place = along
    if along < modules.lowerBound, along >= modules.lowerBound - length { place = modules.lowerBound }
    // The end itself is not on the last module any more.
    if along >= modules.upperBound, along <= modules.upperBound + length { place = modules.upperBound - 0.5 }
    return isLevel ? (place, y) : (x, place)
  }
}
