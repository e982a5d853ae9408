import Gallery
import Testing
import VisualEffects

@Suite struct MaterialEntryTests {
  @Test func `every style is shown in each appearance that it has, every material once`() {
    for isDark in [false, true] {
      let entries = MaterialEntry.all(isDark: isDark)
      let styles = BlurEffect.Style.allCases.filter { Material($0, isDark: isDark).isDark == isDark }
      #expect(Set(entries.flatMap(\.styles)) == Set(styles))
      #expect(entries.flatMap(\.styles).count == styles.count)
      #expect(Set(entries.map(\.material)).count == entries.count)
      #expect(entries.allSatisfy { entry in entry.material.isDark == isDark })
      for entry in entries {
        #expect(entry.styles.allSatisfy { Material($0, isDark: isDark) == entry.material })
      }
    }
    let shown = [false, true].flatMap { MaterialEntry.all(isDark: $0).flatMap(\.styles) }
    #expect(Set(shown) == Set(BlurEffect.Style.allCases))
  }
}
