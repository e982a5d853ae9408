import Geometry
import ModuleModel
import Scenes
import Settings
import TestSupport
import Testing
import Views

@testable import BarUI

struct LengthMotionTests {
  private static let name = ModuleName(.text)
  private static let item = BarItem(zone: .start, place: [0], module: name)

  private static func shown(_ text: String) -> ShownModule {
    ModuleSettings.defaults(of: .text).style.shown(.text(text), ModuleKind.text.summary)
  }

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  /// Lets a motion follow the module with a text and a length.
  private func show(
    _ text: String, _ length: Double, _ motion: inout LengthMotion, isAnimated: Bool = true,
    at milliseconds: Int
  ) {
    motion.follow(
      [Self.item: length], of: [Self.name: Self.shown(text)], isAnimated: isAnimated, now: at(milliseconds))
  }

  /// A motion that has shown a module with a length at rest.
  private func atRest(_ length: Double = 40) -> LengthMotion {
    var motion = LengthMotion()
    show("a", length, &motion, at: 0)
    return motion
  }

  /// The length of the module while it moves; nil: it is at rest.
  private func length(_ motion: LengthMotion, at milliseconds: Int) -> Double? {
    motion.moving(at: at(milliseconds))[Self.item]?.shown
  }

  @Test(arguments: [100.0, 20])
  func `a module goes softly to the length of another text`(_ end: Double) throws {
    var motion = atRest()
    show("b", end, &motion, at: 1000)
    #expect(motion.moving(at: at(1000)) == [Self.item: MovingLength(shown: 40, rest: end)])
    let middle = try #require(length(motion, at: 1100))
    #expect(min(40, end) < middle && middle < max(40, end) && motion.isMoving(at: at(1100)))
    // The same layout, drawn again, changes nothing.
    show("b", end, &motion, at: 1100)
    #expect(length(motion, at: 1100) == middle)
    #expect(length(motion, at: 1500) == nil && !motion.isMoving(at: at(1500)))
  }

  @Test(arguments: [(1.75, false), (2, true), (-2, true), (-1.75, false)])
  func `a change of less than two points is no motion`(change: Double, isMotion: Bool) {
    var motion = atRest()
    show("b", 40 + change, &motion, at: 1000)
    #expect(motion.isMoving(at: at(1000)) == isMotion && motion.moving(at: at(1000)).isEmpty != isMotion)
  }

  @Test(arguments: [1.0, 30])
  func `a change during a motion leads on from what is shown`(_ change: Double) throws {
    var motion = atRest()
    show("b", 100, &motion, at: 1000)
    let (before, shown) = (try #require(length(motion, at: 1099)), try #require(length(motion, at: 1100)))
    show("c", 100 + change, &motion, at: 1100)
    #expect(abs(try #require(length(motion, at: 1100)) - shown) < 1e-6)
    let after = try #require(length(motion, at: 1101))
    // The module does not stop on its way.
    #expect(abs((after - shown) - (shown - before)) < 0.1, "\(before) \(shown) \(after)")
    #expect(motion.moving(at: at(1100))[Self.item]?.rest == 100 + change)
    #expect(motion.isMoving(at: at(1590)) && !motion.isMoving(at: at(1600)))
  }

  @Test func `another length of the same text is there at once`() {
    var motion = atRest()
    show("a", 80, &motion, at: 1000)
    #expect(!motion.isMoving(at: at(1000)))
    var wide = Self.shown("a")
    wide.look.padding = [30, 30]
    motion.follow([Self.item: 100], of: [Self.name: wide], isAnimated: true, now: at(2000))
    #expect(!motion.isMoving(at: at(2000)))
    show("b", 120, &motion, at: 3000)
    #expect(length(motion, at: 3000) == 100)
  }

  @Test func `contents that change all the time move a module for the first time only`() {
    var motion = atRest()
    var moving: [Int] = []
    func change(_ step: Int, at milliseconds: Int) {
      let isLong = step.isMultiple(of: 2)
      show(isLong ? "long" : "short", isLong ? 100 : 40, &motion, at: milliseconds)
    }
    for step in 0..<40 {
      change(step, at: 1000 + 100 * step)
      if motion.isMoving(at: at(1000 + 100 * step)) { moving.append(step) }
    }
    #expect(moving == Array(0..<6))
    // Changes twice a second count as changes all the time, too.
    for step in 10..<14 {
      change(step, at: 500 * step)
      #expect(!motion.isMoving(at: at(500 * step)))
    }
    // After a pause the module moves again.
    show("x", 100, &motion, at: 7100)
    #expect(length(motion, at: 7100) == 40)
  }

  @Test func `a number with more figures moves its module if it changes rarely`() {
    var motion = LengthMotion()
    show("9 %", 40, &motion, at: 0)
    show("10 %", 48, &motion, at: 20_000)
    #expect(length(motion, at: 20_000) == 40)
    // A wider figure causes no motion.
    show("12 %", 51, &motion, at: 25_000)
    #expect(!motion.isMoving(at: at(25_000)))
    show("7 %", 40, &motion, at: 29_000)
    show("10 %", 48, &motion, at: 38_000)
    #expect(!motion.isMoving(at: at(29_000)) && !motion.isMoving(at: at(38_000)))
    show("9 %", 40, &motion, at: 48_000)
    #expect(length(motion, at: 48_000) == 48)
    // Other words cause a motion.
    show("charging", 80, &motion, at: 49_000)
    #expect(length(motion, at: 49_000) == 40)
  }

  @Test func `without animation, lengths are there at once`() {
    var motion = atRest()
    show("b", 100, &motion, isAnimated: false, at: 1000)
    #expect(!motion.isMoving(at: at(1000)))
    show("c", 40, &motion, at: 2000)
    show("c", 40, &motion, isAnimated: false, at: 2100)
    #expect(!motion.isMoving(at: at(2100)) && motion.moving(at: at(2100)).isEmpty)
  }

  @Test func `a module that comes, goes, or takes free length does not move so`() {
    var motion = LengthMotion()
    show("a", 40, &motion, at: 0)
    motion.follow([:], of: [Self.name: Self.shown("")], isAnimated: true, now: at(1000))
    show("b", 100, &motion, at: 2000)
    #expect(!motion.isMoving(at: at(2000)))
    var wide = Self.shown("c")
    wide.look.expands = true
    motion.follow([Self.item: 300], of: [Self.name: wide], isAnimated: true, now: at(3000))
    #expect(!motion.isMoving(at: at(3000)))
    show("d", 40, &motion, at: 4000)
    #expect(!motion.isMoving(at: at(4000)))
    show("e", 100, &motion, at: 5000)
    #expect(motion.isMoving(at: at(5000)))
    motion.follow([:], of: [:], isAnimated: true, now: at(5010))
    #expect(!motion.isMoving(at: at(5010)))
  }

  @Test(arguments: [BarItem.Zone.start, .center, .end], [1.0, 1.5])
  func `a text keeps its place in the zone while its module becomes longer`(zone: BarItem.Zone, scale: Double)
    throws
  {
    let measurer = MonospaceMeasurer()
    var view = bar(
      start: zone == .start ? ["longer text"] : [], center: zone == .center ? ["longer text"] : [],
      end: zone == .end ? ["longer text"] : [], width: 900, height: 48, scale: scale)
    let name = try #require(view.bar.modules(in: zone).first)
    let item = BarItem(zone: zone, place: [0], module: name)
    let rest = view.laidOut(measurer: measurer)
    let whole = try #require(rest.moduleLengths(isLevel: true, scale: scale)[item])
    let text = try #require(rest.scene.texts.first?.frame)
    #expect(whole == 11 * 8 + 16)
    for shown in stride(from: 30.0, through: 130, by: 1) {
      view.context.lengths = [item: MovingLength(shown: shown, rest: whole)]
      let layout = view.laidOut(measurer: measurer)
      let length = try #require(layout.moduleLengths(isLevel: true, scale: scale)[item])
      #expect(abs(length - shown) <= 1.5 / scale, "\(shown): \(length)")
      #expect(layout.scene.texts.first?.frame == text, "\(shown)")
    }
  }

  @Test func `a text that is longer than its module for a time ends where the padding begins`() throws {
    var view = bar(start: ["longer text", "next"], width: 900)
    let item = BarItem(zone: .start, place: [0], module: module("start", 0))
    view.context.lengths = [item: MovingLength(shown: 60, rest: 104)]
    let layout = view.laidOut(measurer: MonospaceMeasurer())
    let frame = try #require(layout.identities.first { $0.key.value as? BarItem == item }?.frame)
    #expect(frame.width == 60)
    guard case .effect(let sheet)? = layout.scene.nodes.first else {
      Issue.record("no sheet")
      return
    }
    let clips = sheet.content.compactMap { if case .effect(let clip) = $0 { clip.frame } else { nil } }
    #expect(clips.map(\.maxX) == [frame.maxX - 8])
    let next = try #require(layout.scene.texts.last?.frame)
    #expect(next.x == frame.maxX + Int(view.bar.spacing) + 8)
  }
}
