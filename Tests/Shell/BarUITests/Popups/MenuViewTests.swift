import Geometry
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

struct MenuViewTests {
  let entries = [
    MenuEntry(1, "Open", shortcut: "Ctrl+O"), .separator(2), MenuEntry(3, "More", submenu: []),
    MenuEntry(4, "Off", isEnabled: false),
  ]

  private func laidOut(
    _ entries: [MenuEntry], highlighted: Int? = nil, height: Int? = nil, offset: Double = 0
  ) -> LaidOutView {
    var menu = MenuNavigation(entries)
    if let highlighted { _ = menu.point(at: highlighted, level: 0, now: Instant(sinceOrigin: .zero)) }
    return layout(
      MenuView(menu.levels[0], offset: offset), in: Proposal(width: nil, height: height),
      environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer())
  }

  @Test func `a menu is as high as its entries`() {
    #expect(Double(laidOut(entries).size.height) == MenuMetrics.height(of: entries))
  }

  @Test(arguments: [false, true])
  func `where more contrast is wanted, the highlighted entry has an edge`(isDark: Bool) {
    func borders(_ node: Node) -> [Border] {
      guard case .effect(let effect) = node else { return [] }
      return [effect.border].compactMap(\.self) + effect.content.flatMap(borders)
    }
    func shown(_ edge: EdgeStyle, highlighted: Int?) -> [Border] {
      var menu = MenuNavigation(entries)
      if let highlighted { _ = menu.point(at: highlighted, level: 0, now: Instant(sinceOrigin: .zero)) }
      var environment = ViewEnvironment(scale: 1, isDark: isDark)
      environment.edge = edge
      let scene = layout(
        MenuView(menu.levels[0]), in: Proposal(), environment: environment, measurer: MonospaceMeasurer()
      ).scene
      return scene.nodes.flatMap(borders)
    }
    #expect(
      shown(.stroked, highlighted: 1) == [Border(width: 1, colour: isDark ? .one : [0, 0, 0, 1])])
    #expect(shown(.stroked, highlighted: nil).isEmpty && shown(.lit, highlighted: 1).isEmpty)
  }

  @Test func `the letter that chooses an entry is underlined if that is wanted`() throws {
    let menu = MenuNavigation([MenuEntry(1, "Déjà _vu"), MenuEntry(2, "Plain")])
    for isShown in [false, true] {
      var view = MenuView(menu.levels[0])
      view.showsMnemonics = isShown
      let texts = layout(
        view, in: Proposal(), environment: ViewEnvironment(scale: 1), measurer: MonospaceMeasurer()
      ).scene.texts.map(\.text)
      let runs = isShown ? [StyledText.Run(range: 7..<8, isUnderlined: true)] : []
      #expect(texts.map(\.string) == ["Déjà vu", "Plain"] && texts.map(\.runs) == [runs, []])
    }
  }

  /// The frames of the pictures of a node, at any depth.
  private func imagesIn(_ node: Node) -> [PixelRect] {
    switch node {
    case .image(let image): [image.frame]
    case .effect(let effect): effect.content.flatMap(imagesIn)
    case .fill, .text: []
    }
  }

  @Test(arguments: [false, true])
  func `what comes first in an entry is at the side where lines begin`(isRightToLeft: Bool) throws {
    let menu = MenuNavigation([MenuEntry(3, "More", mark: .checkbox(isOn: true), submenu: [])])
    var environment = ViewEnvironment(scale: 1)
    environment.isRightToLeft = isRightToLeft
    environment.symbols = BuiltInSymbolSource()
    let mark = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [9, 9, 9, 9])
    let scene = layout(
      MenuView(
        menu.levels[0], isRightToLeft: isRightToLeft, checkMark: .picture(mark, isTemplate: true)),
      in: Proposal(), environment: environment, measurer: MonospaceMeasurer()
    ).scene
    var parts = scene.texts.map { ($0.frame.x, $0.text.string) }
    parts += scene.nodes.flatMap(imagesIn).map { ($0.x, $0.width == 12 ? "chevron" : "mark") }
    let names = parts.sorted { $0.0 < $1.0 }.map(\.1)
    #expect(names == (isRightToLeft ? ["chevron", "More", "mark"] : ["mark", "More", "chevron"]))
  }

  @Test func `marks and icons share their room unless an entry has both`() {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [9, 9, 9, 9])
    let icon = MenuEntry.Icon.picture(bitmap)
    func labels(_ entries: [MenuEntry]) -> [Int] {
      laidOut(entries).scene.texts.filter { $0.text.string != "•" }.map(\.frame.x)
    }
    let none = labels([MenuEntry(1, "One"), MenuEntry(2, "Two")])
    let shared = labels([MenuEntry(1, "One", icon: icon), MenuEntry(2, "Two", mark: .radio(isOn: true))])
    let both = labels([MenuEntry(1, "One", icon: icon, mark: .radio(isOn: true)), MenuEntry(2, "Two")])
    let gutter = Int(MenuMetrics.signSide + MenuMetrics.gap)
    #expect(none[0] == none[1] && shared == none.map { $0 + gutter } && both == none.map { $0 + 2 * gutter })
    // An entry that is off shows its icon and the room for its mark.
    let off = laidOut([MenuEntry(1, "One", icon: icon, mark: .checkbox(isOn: false))]).scene
    let on = laidOut([MenuEntry(1, "One", icon: icon, mark: .radio(isOn: true))]).scene
    #expect(
      off.nodes.flatMap(imagesIn) == on.nodes.flatMap(imagesIn) && off.nodes.flatMap(imagesIn).count == 1)
    #expect(on.texts.count == off.texts.count + 1)
  }

  @Test func `only what can be chosen takes input, over the whole width`() {
    let layout = laidOut(entries)
    let rows = layout.regions.filter { $0.actions[.tap(.primary)] != nil }
    #expect(
      rows.map { $0.actions[.tap(.primary)]?.as(MenuAction.self) } == [
        .choose(1, level: 0), .choose(3, level: 0),
      ])
    #expect(rows.allSatisfy { $0.visible.width == layout.size.width - 2 * Int(MenuMetrics.inset) })
    #expect(layout.popupAnchors[ViewKey(MenuAnchor(3))] == rows.last?.visible)
  }

  @Test func `entries that want to be looked at have inks of their own, and one that is disabled has none`() {
    let entries = MenuEntry.Tone.allCases.enumerated().map { place, tone in
      var entry = MenuEntry(place, "Entry")
      entry.tone = tone
      return entry
    }
    let inks = laidOut(entries).scene.texts.map(\.ink)
    #expect(Set(inks).count == 4 && inks.first == laidOut([MenuEntry(1, "Entry")]).scene.texts.first?.ink)
    var off = entries[3]
    off.isEnabled = false
    #expect(laidOut([off]).scene == laidOut([MenuEntry(3, "Entry", isEnabled: false)]).scene)
  }

  @Test func `a highlighted entry in red lies on red, and its texts are white`() throws {
    var entry = MenuEntry(1, "Entry", shortcut: "Ctrl+E", submenu: [])
    entry.tone = .alert
    let scene = laidOut([entry], highlighted: 1).scene
    #expect(scene.texts.map(\.ink) == [.plain(.one), .plain(.one)])
    let red = Accent([0.78, 0.16, 0.13]).shown(.standard, .hovered)
    #expect(scene.fills.map(\.ink) == [.colour(SIMD4(red, 1))])
    entry.isEnabled = false
    #expect(!laidOut([entry], highlighted: 1).scene.texts.map(\.ink).contains(.plain(.one)))
  }

  @Test func `normal entries have the ink of the menu`() {
    var environment = ViewEnvironment(scale: 1)
    environment.ink = .colour([1, 0.8, 0, 1])
    func inks(_ tone: MenuEntry.Tone, isEnabled: Bool = true) -> [Ink] {
      var entry = MenuEntry(1, "Entry", isEnabled: isEnabled)
      entry.tone = tone
      let menu = MenuNavigation([entry])
      func inks(_ environment: ViewEnvironment) -> [Ink] {
        layout(
          MenuView(menu.levels[0]), in: Proposal(), environment: environment, measurer: MonospaceMeasurer()
        ).scene.texts.map(\.ink)
      }
      return inks(environment) == inks(ViewEnvironment(scale: 1)) ? [] : inks(environment)
    }
    #expect(inks(.normal).count == 1)
    #expect(inks(.alert) == [] && inks(.normal, isEnabled: false) == [])
  }

  @Test func `shortcuts are shown, and an entry is spoken of by its own words or else by its label`() {
    var entry = MenuEntry(1, "Wireless", shortcut: "Ctrl+W")
    #expect(laidOut([entry]).scene.texts.map(\.text.string) == ["Wireless", "Ctrl+W"])
    #expect(laidOut([entry]).accessibility.map(\.label) == ["Wireless"])
    entry.spokenLabel = "Wireless, 3 bars"
    #expect(laidOut([entry]).accessibility.map(\.label) == ["Wireless, 3 bars"])
  }

  @Test func `the highlighted entry lies on a fill`() {
    func fills(_ layout: LaidOutView) -> Int { layout.scene.fills.count }
    #expect(fills(laidOut(entries, highlighted: 3)) == fills(laidOut(entries)) + 1)
  }

  @Test func `a long menu is scrolled to what is highlighted`() throws {
    let entries = (0..<30).map { MenuEntry($0, "Entry \($0)") }
    var menu = MenuNavigation(entries)
    let height = 200.0
    var offset = 0.0
    for _ in 0..<30 {
      _ = menu.follow(KeyEvent(keysym: Keysym.down), now: Instant(sinceOrigin: .zero))
      offset = MenuMetrics.offset(of: menu.levels[0], height: height, near: offset)
      let layout = laidOut(entries, highlighted: menu.levels[0].highlighted, height: 200, offset: offset)
      let id = menu.levels[0].highlighted ?? -1
      let row = layout.regions.first {
        $0.actions[.tap(.primary)]?.as(MenuAction.self) == .choose(id, level: 0)
      }
      #expect(row?.visible.height == Int(MenuMetrics.rowHeight), "entry \(id)")
      // Nothing of it fades.
      let (frame, list) = (try #require(row).visible, try #require(layout.scrollables.first))
      let after = list.contentLength - list.frame.height - list.offset
      #expect(frame.y >= list.frame.y + min(list.fade, list.offset), "entry \(id)")
      #expect(frame.maxY <= list.frame.maxY - min(list.fade, after), "entry \(id)")
    }
    _ = menu.follow(KeyEvent(keysym: Keysym.down), now: Instant(sinceOrigin: .zero))
    #expect(MenuMetrics.offset(of: menu.levels[0], height: height, near: offset) == 0)
  }
}
