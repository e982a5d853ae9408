import Geometry
public import Scenes
import Views

/// A page of the built-in symbols: each at the sizes of bars, menus and panels, with its name, in dark ink on paper and in
/// light ink on a dark ground.
public struct SymbolSheet: Sendable {
  /// The font family of the names.
  public var family: String

  public init(family: String) {
    self.family = family
  }

  /// The colour of the page, encoded sRGB.
  public static let paper = ContactSheet.paper

  private static let columns = 3
  /// The sides in pixels: 16, 20 and 24 points at scales of 1, 1.25 and 2.
  private static let sides = [16, 20, 24, 25, 30, 32, 40, 48]
  private static let black: ViewInk = .colour([0.11, 0.11, 0.12, 1])
  private static let white: ViewInk = .colour([0.98, 0.98, 0.99, 1])

  /// The page, to be drawn over its paper at one physical per logical pixel.
  public func scene(measurer: some TextMeasurer) -> Scene {
    let page = VStack(alignment: .leading) {
      symbols(ink: Self.black)
      symbols(ink: Self.white).background { Fill(Self.black) }
    }
    return layout(
      page, in: Proposal(), environment: ViewEnvironment(scale: 1, font: "\(family) 10"), measurer: measurer
    ).scene
  }

  private func symbols(ink: ViewInk) -> ViewTree {
    Grid(columns: Self.columns, columnSpacing: 24, rowSpacing: 8, alignment: .topLeading) {
      for name in BuiltInSymbols.names { row(name) }
    }
    .padding(horizontal: 32, vertical: 32).ink(ink)
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
    .body
  }
}
