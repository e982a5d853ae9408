import Geometry
import Rendering
import Scenes
import Testing
import VisualEffects

@testable import RenderingCPU

@Suite struct CPUMeasurementTests {
  /// A measurement through glass over 4 × 2 blocks, all of which it covers wholly.
  private func measurement() -> Measurement {
    let frame = PixelRect(x: 0, y: 0, width: 16, height: 8)
    let material = Material(name: "test", isDark: true, blurRadius: 20, chain: .identity)
    let glass = Glass(frame: frame, scale: 1, leak: .standard, material: material)
    return Measurement(.standard, frame: frame, glass.coverage, output: frame.size)
  }

  @Test func `blocks are measured as whole ones exactly while the tolerance is 0`() {
    let measurement = measurement()
    #expect(measurement.kindsOfBlocks().values == Array(repeating: .whole, count: 8))
    measurement.state.conditions.tolerance = 1
    #expect(measurement.kindsOfBlocks().values == Array(repeating: .edge, count: 8))
    measurement.state.conditions.tolerance = 0
    #expect(measurement.kindsOfBlocks().values == Array(repeating: .whole, count: 8))
  }

  @Test(arguments: [0, 1]) func `the kinds of blocks are determined once for each tolerance`(tolerance: Int) {
    let measurement = measurement()
    measurement.state.conditions.tolerance = tolerance
    let kinds = measurement.kindsOfBlocks()
    measurement.state.conditions.tolerance = tolerance
    #expect(measurement.kindsOfBlocks() === kinds)
  }
}
