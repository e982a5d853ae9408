import Geometry
public import Scenes
import Symbols
import Views

/// A page of the built-in symbols: each at 16, 24 and 32 pixels, with its name.
public struct SymbolSheet: Sendable {
  /// The font family of the names.
  public var family: String

  public init(family: String) {
    self.family = family
  }

  /// The colour of the page, encoded sRGB.
  public static let paper = ContactSheet.paper

  private static let columns = 4
  private static let sides = [16, 24, 32]

  /// The page, to be drawn over its paper at one physical per logical pixel.
  public func scene(measurer: some TextMeasurer) -> Scene {
    let page = Grid(columns: Self.columns, columnSpacing: 24, rowSpacing: 14, alignment: .topLeading) {
      for name in BuiltInSymbols.names { row(name) }
    }
    .padding(horizontal: 32, vertical: 32)
    return layout(
      page, in: Proposal(), environment: ViewEnvironment(scale: 1, font: "\(family) 10"), measurer: measurer
    ).scene
  }

  private func row(_ name: String) -> ViewTree {
    HStack(spacing: 12) {
      for side in Self.sides {
        if let bitmap = BuiltInSymbols.bitmap(named: name, side: side) {
          Image(bitmap, isTemplate: true).fitted(width: Double(side), height: Double(side))
        }
      }
      Text(name)
    }
    .ink(.colour([0.11, 0.11, 0.12, 1]))
  }
}
