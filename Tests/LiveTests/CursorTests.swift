import Geometry
import GlassModel
import HeadlessSession
import LiveGlass
import Loop
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Tests of the cursor's shapes over surfaces of ours.
  @Suite struct CursorTests {
    /// The part of the output where everything happens.
    private func capture(_ stage: GlassStage) throws -> Bitmap {
      let scale = stage.output.scale
      return try stage.client.capture(
        PixelRect(x: 0, y: 0, width: Int(320 * scale), height: Int(280 * scale)))
    }

    /// Returns the place of the cursor and its pixels there, once it stays and differs from `former`, or is the same
    /// as `wanted`.
    private func cursor(
      _ stage: GlassStage, without background: Bitmap, otherThan former: Bitmap? = nil,
      like wanted: Bitmap? = nil
    ) throws -> (PixelRect, Bitmap) {
      var seen: [Bitmap] = []
      var found: (PixelRect, Bitmap)?
      try stage.run("a cursor that stays") {
        for _ in 0..<3 { stage.loop.serveForAMoment() }
        seen.append(try capture(stage))
        guard seen.count > 3, seen.suffix(3).allSatisfy({ $0 == seen.last && $0 != background }) else {
          return false
        }
        let place = seen.last!.boundsOfDifference(from: background)
        found = (place, seen.last!.cropped(to: place))
        return found?.1 != former && (wanted == nil || found?.1 == wanted)
      }
      return found!
    }

    @Test(arguments: [1.0, 2, 1.5]) func `each shape is shown at its place, as large as elsewhere`(
      scale: Double
    ) throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      stage.client.includesCursor = true
      if scale != 1 {
        try stage.sway.message("output HEADLESS-1 scale \(scale)")
        try stage.run("another scale") { stage.output.scale == scale }
        try stage.client.wait("another scale") { stage.client.output.description.realScale == scale }
      }
      // One colour, in which any cursor is seen.
      var placement = SurfacePlacement(anchors: [.top, .left], width: 200, height: 200)
      placement.margins = .init(top: 60, left: 100)
      stage.session.backdrop = BackdropPolicy(isLive: false)
      let surface = stage.output.open(placement, content: GlassStage.sheet())
      let sheet = PixelRect(
        x: Int(100 * scale), y: Int(60 * scale), width: Int(200 * scale), height: Int(200 * scale))
      var background = try capture(stage)
      try stage.run("a surface") {
        background = try capture(stage)
        let seen = background.cropped(to: sheet)
        return surface.isShown && seen.bytes.indices.allSatisfy { seen.bytes[$0] == seen.bytes[$0 % 4] }
      }
      let pointer = try VirtualPointer(stage.client)
      let layout = LogicalSize(width: 1280 / scale, height: 720 / scale)
      try pointer.move(x: 200, y: 160, in: layout)
      var pictures: [Bitmap] = []
      for shape in CursorShape.allCases {
        surface.cursor = shape
        // The first three are told apart below.
        let former = (1...2).contains(pictures.count) ? pictures.last : nil
        let (place, picture) = try cursor(stage, without: background, otherThan: former)
        pictures.append(picture)
        // 24 logical pixels, of which cursors fill the most.
        let length = Double(max(place.width, place.height)) / scale
        #expect((10...32).contains(length), "\(shape): \(place)")
        #expect(
          place.outset(by: 2).contains(
            PixelRect(x: Int(200 * scale), y: Int(160 * scale), width: 1, height: 1)),
          "\(shape): \(place)")
        // Nothing of the surface changes around it.
        #expect(Double(max(place.width, place.height)) <= 32 * scale, "\(shape): \(place)")
      }
      #expect(pictures[0] != pictures[1] && pictures[1] != pictures[2] && pictures[0] != pictures[2])
      // The same shape as the compositor's own cursor beside the surface has the same size.
      surface.cursor = .default
      let (place, _) = try cursor(stage, without: background, like: pictures[0])
      try pointer.move(x: 60, y: 160, in: layout)
      let (own, _) = try cursor(stage, without: background)
      #expect(abs(own.height - place.height) <= 2 && abs(own.width - place.width) <= 2, "\(own) \(place)")
    }
  }
}
