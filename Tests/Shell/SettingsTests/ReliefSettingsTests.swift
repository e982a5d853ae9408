import Settings
import Testing
import VisualEffects

struct ReliefSettingsTests {
  private func relief(_ rim: Double, _ shadow: Double, _ pressLight: Double) -> Relief {
    var relief = Relief()
    (relief.rim, relief.shadow, relief.pressLight) = (rim, shadow, pressLight)
    return relief
  }

  @Test func `a material has the strengths of all glass unless it has its own`() throws {
    let (settings, messages) = decode(
      """
      [glass]
      strength = 0.5
      rim = 0.5
      shadow = 0.25
      press_light = 0
      [materials.mine]
      rim = 1
      press_light = 0.75
      [materials.plain]
      blur = 20
      """)
    #expect(messages == [])
    for isDark in [false, true] {
      func relief(_ name: String) throws -> Relief {
        try #require(settings.blurEffect(named: name)).material(isDark: isDark).relief
      }
      #expect(try relief("systemMaterial") == self.relief(0.5, 0.25, 0))
      #expect(try relief("plain") == self.relief(0.5, 0.25, 0))
      #expect(try relief("mine") == self.relief(1, 0.25, 0.75))
      #expect(
        decode("").settings.effect(named: "glass").material(isDark: isDark).relief == self.relief(1, 1, 1))
    }
  }

  @Test func `a surface has the strengths of its table, and else those of its material`() {
    let (settings, messages) = decode(
      """
      [bar]
      rim = 0
      press_light = 0.5
      [notifications]
      shadow = 0.5
      press_light = 0
      [levels]
      rim = 0.25
      shadow = 1
      [tooltip]
      rim = 0.5
      [menu]
      shadow = 0
      """)
    #expect(messages == [])
    let material = relief(0.75, 0.75, 0.75)
    #expect(settings.bar.relief.applied(to: material) == relief(0, 0.75, 0.5))
    #expect(settings.notifications.relief.applied(to: material) == relief(0.75, 0.5, 0))
    #expect(settings.levels.relief.applied(to: material) == relief(0.25, 1, 0.75))
    #expect(settings.tooltip.relief.applied(to: material) == relief(0.5, 0.75, 0.75))
    #expect(settings.menu.relief.applied(to: material) == relief(0.75, 0, 0.75))
  }
}
