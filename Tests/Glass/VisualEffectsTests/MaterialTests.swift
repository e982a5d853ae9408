import TestSupport
import Testing
import VisualEffects

struct MaterialTests {
  @Test func `every name gives a material for both appearances`() throws {
    #expect(Material.names.count == 8 * 3 + 7)
    #expect(Set(Material.names).count == Material.names.count)
    for style in BlurEffect.Style.allCases {
      let name = style.rawValue
      for isDark in [false, true] {
        let material = try #require(Material.named(name, isDark: isDark), "\(name)")
        #expect(material == BlurEffect(style: style).material(isDark: isDark))
        #expect(material.blurRadius >= (material.refraction.isVisible ? 5 : 20))
        #expect(material.refraction.isVisible == name.lowercased().contains("glass"))
        if name.hasPrefix("system"), name.hasSuffix("Material") {
          #expect(material.isDark == isDark)
          #expect(material.name == name + (isDark ? "Dark" : "Light"))
        }
        if name.hasSuffix("Dark") { #expect(material.isDark) }
        if name.hasSuffix("Light") { #expect(!material.isDark) }
        // A variant's name leads to itself again.
        #expect(Material.named(material.name, isDark: !isDark) == material)
      }
    }
  }

  @Test(arguments: Material.names) func `with less strength a material is nearer to opaque`(name: String)
    throws
  {
    let whole = try #require(Material.named(name, isDark: true))
    let opaque = whole.weakened(to: 0).chain.apply(.zero)
    #expect(whole.weakened(to: 1) == whole)
    let grey = Luminance.encoded(Luminance.of(opaque))
    #expect(whole.isDark ? grey < 0.4 : grey > 0.6)
    let half = whole.weakened(to: 0.5)
    #expect(half.rimStrength == 0.5 && half.refraction.amount == whole.refraction.amount / 2)
    for colour in [SIMD3.zero, .one, [0.8, 0.2, 0.1]] {
      func distance(_ other: SIMD3<Double>) -> Double { (other - half.chain.apply(colour)).max() }
      #expect(abs(distance((whole.chain.apply(colour) + opaque) / 2)) < 1e-9)
      #expect(abs((whole.weakened(to: 0).chain.apply(colour) - opaque).max()) < 1e-9)
    }
  }

  @Test func `a tint lies over glass of either style`() {
    for style in GlassEffect.Style.allCases {
      let plain = GlassEffect(style: style).blurEffect
      let name = style == .regular ? BlurEffect.Style.glass : .clearGlass
      #expect(plain == BlurEffect(style: name) && plain.isAdaptive)
      let tinted = GlassEffect(style: style, tintColor: [1, 0, 0, 0.25]).blurEffect
      for isDark in [false, true] {
        let (before, after) = (plain.material(isDark: isDark), tinted.material(isDark: isDark))
        let expected = before.chain.apply([0.2, 0.6, 0.4]) * 0.75 + [0.25, 0, 0]
        #expect(abs((after.chain.apply([0.2, 0.6, 0.4]) - expected).max()) < 1e-9)
        #expect(after.refraction == before.refraction)
      }
    }
  }

  @Test func `the adaptive styles are those of UIKit`() {
    #expect(
      Set(BlurEffect.Style.allCases.filter(\.isAdaptive)) == [
        .regular, .prominent, .systemUltraThinMaterial, .systemThinMaterial, .systemMaterial,
        .systemThickMaterial, .systemChromeMaterial, .notificationBanner, .glass, .clearGlass,
      ])
  }

  /// The figures are those of the materials' descriptions: the greys of black and white, and the limit of luminance.
  @Test(arguments: [
    ("glassLight", 0.4, 0.96, 0.94, 0.2), ("glassDark", 0.08, 1.125, 0.35, 0),
    ("clearGlassLight", 0.2, 0.95, 1, 0.1),
    ("clearGlassDark", 0.05, 0.8, 1, 0.05),
  ])
  func `glass gives greys as it is described`(
    name: String, black: Double, white: Double, limit: Double, fill: Double
  ) throws {
    let material = try #require(Material.named(name, isDark: false))
    for step in 0...20 {
      let grey = Double(step) / 20
      let face = black + (white - black) * grey
      let wanted = (face - face * face * (1 - limit)) * (1 - fill) + fill
      let shown = material.chain.apply(SIMD3(repeating: grey))
      #expect(abs(shown.x - wanted) < 1e-9 && shown.x == shown.z, "\(name) over \(grey)")
    }
  }

  @Test func `a material of one's own is the same in every appearance, or one for each`() {
    let (mine, other) = (Material(.legible, isDark: false), Material(.dark, isDark: true))
    #expect(!BlurEffect(material: mine).isAdaptive)
    #expect(BlurEffect(material: mine).material(isDark: true) == mine)
    let both = BlurEffect(light: mine, dark: other)
    #expect(both.isAdaptive && both.material(isDark: false) == mine && both.material(isDark: true) == other)
  }

  /// The article's figures: 4.77 over black, 8.52 over white.
  @Test(arguments: [(0.0, 4.77), (1.0, 8.52)])
  func `legible has its published contrast, and legibility leaves it alone`(
    backdrop: Double, contrast: Double
  ) throws {
    let material = Material(.legible, isDark: true)
    let finish = try #require(material.finish)
    let plain = try #require(finish.ink)
    #expect(plain == [0, 0, 0, 0.7] && finish.borderColour == [0, 0, 0, 0.4])
    #expect(finish.borderWidth == 1 && finish.cornerRadius == 6)
    let glass = material.chain.apply(SIMD3(repeating: backdrop))
    let ink = glass * (1 - plain.w)
    #expect(abs(Luminance.contrast(glass, ink) - contrast) < 0.005)
    let bounds = try #require(Legibility.standard.bounds(isDark: false, leastInk: plain.w))
    let luminance = Luminance.of(glass)
    #expect(bounds.fill(of: luminance) == 0)
    let shown = bounds.limited(ink, promised: 4.5, beside: luminance...luminance)
    #expect(abs(Luminance.contrast(glass, shown) - contrast) < 0.005)
  }

  @Test(arguments: ["", "systemmaterial", "systemMaterialdark", "Light", "clear"])
  func `other names give none`(name: String) {
    #expect(Material.named(name, isDark: true) == nil)
  }

  @Test(arguments: [
    ("regular", "light", "dark"), ("prominent", "extraLight", "dark"), ("light", "light", "light"),
    ("notificationBanner", "notificationBannerLight", "notificationBannerDark"),
  ])
  func `adaptive names follow the appearance`(name: String, light: String, dark: String) {
    #expect(Material.named(name, isDark: false)?.name == light)
    #expect(Material.named(name, isDark: true)?.name == dark)
  }

  @Test(arguments: [
    ("light", [77.0, 121, 167, 210, 255]), ("extraLight", [198, 211, 223, 236, 249]),
    ("dark", [20, 38, 55, 72, 89]),
  ])
  func `traditional styles give their published greys`(name: String, greys: [Double]) throws {
    let chain = try #require(Material.named(name, isDark: false)).chain
    for (backdrop, grey) in zip([0.0, 64, 128, 191, 255], greys) {
      let shown = chain.apply(SIMD3(repeating: backdrop / 255)) * 255
      #expect(abs(shown.x - grey) <= 1, "\(backdrop)")
      #expect(abs(shown.x - shown.y) < 1e-9 && abs(shown.x - shown.z) < 1e-9)
    }
  }

  /// Worked out by hand from the table: luma of a grey is the grey, the curve's middle is (v0 + 3 v1 + 3 v2 + v3) / 8.
  @Test(arguments: [
    ("systemMaterialLight", 0.0, 0.75 * 0.9 + 0.1), ("systemMaterialLight", 1, 0.25 + 0.75 * 0.815 + 0.1),
    ("systemMaterialLight", 0.5, 0.125 + 0.75 * 6.98 / 8 + 0.1),
    ("systemMaterialDark", 0, 0.75 * 0.16), ("systemMaterialDark", 1, 0.25 + 0.75 * 0.1),
    ("systemMaterialDark", 0.5, 0.125 + 0.75 * 1.34 / 8),
    ("systemChromeMaterialDark", 0, 0.75 * 0.23 - 0.1), ("notificationBannerDark", 1, 0.6 - 0.03),
    ("systemThickMaterialLight", 0, 0.88 * 0.99 + 0.045),
    ("systemUltraThinMaterialDark", 1, 0.5 + 0.5 * 0.39),
  ])
  func `system styles map greys by their curve`(name: String, grey: Double, shown: Double) throws {
    let chain = try #require(Material.named(name, isDark: false)).chain
    let result = chain.apply(SIMD3(repeating: grey))
    for channel in 0..<3 { #expect(abs(result[channel] - shown) < 1e-12) }
  }

  @Test(arguments: SystemMaterialTable.shown)
  func `system styles map colours as published`(style: String, colours: [Int]) throws {
    let chain = try #require(Material.named(style, isDark: false)).chain
    for (backdrop, expected) in zip(SystemMaterialTable.backdrops, colours) {
      let shown = chain.apply(SystemMaterialTable.channels(backdrop)) * 255
      let difference = shown - SystemMaterialTable.channels(expected) * 255
      for channel in 0..<3 { #expect(abs(difference[channel]) <= 0.51, "\(String(backdrop, radix: 16))") }
    }
  }

  @Test func `the curve is clamped`() {
    let chain = ColourChain(luminanceAmount: 1, luminanceCurve: [2, 2, -2, -2])
    #expect(chain.luminance(-5) == 1)
    #expect(chain.luminance(5) == 0)
    #expect(chain.apply([1, 1, 1]) == [0, 0, 0])
  }

  @Test func `saturation stretches a colour around its luma`() {
    let chain = ColourChain(saturation: 2)
    let result = chain.apply([0.6, 0.5, 0.4])
    let luma = 0.2126 * 0.6 + 0.7152 * 0.5 + 0.0722 * 0.4
    for (channel, value) in [0.6, 0.5, 0.4].enumerated() {
      #expect(abs(result[channel] - (2 * value - luma)) < 1e-12)
    }
    #expect(chain.apply([1, 0, 0]).y == 0)
  }

  @Test func `identity leaves colours`() {
    for colour: SIMD3<Double> in [[0, 0, 0], [1, 1, 1], [0.2, 0.9, 0.4]] {
      let difference = ColourChain.identity.apply(colour) - colour
      #expect((difference * difference).sum() < 1e-24)
    }
  }
}
