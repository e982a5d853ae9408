import Geometry
import Rendering
import Scenes
import TestSupport
import Testing
import VisualEffects

/// The light on the edges of glass, compared with a reference in double precision. All figures are in 1/255.
@Suite(.serialized, .everyRenderer) struct EdgeLightPictureTests {
  private static let size = PixelSize(width: 200, height: 76)
  private static let key = ReferenceLight(direction: [0, -1], spread: 90, middle: 0.5, depth: 1)
  private static let fill = ReferenceLight(direction: [0, 1], spread: 80, middle: 0.35, depth: 1)
  /// The strengths of the two lights that the reference has in each pixel, by shapes and depth.
  private static let strengths = References<String, [Double]>()

  private nonisolated static let forms = [
    LitForm("capsule", [PixelRect(x: 12, y: 14, width: 130, height: 40)], radius: 20),
    LitForm("banner", [PixelRect(x: 8, y: 6, width: 170, height: 64)], radius: 20),
    LitForm(
      "merged",
      [PixelRect(x: 8, y: 14, width: 90, height: 40), PixelRect(x: 106, y: 14, width: 80, height: 40)],
      radius: 20),
    LitForm("square", [PixelRect(x: 8, y: 6, width: 60, height: 30)], radius: 0),
    LitForm("corners of 2 px", [PixelRect(x: 8, y: 6, width: 60, height: 30)], radius: 2),
    LitForm("corners of 3 px", [PixelRect(x: 8, y: 6, width: 60, height: 30)], radius: 3),
  ]

  @Test(arguments: forms, [1.0, 1.25, 2]) func `light on an edge is the reference's`(
    form: LitForm, depth: Double
  ) throws {
    let places = (0..<Self.size.height).flatMap { y in
      // A third of all pixels is enough: no column, row or diagonal is left out.
      (0..<Self.size.width).filter { ($0 + 2 * y * y) % 3 == 0 }.map { SIMD2($0, y) }
    }
    let expected = Self.strengths("\(form.name) \(depth)") {
      let shapes = form.reference
      return places.map { place in
        [(Self.key, 0.9), (Self.fill, 0.5)].reduce(0.0) { sum, light in
          var own = light.0
          own.depth = depth
          return sum + 255 * light.1 * own.strength(x: place.x, y: place.y, on: shapes)
        }
      }
    }
    let border = Border(
      width: depth.rounded(), colour: [1, 1, 1, 0], rim: [1, 1, 1, 0.9], lowerRim: [1, 1, 1, 0.5],
      lightDepth: depth)
    // All glass and what is behind it is black, so that a pixel shows the light alone.
    let shown = try OffScreen.preview().picture(
      of: form.scene(Self.size, border), over: TestPictures.flat(Self.size, .zero), scale: 1)
    let wrong = zip(places, expected).compactMap { place, expected in
      let byte = shown.bytes[4 * (place.y * Self.size.width + place.x)]
      return abs(Double(byte) - expected) > Self.tolerance
        ? "\(place.x), \(place.y): \(byte), not \(expected)" : nil
    }
    #expect(wrong.isEmpty)
  }

  /// The edge counts as straight within each pixel, where a corner of 20 px turns by 3°.
  private static let tolerance = 3.0
}

/// Sheets of one look.
nonisolated struct LitForm: Sendable, CustomTestStringConvertible {
  let name: String
  private let frames: [PixelRect]
  private let radius: Double

  init(_ name: String, _ frames: [PixelRect], radius: Double) {
    (self.name, self.frames, self.radius) = (name, frames, radius)
  }

  var testDescription: String { name }

  func scene(_ size: PixelSize, _ border: Border) -> Scene {
    let material = Material(
      name: "black", isDark: false, blurRadius: 10, chain: ColourChain(fill: [0, 0, 0, 1]))
    let sheets = frames.map { frame in
      Node.effect(
        EffectNode(
          frame: frame, material: material, legibility: .off, corners: Corners(radius), border: border))
    }
    return Scene(size: size, nodes: sheets).merged(within: 12)
  }

  var reference: ReferenceMerging {
    let parts = frames.map { ReferenceLens(frame: $0, radius: radius, depth: 20, amount: 60, scale: 1) }
    return ReferenceMerging(parts, distance: 12)
  }
}
