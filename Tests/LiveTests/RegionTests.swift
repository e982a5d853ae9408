import Geometry
import HeadlessSession
import TestSupport
import Testing
import Wayland

extension LiveTests {
  @Suite struct RegionTests {
    nonisolated static let geometries =
      ["scale 1", "scale 1.25", "scale 1.5", "scale 2"]
      + [
        "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270",
      ].flatMap { ["transform \($0)", "scale 1.5 transform \($0)"] }

    @Test(arguments: Survey.spread(geometries, every: 2), CaptureProtocol.expected)
    func `regions are panel pixels at any scale and transform`(
      option: String, protocol: CaptureProtocol
    ) throws {
      let sway = try TestSession.start(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let connection = try Connection(displayName: sway.socket)
      defer { connection.close() }
      // A compositor of the user's may have either.
      let output = try connection.firstOutput()
      guard let source = `protocol`.source(connection, of: output) else {
        #expect(TestSession.command != nil)
        return
      }
      try sway.change(option)
      #expect(try option == "scale 1" || connection.wait { output.description.geometry.isChanged })
      let bar = try ColouredBar(connection, height: 20, colour: 0xFFFF_0000)
      bar.paintNoise()
      let whole = try source.pixels(of: nil, connection)
      #expect(whole.size == PixelSize(width: 640, height: 360))
      // Over the bar, where no two regions are alike, and wherever else.
      let telling = output.description.geometry.panelRect(of: PixelRect(x: 2, y: 4, width: 40, height: 30))
      // The first captures find out the regions of a compositor whose regions are not known.
      for _ in 0..<3 {
        for region in [
          telling, PixelRect(x: 601, y: 331, width: 39, height: 29),
          PixelRect(x: 0, y: 0, width: 31, height: 360), PixelRect(x: 0, y: 0, width: 640, height: 31),
        ] {
          let part = try source.pixels(of: region, connection)
          #expect(part.values == whole.cropped(to: region).values, "\(region)")
        }
      }
      #expect(Set(whole.values).count > 100)
      // There sway 1.7 copies what none of our ways to ask explains; whole outputs do.
      if `protocol` == .screencopy, option != "scale 1.5 transform 270" {
        let stride = try source.read(telling, .now, connection) { $0.stride }
        #expect(stride < 640 * 4, "the whole output is captured")
      }
      bar.destroy()
      source.destroy()
    }
  }
}

/// The ways to capture.
nonisolated enum CaptureProtocol: String, CaseIterable, Sendable {
  case screencopy
  case imageCopy

  /// The protocols that the compositor of the tests may have: our own has only the first.
  static let expected = TestSession.command == nil ? [CaptureProtocol.screencopy] : allCases

  /// The source of captures by this protocol; nil if the compositor does not have it.
  @MainActor func source(_ connection: Connection, of output: Output) -> (any CaptureSource)? {
    switch self {
    case .screencopy: try? ScreencopySource(connection, of: output)
    case .imageCopy: try? ImageCopySource(connection, of: output)
    }
  }
}

extension OutputGeometry {
  fileprivate var isChanged: Bool { scale != 1 || transform != .normal }
}
