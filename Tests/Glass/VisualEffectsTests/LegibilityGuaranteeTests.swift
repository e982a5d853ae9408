import Geometry
import TestSupport
import Testing
import VisualEffects

/// The guarantee by the reference alone: any material, any ink, any neighbour.
struct LegibilityGuaranteeTests {
  static let seed: UInt64 = DailySeeds.first(1)[0]
  static let texts: [VibrancyEffect.Style] = [.label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel]

  @Test(arguments: [(SIMD3(1, 0.27, 0.23), true), (SIMD3(0.84, 0.08, 0.05), false)])
  func `red ink keeps its hue on the brightest or darkest material that it needs`(
    red: SIMD3<Double>, isDark: Bool
  ) throws {
    let kept = try #require(Legibility.keptLuminance(of: red, isDark: isDark))
    let bounds = try #require(Legibility.standard.bounds(isDark: isDark, inkLuminance: kept))
    let shown = bounds.limited(red, promised: 4.5, beside: bounds.luminance...bounds.luminance)
    #expect(shown.x - max(shown.y, shown.z) > 0.3, "\(shown)")
    #expect(Luminance.contrast(Luminance.of(shown), bounds.luminance) >= 4.5)
    #expect(Legibility.keptLuminance(of: SIMD3(repeating: 0.5), isDark: isDark) == nil)
  }

  @Test(arguments: [false, true], [ShownRange.full, ShownRange(.standard), ShownRange(.fine)])
  func `finished material is within the bounds and no more than needed`(isDark: Bool, range: ShownRange)
    throws
  {
    var random = SplitMix(seed: Self.seed)
    for contrast in [3, 4.5, 7] {
      let bounds = try #require(Legibility(contrast: contrast).bounds(isDark: isDark, range: range))
      for _ in 0..<2000 {
        let colour = random.colour(within: -0.2...1.2)
        let shown = colour.clamped(
          lowerBound: SIMD3(repeating: range.black), upperBound: SIMD3(repeating: range.white))
        let before = Luminance.of(shown)
        let after = Luminance.of(bounds.filled(colour))
        let isFine = isDark ? before <= bounds.luminance : before >= bounds.luminance
        #expect(abs(after - (isFine ? before : bounds.luminance)) < 1e-9, "\(colour), seed \(Self.seed)")
      }
    }
  }

  @Test(arguments: [false, true], [ShownRange.full, ShownRange(.standard), ShownRange(.fine)])
  func `every ink reaches its contrast after rounding`(isDark: Bool, range: ShownRange) throws {
    var random = SplitMix(seed: Self.seed)
    for legibility in [Legibility.standard, .enhanced] {
      let leastInk = VibrancyEffect.Style.secondaryLabel.level(isDark: isDark, legibility: legibility)
      for least in [1, leastInk] {
        let bounds = try #require(legibility.bounds(isDark: isDark, leastInk: least, range: range))
        for _ in 0..<300 {
          let materials = (0..<2).map { _ in bounds.filled(random.colour(within: 0...1)) }
          let luminances = materials.map { Luminance.of($0) }
          let surroundings = luminances.min()!...luminances.max()!
          for style in Self.texts {
            let promised = try #require(legibility.contrast(of: style))
            let ink = bounds.limited(
              style.ink(over: materials[0], isDark: isDark, legibility: legibility), promised: promised,
              beside: surroundings)
            check(ink, materials, promised, &random, "\(style)")
          }
          // Colours of one's own are moved just the same.
          let own = random.colour(within: 0...1)
          let opacity = random.unit()
          let mixed = materials[0] + (own - materials[0]) * opacity
          let ink = bounds.limited(mixed, promised: legibility.contrast, beside: surroundings)
          check(ink, materials, legibility.contrast, &random, "\(own) \(opacity)")
        }
      }
    }
  }

  /// The share of the promised contrast that remains between neighbours as far apart as no blur leaves them, for which
  /// `Legibility.margin` is a little too small.
  private static let share = 0.996

  /// Ink of the least coverage that counts, and each channel up to 1/255 off as dither leaves it.
  private func check(
    _ ink: SIMD3<Double>, _ materials: [SIMD3<Double>], _ promised: Double, _ random: inout SplitMix,
    _ what: String
  ) {
    let pixel = materials[0] + (ink - materials[0]) * (253.0 / 255)
    let isDark = Luminance.of(ink) > Luminance.of(materials[0])
    for material in materials {
      let shown = (pixel * 255 + (isDark ? -1 : 1)).clamped(
        lowerBound: .zero, upperBound: .init(repeating: 255))
      let beside = (material * 255 + (isDark ? 1 : -1)).clamped(
        lowerBound: .zero, upperBound: .init(repeating: 255))
      let contrast = Luminance.contrast(shown / 255, beside / 255)
      let least = promised * (material == materials[0] ? 1 : Self.share)
      #expect(contrast >= least, "\(what) over \(material), seed \(Self.seed)")
    }
  }

  @Test(arguments: [false, true])
  func `the opacity of a fill says how much of a grey is spent`(isDark: Bool) throws {
    let bounds = try #require(Legibility.standard.bounds(isDark: isDark, margin: 1))
    let worst = isDark ? 1.0 : 0
    let fixed = try #require(Legibility.fixedFill(inkAlpha: 1, contrast: 4.5, isDark: isDark))
    #expect(abs(bounds.opacity(of: worst) - fixed) < 1e-12)
    #expect(bounds.opacity(of: isDark ? 0.1 : 0.3) == 0)
    let grey = isDark ? 0.7 : 0.3
    let filled = bounds.filled(SIMD3(repeating: grey)).x
    let opacity = bounds.opacity(of: Luminance.linear(grey))
    #expect(abs(grey + ((isDark ? 0 : 1) - grey) * opacity - filled) < 1e-12)
  }

  /// The mean of adaptive fills is .1 at most; a fixed one has to be .72 for the same ink.
  @Test(arguments: [false, true], 1...4)
  func `photographs need hardly any fill`(isDark: Bool, seed: UInt64) throws {
    let photo = ReferencePicture(TestPictures.photo(PixelSize(width: 160, height: 120), seed: seed))
    let blurred = ReferenceGaussian.blur(photo, sigma: 20)
    let material = Material(.systemMaterial, isDark: isDark)
    let bounds = try #require(Legibility.standard.bounds(isDark: isDark, leastInk: 0.6))
    let fills = blurred.planes[0].indices.map { index in
      let colour = SIMD3(blurred.planes[0][index], blurred.planes[1][index], blurred.planes[2][index]) / 255
      return bounds.opacity(of: Luminance.of(material.chain.apply(colour)))
    }
    #expect(fills.reduce(0, +) / Double(fills.count) <= 0.1)
    let fixed = Legibility.fixedFill(
      inkAlpha: 0.6, contrast: 4.5 * Legibility.margin, isDark: isDark)
    #expect(try #require(fixed) > 0.7)
  }

  @Test func `ink that is legible stays as it is`() throws {
    let light = try #require(Legibility.standard.bounds(isDark: false))
    let white = 1.0...1.0
    for ink: SIMD3<Double> in [[0, 0, 0], [0.4, 0.1, 0.1], [0, 0.2, 0.6]] {
      let shown = light.limited(ink, promised: 4.5, beside: white)
      for channel in 0..<3 { #expect(abs(shown[channel] - ink[channel]) < 1e-12) }
    }
  }

  @Test func `ink that is moved keeps its hue and just reaches the contrast`() throws {
    for isDark in [false, true] {
      let bounds = try #require(Legibility.standard.bounds(isDark: isDark, margin: 1))
      let material = Luminance.linear(isDark ? 0.3 : 0.7)
      let red = SIMD3(0.9, isDark ? 0.1 : 0.5, isDark ? 0.1 : 0.4)
      let shown = bounds.limited(red, promised: 4.5, beside: material...material)
      #expect(abs(Luminance.contrast(Luminance.of(shown), material) - 4.5) < 1e-9)
      // The shares of the channels in the light that is not grey are as before.
      let (before, after) = (Luminance.linear(red), Luminance.linear(shown))
      let share = (before.y - before.z) / (before.x - before.z)
      #expect(abs((after.y - after.z) / (after.x - after.z) - share) < 1e-9)
      #expect(after.x > after.y)
    }
  }

  @Test func `the fill and the ink are continuous in the backdrop`() throws {
    for isDark in [false, true] {
      let bounds = try #require(Legibility.standard.bounds(isDark: isDark, leastInk: 0.6))
      var last: (SIMD3<Double>, SIMD3<Double>)?
      for step in 0...4000 {
        let material = bounds.filled(SIMD3(1, 0.7, 0.3) * (Double(step) / 4000))
        let luminance = Luminance.of(material)
        let ink = bounds.limited(
          VibrancyEffect.Style.secondaryLabel.ink(over: material, isDark: isDark, legibility: .standard),
          promised: 4.5, beside: luminance...luminance)
        if let last {
          for channel in 0..<3 {
            #expect(abs(material[channel] - last.0[channel]) < 0.004)
            #expect(abs(ink[channel] - last.1[channel]) < 0.004)
          }
        }
        last = (material, ink)
      }
    }
  }
}

extension SplitMix {
  fileprivate mutating func colour(within range: ClosedRange<Double>) -> SIMD3<Double> {
    let width = range.upperBound - range.lowerBound
    return SIMD3(unit(), unit(), unit()) * width + range.lowerBound
  }
}
