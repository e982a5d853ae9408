import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@Suite struct BarIslandTests {
  private let measurer = MonospaceMeasurer()

  @Test func `zones are islands, with nothing drawn between them`() {
    var view = bar(start: ["one", "two"], center: ["clock"], end: ["load"], width: 800)
    view.bar.glass = .zones
    let scene = view.scene(measurer: measurer)
    #expect(scene.nodes.count == 3 && scene.panes.count == 3)
    #expect(scene.panes.map(\.frame.x) == [0, (800 - 64) / 2, 800 - 56])
    #expect(scene.panes.map(\.frame.height) == [32, 32, 32])
    #expect(scene.texts.map(\.text.string) == ["one", "two", "clock", "load"])
    view.alpha = 0
    #expect(view.scene(measurer: measurer).nodes.isEmpty)
  }

  @Test func `each module is an island, and a group is one with all of its members`() {
    var view = bar(start: ["one", "two", ""], center: ["clock"], end: ["load"], width: 800)
    view.bar.glass = .modules
    let members = view.state.settings.bar.start
    let group = ModuleName(.group, "both")
    var settings = view.state.settings
    var both = GroupSettings()
    both.modules = Array(members[..<2])
    settings.modules[group] = ModuleSettings(.group, both)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    view.bar.start = [group, members[2], ModuleName(.separator), members[0]]
    let scene = view.scene(measurer: measurer)
    #expect(scene.texts.map(\.text.string) == ["one", "two", "one", "clock", "load"])
    let frames = scene.panes.map(\.frame)
    // Texts of 8 pixels a letter with the padding of the module and of the island.
    #expect(frames.map(\.width) == [8 + 2 * 40 + 4, 48, 64, 56])
    #expect(frames[1].x - frames[0].maxX == 8, "the separator and the empty module take no room")
  }

  @Test func `a bar as long as its content is one sheet in the middle`() {
    var view = bar(start: ["one"], center: ["clock"], end: ["load"], width: 800)
    view.bar.isAsLongAsContent = true
    view.bar.cornerRadius = 12
    let scene = view.scene(measurer: measurer)
    // Texts of 8 pixels a letter with the padding of their modules, the spacing, and the ends of the bar.
    let length = (24 + 16) + 4 + (40 + 16) + 4 + (32 + 16) + 2 * 4
    #expect(scene.panes.map(\.frame) == [PixelRect(x: (800 - length) / 2, y: 0, width: length, height: 32)])
    #expect(scene.texts.map(\.text.string) == ["one", "clock", "load"])
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    #expect(sheet.corners == Corners(12))
    view.bar.glass = .modules
    let islands = view.scene(measurer: measurer).panes
    #expect(islands.count == 3 && islands[0].frame.x > 200 && islands[2].frame.maxX < 600)
  }

  @Test(arguments: BarSettings.Glass.allCases)
  func `islands at the sides keep their modules off their long sides`(glass: BarSettings.Glass) {
    var view = bar(start: ["one two"], center: ["clock"], end: ["load"], width: 60, height: 600)
    (view.bar.edge, view.bar.glass) = (.left, glass)
    let scene = view.scene(measurer: measurer)
    #expect(scene.panes.count == (glass == .bar ? 1 : 3))
    #expect(scene.texts.map(\.text.string) == ["one", "two", "clock", "load"])
    #expect(scene.texts.allSatisfy { $0.frame.x >= 3 && $0.frame.maxX <= 57 })
  }
}
