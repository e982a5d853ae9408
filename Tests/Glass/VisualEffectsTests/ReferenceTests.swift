import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

/// The references that renderers are tested against, and the plan carried out in double precision.
struct ReferenceTests {
  static let size = PixelSize(width: 230, height: 150)
  static let pictures = [
    "photo": TestPictures.photo(size), "text": TestPictures.text(size), "noise": TestPictures.noise(size),
    "stripes": TestPictures.stripes(size, vertical: true), "shapes": TestPictures.shapes(size),
  ].mapValues(ReferencePicture.init)

  @Test(arguments: [1.0, 3.5])
  func `the reference is a Gaussian over what is inside`(sigma: Double) {
    let size = PixelSize(width: 21, height: 17)
    let picture = ReferencePicture(TestPictures.noise(size))
    let blurred = ReferenceGaussian.blur(picture, sigma: sigma)
    let part = ReferenceGaussian.blur(picture, sigma: sigma, in: PixelRect(x: 3, y: 16, width: 18, height: 1))
    for (x, y) in [(0, 0), (10, 8), (20, 16), (3, 16)] {
      var sum = 0.0
      var weights = 0.0
      for fromY in 0..<17 {
        for fromX in 0..<21 {
          let distance = Double((fromX - x) * (fromX - x) + (fromY - y) * (fromY - y))
          let weight = gaussian(distance / (2 * sigma * sigma))
          sum += weight * picture.planes[1][fromY * 21 + fromX]
          weights += weight
        }
      }
      #expect(abs(blurred.planes[1][y * 21 + x] - sum / weights) < 1e-3)
      if y == 16 { #expect(part.planes[1][x - 3] == blurred.planes[1][y * 21 + x]) }
    }
  }

  @Test(arguments: [1.0, 2, 2.69, 2.7, 3.9, 4.4, 5.8, 8, 12, 19.9, 20, 30, 60, 110])
  func `a plan keeps within one step of the exact Gaussian`(sigma: Double) throws {
    for (name, picture) in Self.pictures {
      let exact = ReferenceGaussian.blur(picture, sigma: sigma)
      let planned = ReferencePlan.shown(over: picture, plan: BlurPlan(sigma: sigma))
      #expect(planned.maxDifference(from: exact) < 0.6, "\(name)")
    }
  }

  @Test(arguments: [(4.0, 2.5), (5, 1.0), (6.2, 0.6)])
  func `a plan held to level 2 keeps near the exact Gaussian`(sigma: Double, most: Double) throws {
    for (name, picture) in Self.pictures {
      let exact = ReferenceGaussian.blur(picture, sigma: sigma)
      let planned = ReferencePlan.shown(over: picture, plan: BlurPlan(sigma: sigma, minimumLevel: 2))
      #expect(planned.maxDifference(from: exact) < most, "\(name)")
    }
  }

  @Test(arguments: [20.0, 30])
  func `glass of smoothed means is nearly glass of binomials`(sigma: Double) throws {
    for name in ["systemMaterialLight", "systemMaterialDark", "systemChromeMaterialDark"] {
      let chain = try #require(Material.named(name, isDark: false)).chain
      for (picture, backdrop) in Self.pictures where picture != "stripes" {
        let exact = ReferenceGlass(chain: chain, sigma: sigma).shown(over: backdrop)
        let binomial = ReferencePlan.shown(over: backdrop, plan: BlurPlan(sigma: sigma), chain: chain)
        let live = ReferencePlan.shown(
          over: backdrop, plan: BlurPlan(sigma: sigma, base: .smoothedMean), chain: chain)
        #expect(binomial.maxDifference(from: exact) < 0.3, "\(name) over \(picture)")
        #expect(live.maxDifference(from: exact) < 0.8, "\(name) over \(picture)")
      }
    }
  }

  @Test func `glass over one colour is the chain`() throws {
    let material = try #require(Material.named("systemMaterialLight", isDark: false))
    let colour = SIMD3(0.9, 0.4, 0.1)
    let backdrop = ReferencePicture(size: Self.size, colour: colour)
    let expected = material.chain.apply(colour) * 255
    for base in [ReferenceGlass.Base.binomial, .mean] {
      let glass = ReferenceGlass(chain: material.chain, sigma: 30, base: base, leak: .standard).shown(
        over: backdrop)
      for channel in 0..<3 {
        #expect(glass.planes[channel].allSatisfy { abs($0 - min(250, expected[channel])) < 1e-9 })
      }
    }
  }

  @Test func `glass that leaves colours is the Gaussian`() {
    let backdrop = ReferencePicture(TestPictures.photo(Self.size))
    let glass = ReferenceGlass(chain: .identity, sigma: 20).shown(over: backdrop)
    #expect(glass.maxDifference(from: ReferenceGaussian.blur(backdrop, sigma: 20)) < 0.2)
  }

  @Test func `a difference says how much and where`() {
    var bitmap = TestPictures.flat(Self.size, [0.2, 0.4, 0.6])
    let expected = ReferencePicture(bitmap)
    bitmap.bytes[4 * (7 * Self.size.width + 5) + 2] += 9
    let difference = PictureDifference(bitmap, expected)
    #expect(difference.max == 9 && difference.worst == (5, 7))
    #expect(difference.maxPerChannel == [0, 0, 9])
    #expect(abs(difference.mean * 3 * 230 * 150 - 9) < 1e-9)
    #expect(PictureDifference(bitmap, expected, in: PixelRect(x: 6, y: 0, width: 9, height: 9)).max == 0)
  }

  /// e^−x by squaring, without the code under test.
  private func gaussian(_ x: Double) -> Double {
    var value = 1 - x / 1_048_576
    for _ in 0..<20 { value *= value }
    return max(value, 0)
  }
}
