import Measures
import Scenes
import TestSupport
import VisualEffects

@testable import Rendering

/// One sheet of empty glass on a simulated output, captured and drawn as in a session.
final class LiveStage {
  let renderer: GLESOutputRenderer
  let glass: Glass
  var output: SimulatedOutput
  private let id = SurfaceID(1)
  private let context: GraphicsContext

  /// Opens the glass over `background`, which is known before the first drawing, as before the first map.
  init(_ background: Bitmap, frame: PixelRect, material: Material, scale: Double = 1, leak: Leak) throws {
    context = try unsafe GraphicsContext(display: nil)
    glass = Glass(frame: frame, scale: scale, material: material, leak: leak)
    output = SimulatedOutput(background: background)
    renderer = try GLESOutputRenderer(context, output: background.size) { _ in
      Bitmap(size: PixelSize(width: 1, height: 1))
    }
    try renderer.openSurface(id, window: nil, glass: glass)
    let whole = PixelRect(background.size)
    try withCapture(whole) { try renderer.setBackground(.frame($0)) }
    try draw()
  }

  /// The σ of the whole in pixels.
  var sigma: Double { glass.material.blurRadius * glass.scale }

  /// Draws what has changed and shows it; false if nothing had.
  @discardableResult func draw() throws -> Bool {
    let scene = Scene(size: glass.frame.size, material: glass.material, items: [])
    guard try renderer.draw(id, scene) else { return false }
    guard let content = renderer.submitted(id) else { preconditionFailure("nothing submitted") }
    output.surfaces = [.init(frame: glass.frame, leak: glass.leak, content: content)]
    return true
  }

  /// Lets the renderer see the output.
  @discardableResult func absorb() throws -> Absorption {
    let region = renderer.captureRegion
    return try withCapture(region) { try renderer.absorb($0, damage: region, isTrial: false) }
  }

  /// Captures and draws until nothing moves; how many captures that took, nil if it does not end.
  @discardableResult func settle() throws -> Int? {
    for count in 1...5 {
      let absorption = try absorb()
      let hasDrawn = try draw()
      if !absorption.hasMoved, !hasDrawn { return count }
    }
    return nil
  }

  func snapshot() throws -> Bitmap { try renderer.snapshot(id) }

  /// What is on the output where the glass is.
  var shown: Bitmap { output.shown(glass.frame) }

  /// What should be there.
  var expected: ReferencePicture {
    ReferenceGlass(chain: glass.material.chain, sigma: sigma, leak: glass.leak)
      .shown(over: ReferencePicture(output.background), in: glass.frame)
  }

  private func withCapture<Result>(
    _ region: PixelRect, _ body: (CapturedPixels) throws -> Result
  ) throws -> Result {
    let bytes = output.capture(region, padding: 8)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(
        CapturedPixels(
          bytes: $0, region: region, stride: region.width * 4 + 8, format: .bgrx, isYInverted: false))
    }
  }
}
