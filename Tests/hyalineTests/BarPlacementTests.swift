import Measures
import Settings
import Testing
import Wayland

@testable import hyaline

@Suite struct BarPlacementTests {
  static let output = {
    var output = OutputDescription()
    output.mode = PixelSize(width: 2560, height: 1440)
    output.integerScale = 2
    return output
  }()

  @Test(arguments: [
    (1280.0, 32.0, 2560, 64),
    // Mir's first event, before it has placed the bar.
    (0, 32, 2560, 64),
    (1000, 0, 2000, 60),
    (0, 0, 2560, 60),
  ])
  func `a side that the compositor leaves to us has the expected length`(
    width: Double, height: Double, pixelWidth: Int, pixelHeight: Int
  ) {
    var bar = BarSettings()
    bar.height = 30
    let placement = BarPlacement(bar, on: Self.output)
    let size = placement.size(answering: LogicalSize(width: width, height: height))
    #expect(size == PixelSize(width: pixelWidth, height: pixelHeight))
  }
}
