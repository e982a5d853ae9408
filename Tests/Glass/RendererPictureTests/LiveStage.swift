import Geometry
import Scenes
import TestSupport
import VisualEffects

@testable import Rendering
@testable import RenderingCPU
@testable import RenderingGLES

/// One sheet of glass on a simulated output, captured and drawn as in a session.
final class LiveStage {
  let renderer: any InspectedRenderer
  let id = SurfaceID(1)
  private(set) var glass: Glass
  var items: [TextNode]
  var legibility = Legibility.off
  /// Nodes below the items.
  var content: [Node] = []
  var output: SimulatedOutput
  /// The order of bytes in captures.
  var format = CaptureFormat.bgrx
  var isYInverted = false
  var transform = OutputTransform.normal

  /// Opens the glass over `background`, which is known before the first drawing, except in the part `former`, where
  /// the screen is black.
  init(
    _ background: Bitmap, frame: PixelRect, material: Material, scale: Double = 1, leak: Leak,
    items: [TextNode] = [], over former: PixelRect = .empty
  ) throws {
    glass = Glass(frame: frame, scale: scale, leak: leak, material: material)
    self.items = items
    output = SimulatedOutput(background: background)
    renderer = try OffScreen.renderer(output: background.size)
    for y in former.y..<former.maxY {
      for x in former.x..<former.maxX {
        for channel in 0..<3 { output.background.bytes[(y * background.size.width + x) * 4 + channel] = 0 }
      }
    }
    try open(over: former)
  }

  /// A stage with a bar over a desktop, in a dark material.
  static func bar(
    frame: PixelRect = PixelRect(x: 0, y: 0, width: 210, height: 32), leak: Leak = .standard,
    sigma: Double = 12, background: Bitmap = TestPictures.desktop(PixelSize(width: 210, height: 150)),
    items: [TextNode] = []
  ) throws -> LiveStage {
    let material = Material(
      name: "test", isDark: true, blurRadius: sigma, chain: ColourChain(saturation: 1.2, brightness: -0.05))
    return try LiveStage(background, frame: frame, material: material, leak: leak, items: items)
  }

  isolated deinit {
    renderer.destroy()
  }

  /// Closes the glass and opens it again.
  func reopen() throws {
    renderer.closeSurface(id)
    output.surfaces = []
    try open()
  }

  private func open(over former: PixelRect = .empty) throws {
    try renderer.openSurface(id, window: nil, glass: glass, over: former)
    try withCapture(PixelRect(output.background.size)) { try renderer.setBackground(.frame($0)) }
    try draw()
  }

  /// Draws the glass with other properties or at another place.
  func restyle(_ new: Glass) throws {
    try renderer.updateSurface(id, glass: new)
    glass = new
    try draw()
  }

  /// Draws with another radius, which the renderer learns from the scene alone.
  func widen(sigma: Double) throws {
    glass.panes[0].material.blurRadius = sigma
    try draw()
  }

  /// Standard deviation of the whole blur in pixels.
  var sigma: Double { glass.panes[0].material.blurRadius * glass.scale }

  /// Draws the changes and shows them; returns false if there were none.
  @discardableResult func draw() throws -> Bool {
    let scene = Scene(
      size: glass.frame.size, material: glass.panes[0].material, legibility: legibility,
      content: content + items.map(Node.text))
    guard try renderer.draw(id, scene) else { return false }
    guard let content = renderer.submitted(id) else { preconditionFailure("nothing submitted") }
    output.surfaces = [.init(frame: glass.frame, leak: glass.leak, content: content)]
    return true
  }

  /// Gives the renderer a capture of the output, of which `damage` (nil: all that it requests) has changed.
  @discardableResult func absorb(_ damage: PixelRect? = nil, isTrial: Bool = false) throws -> Absorption {
    let region = renderer.captureRegion
    return try withCapture(region) {
      try renderer.absorb($0, damage: damage ?? region, isTrial: isTrial)
    }
  }

  /// Captures and draws until nothing moves; returns the number of captures, nil if five are not enough.
  @discardableResult func settle() throws -> Int? {
    for count in 1...5 {
      let absorption = try absorb()
      let hasDrawn = try draw()
      if !absorption.hasMoved, !hasDrawn { return count }
    }
    return nil
  }

  func snapshot() throws -> Bitmap { try renderer.snapshot(id) }

  /// The part of the output where the glass lies.
  var shown: Bitmap { output.shown(glass.frame) }

  /// The expected look of that part.
  var expected: ReferencePicture {
    ReferenceGlass(chain: glass.panes[0].material.chain, sigma: sigma, leak: glass.leak)
      .shown(over: ReferencePicture(output.background), in: glass.frame)
  }

  private func withCapture<Result>(
    _ region: PixelRect, _ body: (CapturedPixels) throws -> Result
  ) throws -> Result {
    let bytes = output.capture(
      region, transform: transform, isBlueFirst: format == .bgrx, isYInverted: isYInverted, padding: 8)
    return try unsafe bytes.withUnsafeBytes {
      try unsafe body(
        CapturedPixels(
          bytes: $0, region: region, transform: transform,
          stride: transform.turned(region.size).width * 4 + 8, format: format, isYInverted: isYInverted))
    }
  }
}
