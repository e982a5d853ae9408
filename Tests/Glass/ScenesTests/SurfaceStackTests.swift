import Geometry
import Testing
import VisualEffects

@testable import Scenes

@Suite struct SurfaceStackTests {
  private static let material = Material(
    name: "test", isDark: true, blurRadius: 10, chain: ColourChain(saturation: 1, brightness: 0))

  /// A strip of 80 × 20 pixels, and over its lower half a surface with one sheet inset by 4 pixels.
  private static func stack(
    upper isLive: Bool = true, lower isLowerLive: Bool = true, corners: Double = 0, alpha: Double = 1
  ) -> SurfaceStack {
    let strip = Scene(size: PixelSize(width: 80, height: 20), material: material)
    let sheet = EffectNode(
      frame: PixelRect(x: 4, y: 4, width: 32, height: 32), material: material, corners: Corners(corners),
      shadows: [Shadow(sigma: 2, offsetY: 1, colour: [0, 0, 0, 0.5])], alpha: alpha)
    let banner = Scene(size: PixelSize(width: 40, height: 40), nodes: [.effect(sheet)])
    return SurfaceStack([
      .init(id: SurfaceID(1), frame: PixelRect(strip.size), scene: strip, isLive: isLowerLive),
      .init(
        id: SurfaceID(2), frame: PixelRect(x: 20, y: 10, width: 40, height: 40), scene: banner,
        isLive: isLive),
    ])
  }

  @Test(arguments: [true, false])
  func `what live glass covers is cut out below, and what it leaves is cut out of its own surface`(
    isLowerLive: Bool
  ) throws {
    let overlaps = Self.stack(lower: isLowerLive).overlaps()
    let (lower, upper) = (try #require(overlaps[SurfaceID(1)]), try #require(overlaps[SurfaceID(2)]))
    for y in 0..<20 {
      for x in 0..<80 {
        let isSheet = (24..<56).contains(x) && y >= 14
        #expect(lower.mask.role(x: x, y: y) == (isSheet ? .cut : .own))
        guard (20..<60).contains(x), y >= 10 else { continue }
        #expect(upper.mask.role(x: x - 20, y: y - 10) == (isSheet ? .own : .cut))
      }
    }
    #expect(upper.mask.role(x: 0, y: 39) == .own)
    #expect(lower.mask.parts == [PixelRect(x: 20, y: 10, width: 40, height: 10)])
    #expect(upper.mask.parts == [PixelRect(x: 0, y: 0, width: 40, height: 10)])
  }

  @Test func `antialiased pixels are shared`() throws {
    let overlaps = Self.stack(corners: 8).overlaps()
    let coverage = GlassCoverage(
      [
        Pane(
          frame: PixelRect(x: 4, y: 4, width: 32, height: 32), material: Self.material, corners: Corners(8))
      ],
      size: PixelSize(width: 40, height: 40))
    for y in 0..<10 {
      for x in 0..<40 {
        let share = coverage.coverage(x: x, y: y)
        let (lower, upper): (OverlapMask.Role, OverlapMask.Role) =
          share == 0 ? (.own, .cut) : share == 255 ? (.cut, .own) : (.shared, .shared)
        #expect(overlaps[SurfaceID(1)]?.mask.role(x: x + 20, y: y + 10) == lower)
        #expect(overlaps[SurfaceID(2)]?.mask.role(x: x, y: y) == upper)
      }
    }
  }

  @Test func `the shadow of the upper one falls on the lower one, which draws it`() throws {
    let overlaps = Self.stack().overlaps()
    guard case .effect(let shade)? = overlaps[SurfaceID(1)]?.shadows.first else {
      Issue.record("no shadow")
      return
    }
    #expect(shade.frame == PixelRect(x: 24, y: 14, width: 32, height: 32) && shade.material == nil)
    #expect(shade.shadows.first?.sigma == 2)
    #expect(overlaps[SurfaceID(2)]?.shadows == [])
  }

  @Test func `frozen glass cuts nothing out, and neither does what is seen through`() throws {
    // Nothing is measured where it may lie over a live surface.
    let frozen = Self.stack(upper: false).overlaps()
    #expect(Array(frozen.keys) == [SurfaceID(1)] && frozen[SurfaceID(1)]?.shadows == [])
    let mask = try #require(frozen[SurfaceID(1)]?.mask)
    for y in 0..<20 {
      for x in 0..<80 {
        #expect(mask.role(x: x, y: y) == ((20..<60).contains(x) && y >= 10 ? .shared : .own))
      }
    }
    #expect(mask.parts == [PixelRect(x: 20, y: 10, width: 40, height: 10)])
    #expect(Self.stack(upper: false, lower: false).overlaps().isEmpty)
    let translucent = Self.stack(alpha: 0.5).overlaps()
    #expect(translucent[SurfaceID(1)]?.mask.role(x: 30, y: 16) == .shared)
    #expect(translucent[SurfaceID(2)]?.mask.role(x: 10, y: 6) == .shared)
  }

  @Test func `of three, each pixel is shown by one`() throws {
    var stack = Self.stack()
    let scene = Scene(size: PixelSize(width: 10, height: 10), material: Self.material)
    stack.layers.append(
      .init(
        id: SurfaceID(3), frame: PixelRect(x: 28, y: 12, width: 10, height: 10), scene: scene, isLive: true))
    let overlaps = stack.overlaps()
    for y in 0..<20 {
      for x in 0..<80 {
        var owners = 0
        for layer in stack.layers {
          let (column, row) = (x - layer.frame.x, y - layer.frame.y)
          guard (0..<layer.frame.width).contains(column), (0..<layer.frame.height).contains(row) else {
            continue
          }
          if overlaps[layer.id]?.mask.role(x: column, y: row) == .own { owners += 1 }
        }
        #expect(owners == 1, "\(x), \(y)")
      }
    }
  }
}
