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

  /// The layout of a bar of five workspaces, of which one has a fill: a colour, or a vibrant one.
  private func layout(selected: Int, _ fill: ModuleFill) -> LaidOutView {
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([workspaces], [], [])
    settings.modules[workspaces] = .defaults(of: .workspaces)
    var focused = ModuleState("focused")
    (focused.look.fill, focused.look.hasPill) = (fill, true)
    settings.modules[workspaces]?.style.states = [focused]
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: at(0))
    let items = (0..<5).map { item in
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
}
