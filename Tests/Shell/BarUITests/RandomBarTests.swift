import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views

@testable import BarUI

/// Tests of bars with random content.
@Suite struct RandomBarTests {
  private let measurer = MonospaceMeasurer()

  @Test(arguments: DailySeeds.first(400) as [Int])
  func `nothing overlaps or leaves the bar, whatever there is to show`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let zones = (0..<3).map { _ in texts(&random) }
    let scale = [1, 1.5, 2].randomElement(using: &random)!
    var view = bar(
      start: zones[0], center: zones[1], end: zones[2], width: .random(in: 0..<2000, using: &random),
      scale: scale)
    view.bar.glass = BarSettings.Glass.allCases.randomElement(using: &random)!
    view.bar.merge = [0, 3, 12].randomElement(using: &random)!
    let scene = view.scene(measurer: measurer)
    checkIslands(scene, of: view)
    // Modules on no glass begin at the ends of the bar.
    let padding = Int((view.bar.glass == .none ? 8 : 12) * scale)
    // The least distance from text to text on one sheet, and from one sheet to the next.
    let gap = Int(20 * scale)
    let islandGap = view.bar.glass == .zones || view.bar.glass == .modules ? Int(32 * scale) : gap
    var reached = padding
    for item in scene.texts {
      #expect(item.frame.x >= reached && !item.frame.isEmpty)
      reached = item.frame.maxX + (view.bar.glass == .modules ? islandGap : gap)
      #expect(item.frame.maxX <= view.size.width - padding)
      #expect(item.frame.size == measurer.measure(item.text).size)
    }
    let shown = scene.texts.map(\.text.string)
    let wanted = zones.joined().filter { !$0.isEmpty }
    let least = Int((BarContent.leastWidth + 1) * scale) + islandGap
    #expect(shown.count == wanted.count || view.size.width < wanted.count * least + 2 * padding)
    #expect(isSubsequence(shown, of: wanted))
    if shown.count < wanted.count { return }
    checkCentre(scene, zones.map { $0.filter { !$0.isEmpty }.count }, padding: padding, gap: islandGap)
  }

  /// Islands are apart from one another and on the bar, texts lie on them, and those that are near flow together.
  private func checkIslands(_ scene: Scene, of view: BarView) {
    let frames = scene.panes.flatMap { pane in
      pane.merging?.parts.map { $0.frame.offset(x: pane.frame.x, y: pane.frame.y) } ?? [pane.frame]
    }
    var reached = 0
    for frame in frames {
      #expect(frame.x >= reached && frame.maxX <= view.size.width)
      reached = frame.maxX + Int(view.bar.islandGap * view.scale)
    }
    for text in scene.texts where view.bar.glass != .none {
      #expect(frames.contains { $0.x <= text.frame.x && text.frame.maxX <= $0.maxX })
    }
    let nearest = zip(frames, frames.dropFirst()).map { $1.x - $0.maxX }.min()
    let areNear = nearest.map { Double($0) < 3 * view.bar.merge * view.scale } ?? false
    #expect(scene.panes.contains { $0.merging != nil } == areNear)
  }

  /// The centre zone is in the middle, or else touches the neighbour that keeps it from there.
  private func checkCentre(_ scene: Scene, _ counts: [Int], padding: Int, gap: Int) {
    let center = scene.texts[counts[0]..<counts[0] + counts[1]]
    guard let first = center.first, let last = center.last else { return }
    let width = scene.size.width
    let left = counts[0] == 0 ? padding : scene.texts[counts[0] - 1].frame.maxX + gap
    let right = counts[2] == 0 ? width - padding : scene.texts[counts[0] + counts[1]].frame.x - gap
    let shift = first.frame.x + last.frame.maxX - width
    #expect(
      abs(shift) <= 1 || (shift > 0 && first.frame.x == left) || (shift < 0 && last.frame.maxX == right))
  }

  private func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = part[...]
    for string in whole where string == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  private func texts(_ random: inout SplitMix) -> [String] {
    (0..<Int.random(in: 0..<6, using: &random)).map { _ in
      let isLong = Int.random(in: 0..<8, using: &random) == 0
      let length = Int.random(in: isLong ? 0..<300 : 0..<16, using: &random)
      return String(repeating: "abcdefgh😀".randomElement(using: &random)!, count: length)
    }
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `a layout that keeps modules is the same as one that makes all anew`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var view = bar(start: ["one", "two"], center: ["clock"], end: ["load", "rest"], width: 300)
    let memory = LayoutMemory()
    let modules = view.bar.start + view.bar.center + view.bar.end
    let (group, icon) = (ModuleName(.group, "g"), PictureTable.Key("icon", side: 16))
    addDrawerAndTray(to: &view, group, icon: icon.icon)
    for step in 0..<60 {
      let text = String(repeating: "w", count: Int.random(in: 0...20, using: &random))
      _ = view.state.update(
        .moduleReadingChanged(modules.randomElement(using: &random)!, .text(text)), now: .start)
      if step % 7 == 3 { view.scale = [1, 1.5].randomElement(using: &random)! }
      if step % 11 == 5 { view.bar.edge = [.top, .left].randomElement(using: &random)! }
      if step % 5 == 2 { view.material = material(isDark: Bool.random(using: &random)) }
      if step % 13 == 6 {
        view.material = material(isDark: true, ink: [Double.random(in: 0...1, using: &random), 0, 0, 1])
      }
      if step % 10 == 7 {
        view.bar.glass = BarSettings.Glass.allCases.randomElement(using: &random)!
        view.bar.merge = [0, 12].randomElement(using: &random)!
      }
      if step % 9 == 4 { setDirection(of: &view, isRightToLeft: Bool.random(using: &random)) }
      if step % 8 == 1 {
        view.context.pictures.pictures[icon] = picture(isTemplate: Bool.random(using: &random))
      }
      if step % 4 == 3 { _ = view.state.update(.drawerToggled(group, on: nil), now: .start) }
      if step % 3 == 1 {
        view.context.drawerReach[ModuleName(.tray)] = Double.random(in: 0...1, using: &random)
      }
      view.memory = nil
      let plain = view.laidOut(measurer: measurer)
      view.memory = memory
      #expect(view.laidOut(measurer: measurer) == plain, "seed \(seed), step \(step)")
      view.interaction.hovered = plain.regions.randomElement(using: &random)?.id
    }
  }

  /// Puts the modules at the end of a bar into a drawer, and a tray with an icon beside that.
  private func addDrawerAndTray(to view: inout BarView, _ group: ModuleName, icon: ModuleIcon) {
    let tray = ModuleName(.tray)
    var (settings, drawer) = (view.state.settings, GroupSettings())
    (drawer.modules, drawer.isDrawer) = (settings.bar.end, true)
    settings.modules[group] = ModuleSettings(.group, drawer)
    settings.bar.end = [group, tray]
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var reading = ModuleReading(items: [ItemReading(id: "a", [:], icon: icon)])
    reading.foldable = [ItemReading(id: "b", [:], icon: icon)]
    _ = view.state.update(.moduleReadingChanged(tray, reading), now: .start)
    view.bar = settings.bar
  }

  private func setDirection(of view: inout BarView, isRightToLeft: Bool) {
    var settings = view.state.settings
    settings.direction = isRightToLeft ? .rightToLeft : .leftToRight
    _ = view.state.update(.settingsLoaded(settings), now: .start)
  }

  private func picture(isTemplate: Bool) -> PictureTable.Picture {
    PictureTable.Picture(bitmap: Bitmap(size: PixelSize(width: 16, height: 16)), isTemplate: isTemplate)
  }
}
