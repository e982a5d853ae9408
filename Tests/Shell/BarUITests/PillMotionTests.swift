import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

struct PillMotionTests {
  private let workspaces = ModuleName(.workspaces)

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  private func item(_ name: String, place: Int = 0) -> BarItem {
    BarItem(zone: .start, place: [place], module: workspaces, item: name)
  }

  private func rect(_ x: Int, width: Int = 20) -> PixelRect {
    PixelRect(x: x, y: 4, width: width, height: 24)
  }

  /// A motion that has shown the first of two items at rest.
  private func atRest() -> PillMotion {
    var motion = PillMotion()
    motion.follow([item("1"): rect(0)], isAnimated: true, now: at(0))
    return motion
  }

  @Test func `a fill that comes and stays does not move`() {
    var motion = atRest()
    #expect(!motion.isMoving(at: at(0)))
    // The item itself has moved, as by a text that became longer before it.
    motion.follow([item("1"): rect(30)], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    motion.follow([:], isAnimated: true, now: at(20))
    motion.follow([item("2"): rect(60)], isAnimated: true, now: at(30))
    #expect(!motion.isMoving(at: at(30)))
  }

  @Test func `a fill moves to another item within 200 ms, at first fast`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100, width: 40)], isAnimated: true, now: at(1000))
    #expect(motion.isMoving(at: at(1000)) && motion.frames(at: at(1000)) == [item("2"): rect(0)])
    let middle = motion.frames(at: at(1100))[item("2")] ?? rect(0)
    #expect(middle.x > 50 && middle.x < 100 && middle.width > 30 && middle.width < 40)
    #expect(middle.y == 4 && middle.height == 24)
    #expect(motion.isMoving(at: at(1199)) && !motion.isMoving(at: at(1200)))
    #expect(motion.frames(at: at(1200)).isEmpty)
  }

  @Test func `a fill that is sent elsewhere on its way goes on from where it is`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100)], isAnimated: true, now: at(0))
    let place = motion.frames(at: at(50))[item("2")]
    motion.follow([item("1"): rect(0)], isAnimated: true, now: at(50))
    #expect(place != nil && motion.frames(at: at(50))[item("1")] == place)
    #expect(motion.isMoving(at: at(249)) && !motion.isMoving(at: at(250)))
  }

  @Test func `a fill whose item moves meanwhile arrives there in time`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100)], isAnimated: true, now: at(0))
    motion.follow([item("2"): rect(80)], isAnimated: true, now: at(190))
    let place = motion.frames(at: at(199))[item("2")] ?? rect(0)
    #expect(abs(place.x - 80) <= 1 && !motion.isMoving(at: at(200)))
  }

  @Test func `with reduced motion a fill is at its item at once`() {
    var motion = atRest()
    motion.follow([item("2"): rect(100)], isAnimated: false, now: at(0))
    #expect(!motion.isMoving(at: at(0)) && motion.frames(at: at(0)).isEmpty)
    // Motion that is under way ends as well.
    motion.follow([item("1"): rect(0)], isAnimated: true, now: at(10))
    motion.follow([item("1"): rect(0)], isAnimated: false, now: at(20))
    #expect(!motion.isMoving(at: at(20)))
  }

  @Test func `a module with two fills moves neither, and modules do not share one`() {
    var motion = atRest()
    motion.follow([item("1"): rect(0), item("2"): rect(100)], isAnimated: true, now: at(0))
    motion.follow([item("2"): rect(100)], isAnimated: true, now: at(10))
    #expect(!motion.isMoving(at: at(10)))
    motion.follow(
      [item("2"): rect(100), item("1", place: 1): rect(300)], isAnimated: true, now: at(20))
    #expect(!motion.isMoving(at: at(20)))
  }

  // MARK: Inks

  /// The layout of a bar of workspaces, of which one has a fill: a colour, or a vibrant one. The states of the others are `hidden`.
  private func layout(
    of places: Range<Int> = 0..<5, selected: Int, _ fill: ModuleFill,
    _ change: (_ focused: inout ModuleLook, _ hidden: inout ModuleLook) -> Void = { _, _ in }
  ) -> LaidOutView {
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([workspaces], [], [])
    settings.modules[workspaces] = .defaults(of: .workspaces)
    var (focused, hidden) = (ModuleState("focused"), ModuleState("hidden"))
    (focused.look.fill, focused.look.hasPill) = (fill, true)
    change(&focused.look, &hidden.look)
    settings.modules[workspaces]?.style.states = [focused, hidden]
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: at(0))
    let items = places.map { item in
      ItemReading(
        id: "\(item)", ["name": .text("W\(item)")], states: item == selected ? ["focused"] : ["hidden"])
    }
    _ = state.update(.moduleReadingChanged(workspaces, ModuleReading(items: items)), now: at(0))
    let view = BarView(
      state: state, size: PixelSize(width: 400, height: 32), scale: 1,
      material: Material(name: "test", isDark: false, blurRadius: 30, chain: .identity))
    return view.laidOut(measurer: MonospaceMeasurer())
  }

  private func content(_ scene: Scene) -> [Node] {
    guard case .effect(let sheet)? = scene.nodes.first else { return [] }
    return sheet.content
  }

  private func inks(_ nodes: [Node]) -> [Ink] {
    nodes.compactMap { if case .text(let text) = $0 { text.ink } else { nil } }
  }

  @Test
  func `a text has the ink of an opaque fill where that lies below it, and the ink of the glass elsewhere`()
    throws
  {
    let (first, second) = (layout(selected: 0, .accent), layout(selected: 4, .accent))
    let (glass, onFill) = (Ink.vibrant(.label), Ink.plain(.one))
    #expect(inks(content(second.scene)) == Array(repeating: glass, count: 4) + [onFill])
    var motion = PillMotion()
    motion.follow(first.pills, isAnimated: true, now: at(0))
    motion.follow(second.pills, isAnimated: true, now: at(0))
    for time in stride(from: 0, to: 200, by: 20) {
      let nodes = content(motion.scene(second.scene, of: second, at: at(time)))
      // All texts lie below the fill in the ink of the glass, and those that it covers lie on it again, clipped to its shape.
      #expect(inks(nodes) == Array(repeating: glass, count: 5))
      guard case .effect(let clip)? = nodes.last, case .fill(let fill)? = nodes.dropLast().last else {
        Issue.record("no texts on the fill")
        return
      }
      #expect(clip.frame == fill.frame && clip.corners == fill.corners && clip.material == nil)
      #expect(clip.frame == motion.frames(at: at(time)).first?.value)
      let covered = nodes.filter {
        if case .text(let text) = $0 { text.frame.intersects(fill.frame) } else { false }
      }
      #expect(inks(clip.content) == covered.map { _ in onFill })
    }
    #expect(motion.scene(second.scene, of: second, at: at(200)) == second.scene)
  }

  @Test func `texts on a fill that takes its colour from the glass keep their ink`() {
    let (first, second) = (layout(selected: 0, .vibrant(.fill)), layout(selected: 4, .vibrant(.fill)))
    var motion = PillMotion()
    motion.follow(first.pills, isAnimated: true, now: at(0))
    motion.follow(second.pills, isAnimated: true, now: at(0))
    let nodes = content(motion.scene(second.scene, of: second, at: at(50)))
    #expect(inks(nodes) == inks(content(second.scene)))
    #expect(nodes.count == content(second.scene).count)
  }

  /// The nodes of a bar of which the pill is on its way from one layout to another one, and the frame of the pill.
  private func moving(
    from first: LaidOutView, to second: LaidOutView, milliseconds: Int
  ) throws -> (nodes: [Node], frame: PixelRect) {
    var motion = PillMotion()
    motion.follow(first.pills, isAnimated: true, now: at(0))
    motion.follow(second.pills, isAnimated: true, now: at(0))
    let now = at(milliseconds)
    return (
      content(motion.scene(second.scene, of: second, at: now)),
      try #require(motion.frames(at: now).first?.value)
    )
  }

  @Test(arguments: [1, 4])
  func `a text has the ink of the glass below an opaque fill that comes from an item that has gone`(
    first: Int
  )
    throws
  {
    let nodes = try moving(
      from: layout(selected: 0, .accent), to: layout(of: first..<5, selected: 4, .accent), milliseconds: 0
    ).nodes
    #expect(inks(nodes) == Array(repeating: .vibrant(.label), count: 5 - first))
  }

  @Test func `texts on fills of items keep their ink while an opaque fill passes them`() throws {
    func layout(_ selected: Int) -> LaidOutView {
      self.layout(selected: selected, .accent) { _, hidden in hidden.fill = .colour([1, 0.8, 0, 1]) }
    }
    let nodes = try moving(from: layout(0), to: layout(4), milliseconds: 0).nodes
    guard case .effect(let clip)? = nodes.last else {
      Issue.record("nothing lies on the fill")
      return
    }
    #expect(inks(clip.content) == [.plain([0, 0, 0, 1])])
    #expect(Scene(size: PixelSize(width: 400, height: 32), nodes: clip.content).fills.count == 1)
  }

  @Test func `an opaque fill lets the lines of items be seen that it passes`() throws {
    let line = SIMD4(1, 0.25, 0, 1)
    func layout(_ selected: Int) -> LaidOutView {
      self.layout(selected: selected, .accent) { focused, hidden in
        // The fill reaches to the edge of the bar, where the lines are.
        focused.fillInset = 0
        (hidden.underlineColour, hidden.underlineWidth) = (line, 3)
      }
    }
    for time in stride(from: 0, to: 200, by: 20) {
      let (nodes, frame) = try moving(from: layout(0), to: layout(4), milliseconds: time)
      func lines(_ nodes: [Node]) -> [PixelRect] {
        Scene(size: PixelSize(width: 400, height: 32), nodes: nodes).fills
          .filter { $0.ink == .colour(line) && $0.frame.intersects(frame) }.map(\.frame)
      }
      guard case .effect(let clip)? = nodes.last else {
        Issue.record("nothing lies on the fill")
        return
      }
      #expect(lines(clip.content) == lines(nodes.dropLast()))
      if time == 0 { #expect(lines(clip.content).count == 1) }
    }
  }

  @Test(arguments: [ModuleFill.accent, .vibrant(.fill)])
  func `a fill moves with its shadow and its opacity`(fill: ModuleFill) throws {
    for opacity in [1, 0.5] {
      func layout(_ selected: Int) -> LaidOutView {
        self.layout(selected: selected, fill) { focused, _ in
          (focused.shadowColour, focused.opacity) = ([0, 0, 0, 0.5], opacity)
        }
      }
      let second = layout(4)
      let rest = try #require(second.pills.first?.value)
      let (nodes, frame) = try moving(from: layout(0), to: second, milliseconds: 50)
      func group(_ nodes: [Node], at frame: PixelRect) throws -> EffectNode {
        let groups = nodes.compactMap { if case .effect(let group) = $0 { group } else { nil } }
        return try #require(groups.first { $0.frame == frame && !$0.shadows.isEmpty })
      }
      var still = try group(content(second.scene), at: rest)
      let moved = try group(nodes, at: frame)
      #expect(frame != rest && moved.content.map(\.movableFill?.frame) == [frame])
      (still.frame, still.content) = (moved.frame, moved.content)
      #expect(moved == still)
    }
  }
}
