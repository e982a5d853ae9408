import Measures
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

@Suite(.serialized) struct SeveralSurfacesTests {
  private static let size = PixelSize(width: 210, height: 150)

  /// Two sheets in each other's margins, or side by side in the same blocks, of one or of two materials.
  @Test(arguments: [1.0, 2.0], [10, 2, 1, 0])
  func neighboursAreUnblendedNotBlurred(saturation: Double, distance: Int) throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    let renderer = try GLESOutputRenderer(context, output: Self.size) { _ in
      TextBitmap(size: PixelSize(width: 1, height: 1), coverage: [0])
    }
    defer { renderer.destroy() }
    let frames = [
      PixelRect(x: 0, y: 0, width: 210, height: 30),
      PixelRect(x: 12, y: 30 + distance, width: 121, height: 37),
    ]
    let glasses = frames.enumerated().map { index, frame in
      Glass(
        frame: frame, scale: 1, leak: .standard,
        material: Material(
          name: "\(index)", isDark: true, blurRadius: 12,
          chain: ColourChain(saturation: index == 0 ? 1 : saturation, brightness: -0.2)))
    }
    var output = SimulatedOutput(background: TestPictures.desktop(Self.size))
    for (index, glass) in glasses.enumerated() {
      try renderer.openSurface(SurfaceID(index), window: nil, glass: glass)
    }
    let whole = PixelRect(Self.size)
    try output.hand(whole) { try renderer.setBackground(.frame($0)) }
    try draw(renderer, glasses, &output)
    let known = try (0..<2).map { try renderer.snapshot(SurfaceID($0)) }
    for _ in 0..<3 {
      let told = try output.hand(renderer.captureRegion) {
        try renderer.absorb($0, damage: whole, isTrial: false)
      }
      #expect(told.validity == [SurfaceID(0): 1, SurfaceID(1): 1])
      if !told.hasMoved { break }
      try draw(renderer, glasses, &output)
    }
    // It stays so.
    let last = try output.hand(renderer.captureRegion) {
      try renderer.absorb($0, damage: whole, isTrial: false)
    }
    #expect(!last.hasMoved)
    for index in 0..<2 {
      let difference = PictureDifference(
        try renderer.snapshot(SurfaceID(index)), ReferencePicture(known[index]))
      #expect(difference.max <= 3 && difference.mean <= 0.5, "\(index): \(difference)")
    }
    let count = context.liveObjectCount
    try renderer.openSurface(SurfaceID(2), window: nil, glass: glasses[0])
    renderer.closeSurface(SurfaceID(2))
    #expect(context.liveObjectCount == count)
  }

  private func draw(
    _ renderer: GLESOutputRenderer, _ glasses: [Glass], _ output: inout SimulatedOutput
  ) throws {
    output.surfaces = try glasses.enumerated().map { index, glass in
      _ = try renderer.draw(
        SurfaceID(index), Scene(size: glass.frame.size, material: glass.panes[0].material, legibility: .off))
      let content = try #require(renderer.submitted(SurfaceID(index)))
      return SimulatedOutput.Surface(frame: glass.frame, leak: glass.leak, content: content)
    }
  }
}

extension SimulatedOutput {
  /// Hands a capture of `region` to `body`.
  func hand<Result>(
    _ region: PixelRect, _ body: (CapturedPixels) throws -> Result
  ) rethrows -> Result {
    let bytes = capture(region)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(
        CapturedPixels(
          bytes: $0, region: region, stride: region.width * 4, format: .bgrx, isYInverted: false))
    }
  }
}
