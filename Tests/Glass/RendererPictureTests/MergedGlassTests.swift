import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

/// Sheets that flow together, compared with a reference in double precision. All figures are in 1/255.
@Suite(.serialized, .everyRenderer) struct MergedGlassTests {
  private static let size = PixelSize(width: 300, height: 90)
  /// The share of each pixel that the sheets cover, by the gap between them.
  private static let coverages = References<Int, [Double]>()

  private static func frames(_ gap: Int) -> [PixelRect] {
    [
      PixelRect(x: 12, y: 14, width: 130, height: 60),
      PixelRect(x: 142 + gap, y: 14, width: 300 - 154 - gap, height: 60),
    ]
  }

  private static func scene(_ gap: Int, _ refraction: Refraction = .none) -> Scene {
    let material = Material(
      name: "glass", isDark: false, blurRadius: 10, chain: .identity, refraction: refraction)
    let sheets = frames(gap).map { frame in
      Node.effect(
        EffectNode(frame: frame, material: material, legibility: .off, corners: Corners(22), content: []))
    }
    return Scene(size: size, nodes: sheets).merged(within: 12)
  }

  private static func reference(_ gap: Int) -> ReferenceMerging {
    let lenses = frames(gap).map {
      ReferenceLens(frame: $0, radius: 22, depth: 20, amount: 60, scale: 1)
    }
    return ReferenceMerging(lenses, distance: 12)
  }

  @Test(arguments: [4, 14]) func `glass that has flowed together is bent as the reference's`(gap: Int)
    throws
  {
    let scene = Self.scene(gap, Refraction(depth: 20, amount: 60))
    #expect(scene.panes.count == 1)
    let reference = Self.reference(gap)
    for subject in [Subject.photo, .shapes] {
      let backdrop = subject.picture(Self.size)
      let shown = try OffScreen.preview().picture(of: scene, over: backdrop, scale: 1)
      let glass = ReferenceGlass(chain: .identity, sigma: 10)
      var (points, indices) = ([SIMD2<Double>](), [Int]())
      for y in 0..<Self.size.height {
        for x in stride(from: y % 5, to: Self.size.width, by: 5) {
          let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
          if reference.field(point) > -1.5 { continue }
          points.append(reference.place(of: point))
          indices.append(y * Self.size.width + x)
        }
      }
      var expected = ReferencePicture(shown)
      for (index, colour) in zip(indices, glass.shown(over: ReferencePicture(backdrop), at: points)) {
        expected[index] = colour
      }
      let difference = PictureDifference(shown, expected)
      if difference.max > 1.5 { Issue.record("\(difference.saved(as: "merged-\(subject)-\(gap)"))") }
    }
  }

  @Test(arguments: [4, 14]) func `the edge of flat glass is the reference's`(gap: Int) throws {
    let scene = Self.scene(gap)
    let coverage = Self.coverages(gap) {
      let reference = Self.reference(gap)
      return (0..<Self.size.width * Self.size.height).map {
        reference.coverage(x: $0 % Self.size.width, y: $0 / Self.size.width)
      }
    }
    let backdrop = TestPictures.flat(Self.size, SIMD3(0.8, 0.5, 0.2))
    var light = scene
    guard case .effect(var sheet)? = scene.nodes.first else { return }
    sheet.material?.chain.fill = [0, 0, 0, 1]
    light.nodes = [.effect(sheet)]
    let shown = try OffScreen.preview().picture(of: light, over: backdrop, scale: 1)
    let wrong = coverage.indices.filter { index in
      abs(Double(shown.bytes[4 * index]) / 255 - 0.8 * (1 - coverage[index])) > 0.05
    }
    #expect(wrong.map { "\($0 % Self.size.width), \($0 / Self.size.width)" }.isEmpty)
  }
}
