import Testing
import VisualEffects

struct MaterialTests {
  @Test func `every name gives a material for both appearances`() throws {
    #expect(Material.names.count == 6 * 3 + 6)
    #expect(Set(Material.names).count == Material.names.count)
    for name in Material.names {
      for isDark in [false, true] {
        let material = try #require(Material.named(name, isDark: isDark), "\(name)")
        #expect(material.blurRadius >= 20)
        if name.hasPrefix("system"), name.hasSuffix("Material") {
          #expect(material.isDark == isDark)
          #expect(material.name == name + (isDark ? "Dark" : "Light"))
        }
        if name.hasSuffix("Dark") { #expect(material.isDark) }
        if name.hasSuffix("Light") { #expect(!material.isDark) }
      }
    }
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
