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

  @Test func `islands have the corners of the settings`() {
    var view = bar(start: ["one"], end: ["load"], width: 800)
    (view.bar.glass, view.bar.islandRadius, view.bar.cornerRadius) = (.zones, 7, 3)
    #expect(view.scene(measurer: measurer).panes.map(\.corners.topLeft) == [7, 7])
    view.bar.glass = .bar
    #expect(view.scene(measurer: measurer).panes.map(\.corners.topLeft) == [3])
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

  @Test(arguments: [BarSettings.Glass.bar, .modules, .zones])
  func `a fill under a module of a bar at a side leaves room to both edges of its glass`(
    _ glass: BarSettings.Glass
  ) throws {
    var view = bar(start: ["1"], width: 46, height: 600)
    var settings = view.state.settings
    settings.modules[settings.bar.start[0]] = .defaults(of: .text)
    settings.modules[settings.bar.start[0]]?.style.look.fill = .accent
    (settings.bar.edge, settings.bar.glass) = (.left, glass)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let scene = view.scene(measurer: measurer)
    let (pane, fill) = (try #require(scene.panes.first?.frame), try #require(scene.fills.first?.frame))
    #expect(pane.x == 0 && pane.width == 46)
    #expect(fill.x == 3 && fill.width == 40)
  }

  @Test(arguments: [BarSettings.Glass.bar, .modules, .zones])
  func `a module that grows moves the next one from where it would be without it`(_ glass: BarSettings.Glass)
    throws
  {
    var view = bar(start: ["one", "second", "three"], width: 800)
    view.bar.glass = glass
    let modules = view.bar.start
    func next(_ reach: Double?) throws -> Int {
      view.context.growth = reach.map { [modules[1]: $0] } ?? [:]
      let texts = view.scene(measurer: measurer).texts
      return try #require(texts.first { $0.text.string == "three" }).frame.x
    }
    let whole = try next(nil)
    view.bar.start.remove(at: 1)
    let without = try next(nil)
    view.bar.start = modules
    #expect(abs(try next(0) - without) <= 1)
    let places = try stride(from: 0, through: 1, by: 0.125).map { try next($0) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 } && places.last == whole)
  }

  @Test func `a bar without glass shows its modules on grounds of their own`() throws {
    var view = bar(start: ["one", "two"], end: ["load"], width: 800)
    view.bar.glass = .none
    view.bar.start.insert(ModuleName(.separator), at: 1)
    let scene = view.scene(measurer: measurer)
    #expect(scene.panes.isEmpty && scene.texts.map(\.text.string) == ["one", "two", "load"])
    let pictures = scene.nodes.compactMap { if case .image(let image) = $0 { image } else { nil } }
    #expect(pictures.count == 3 && scene.nodes.count == 6, "the line between the modules is not shown")
    let (ground, text) = (try #require(pictures.first), try #require(scene.texts.first))
    // Two pixels around the text are as dark as it needs, and six more fade out.
    #expect(ground.frame.x == text.frame.x - 8 && ground.frame.maxX == text.frame.maxX + 8)
    #expect(ground.frame.contains(text.frame.outset(by: 8)) && ground.ink == nil)
    let legibility = Legibility.standard
    let colour = ColourGround.screen().shown(isDark: true, legibility)
    let alphas = stride(from: 3, to: ground.bitmap.bytes.count, by: 4).map { ground.bitmap.bytes[$0] }
    #expect(Int(try #require(alphas.max())) == Int((255 * colour.w).rounded(.up)) && alphas.first == 0)
    #expect(scene.texts.allSatisfy { $0.ink == .plain(.one) })
  }

  @Test func `the ground of an icon is as high as that of a text beside it`() throws {
    var view = bar(start: ["one"], width: 800)
    let (idle, icon) = (ModuleName(.idle), ModuleIcon("cup"))
    var settings = view.state.settings
    settings.modules[idle] = .defaults(of: .idle)
    settings.modules[idle]?.style.look.iconSize = 12
    settings.modules[idle]?.style.look.format = try FormatTemplate("{icon}", fields: [])
    settings.bar.start.append(idle)
    settings.bar.glass = .none
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    _ = view.state.update(.moduleReadingChanged(idle, ModuleReading(icon: icon)), now: .start)
    let bitmap = Bitmap(size: PixelSize(width: 12, height: 12))
    view.context.pictures.pictures = [
      PictureTable.Key(icon, side: 12): .init(bitmap: bitmap, isTemplate: true)
    ]
    let scene = view.scene(measurer: measurer)
    let pictures = scene.nodes.compactMap { if case .image(let image) = $0 { image.frame } else { nil } }
    let (text, ground) = (try #require(pictures.first), try #require(pictures.dropFirst().first))
    #expect(ground.y == text.y && ground.height == text.height && ground.width < text.width)
  }

  @Test func `islands have the same glass, also where one has fainter texts or is under the pointer`() {
    var view = bar(start: ["one"], center: ["clock"], end: ["load"], width: 800)
    view.bar.glass = .zones
    var settings = view.state.settings
    let faint = settings.bar.start[0]
    settings.modules[faint] = .defaults(of: .text)
    settings.modules[faint]?.style.look.ink = .vibrant(.secondaryLabel)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    func reserved() -> [Set<Ink>] {
      view.scene(measurer: measurer).nodes.compactMap {
        if case .effect(let island) = $0 { island.reservedInks } else { nil }
      }
    }
    let inks: Set<Ink> = [.vibrant(.label), .vibrant(.secondaryLabel), .vibrant(.fill)]
    #expect(reserved() == [inks, inks, inks])
    view.interaction.hovered = view.laidOut(measurer: measurer).regions.first?.id
    #expect(reserved() == [inks, inks, inks])
  }

  @Test func `modules decide whether they lie on glass`() {
    func panes(_ glass: BarSettings.Glass, _ change: (inout Settings, [ModuleName]) -> Void) -> [PixelRect] {
      var view = bar(start: ["one", "two", "three"], end: ["load"], width: 800)
      view.bar.glass = glass
      var settings = view.state.settings
      let modules = settings.bar.start
      for name in modules { settings.modules[name] = .defaults(of: .text) }
      change(&settings, modules)
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      let scene = view.scene(measurer: measurer)
      #expect(scene.texts.map(\.text.string) == ["one", "two", "three", "load"])
      return scene.panes.map(\.frame)
    }
    #expect(panes(.modules) { $0.modules[$1[1]]?.style.look.hasGlass = false }.count == 3)
    #expect(panes(.none) { $0.modules[$1[1]]?.style.look.hasGlass = true }.map(\.width) == [48])
    #expect(panes(.bar) { $0.modules[$1[1]]?.style.look.hasGlass = false }.count == 1)
    // The island of a zone is divided; other zones keep theirs.
    let parts = panes(.zones) { $0.modules[$1[1]]?.style.look.hasGlass = false }
    #expect(parts.map(\.width) == [48, 64, 56] && parts[1].x == 48 + 8 + 40 + 8)
    let whole = panes(.zones) { $0.modules[$1[2]]?.style.look.hasGlass = true }
    #expect(whole.map(\.width) == [8 + 40 + 4 + 40, 64, 56])
  }

  @Test func `a group without glass has one ground if it has a fill, and else those of its members`() {
    func scene(fill: ModuleFill?) -> Scene {
      var view = bar(start: ["one", "two"], width: 800)
      view.bar.glass = .none
      var (settings, group) = (view.state.settings, GroupSettings())
      group.modules = settings.bar.start
      settings.modules[ModuleName(.group, "both")] = ModuleSettings(.group, group)
      settings.modules[ModuleName(.group, "both")]?.style.look.fill = fill
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      view.bar.start = [ModuleName(.group, "both")]
      return view.scene(measurer: measurer)
    }
    #expect(scene(fill: nil).nodes.count { if case .image = $0 { true } else { false } } == 2)
    for fill in [ModuleFill.vibrant(.fill), .colour([0.2, 0.3, 0.4, 0.5])] {
      let filled = scene(fill: fill).nodes
      let inks = filled.compactMap { if case .fill(let fill) = $0 { fill.ink } else { nil } }
      #expect(inks.count == 1 && filled.count == 3)
      guard case .colour(let colour)? = inks.first else {
        Issue.record("no colour")
        return
      }
      #expect(colour.w > 0.5, "the screen is not seen through it more than texts allow")
    }
  }

  @Test func `a notice has glass on a bar that has none`() {
    var view = bar(start: ["one"], width: 800)
    view.bar.glass = .none
    _ = view.state.update(.settingsRejected(["careful"]), now: .start)
    let scene = view.scene(measurer: measurer)
    #expect(scene.panes.count == 1 && scene.texts.count == 2)
  }

  @Test(arguments: [1.0, 1.5]) func `islands nearer than the bar's distance flow together`(scale: Double) {
    var view = bar(start: ["one", "two"], center: ["clock"], end: ["load"], width: 1200, scale: scale)
    (view.bar.glass, view.bar.merge) = (.modules, 4)
    view.bar.islandGap = 12
    #expect(view.scene(measurer: measurer).panes.count == 4)
    // The distance is in points.
    view.bar.islandGap = 11
    let panes = view.scene(measurer: measurer).panes
    #expect(panes.count == 3 && panes[0].merging?.parts.count == 2)
    #expect(panes[0].merging?.distance == 4 * scale)
    #expect(view.scene(measurer: measurer).texts.map(\.text.string) == ["one", "two", "clock", "load"])
    view.bar.merge = 0
    #expect(view.scene(measurer: measurer).panes.count == 4)
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
    #expect(scene.panes.count == (glass == .bar ? 1 : glass == .none ? 0 : 3))
    #expect(scene.texts.map(\.text.string) == ["one", "two", "clock", "load"])
    #expect(scene.texts.allSatisfy { $0.frame.x >= 3 && $0.frame.maxX <= 57 })
  }
}
