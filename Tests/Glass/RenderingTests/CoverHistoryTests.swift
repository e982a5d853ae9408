import Geometry
import Testing

@testable import Rendering

@Suite struct CoverHistoryTests {
  /// The blocks of a bar, and what captures show of them.
  private struct Bar {
    static let all = PixelRect(x: 0, y: 0, width: 100, height: 10)
    /// A pointer on it.
    static let pointer = PixelRect(x: 40, y: 3, width: 6, height: 6)

    var history = CoverHistory()
    var glass = [all]
    /// The part that belongs to another surface.
    var others = PixelRect.empty

    /// Judges a capture in which `covers` hide blocks, and the leak through `changed` blocks is another.
    mutating func capture(_ covers: [PixelRect], changed: [PixelRect] = []) -> BlockFlags {
      var flags = [UInt8](repeating: BlockFlags.valid, count: Self.all.area)
      for index in changed.flatMap(Self.indices) { flags[index] |= BlockFlags.new }
      for index in Self.indices(others) { flags[index] |= BlockFlags.absent }
      for index in covers.flatMap(Self.indices) { flags[index] = BlockFlags.new }
      return history.judge(
        BlockFlags(flags: flags, width: Self.all.width), measured: Self.all, glass: glass)
    }

    static func indices(_ rect: PixelRect) -> [Int] {
      rect.intersection(all).indices(inRowsOf: all.width)
    }

    /// Whether exactly the blocks of `rect` are held.
    static func holds(_ flags: BlockFlags, _ rect: PixelRect) -> Bool {
      Set(flags.held.indices.filter { flags.held[$0] != 0 }) == Set(indices(rect))
    }
  }

  private static let edge = Bar.pointer.outset(by: 1)
  private static let shadow = Bar.pointer.outset(by: BlockFlags.reach)

  @Test func `another background is taken beside a pointer, and what it hides is out of date`() {
    var bar = Bar()
    #expect(bar.capture([]).held.isEmpty)
    let resting = bar.capture([Bar.pointer])
    #expect(Bar.holds(resting, Self.edge) && resting.outdated.isEmpty)
    let changed = bar.capture([Bar.pointer], changed: [Bar.all])
    #expect(Bar.holds(changed, Self.edge))
    #expect(
      Set(changed.outdated.flatMap(Bar.indices)) == Set(Bar.indices(Self.edge))
        && changed.outdated.count == Self.edge.intersection(Bar.all).height)
    #expect(bar.capture([]).held.isEmpty)
  }

  @Test func `what another surface measures beside a pointer is not out of date`() {
    var bar = Bar()
    bar.others = PixelRect(x: 46, y: 0, width: 20, height: 10)
    _ = bar.capture([])
    _ = bar.capture([Bar.pointer])
    let changed = bar.capture([Bar.pointer], changed: [Bar.all])
    #expect(Bar.holds(changed, Self.edge))
    let outdated = Set(Bar.indices(Self.edge)).subtracting(Bar.indices(bar.others))
    #expect(Set(changed.outdated.flatMap(Bar.indices)) == outdated)
  }

  @Test func `all around a window with a shadow is held, whatever changes`() {
    var bar = Bar()
    _ = bar.capture([])
    // The corner of a window over an island looks the same as a pointer, except for its shadow.
    #expect(Bar.holds(bar.capture([Bar.pointer], changed: [Self.shadow]), Self.shadow))
    let changed = bar.capture([Bar.pointer], changed: [Bar.all])
    #expect(Bar.holds(changed, Self.shadow) && changed.outdated.isEmpty)
    // Nothing is known of blocks that were held.
    #expect(Bar.holds(bar.capture([Bar.pointer]), Self.shadow))
  }

  @Test func `a shadow that comes later is told from another background`() {
    var bar = Bar()
    _ = bar.capture([])
    #expect(Bar.holds(bar.capture([Bar.pointer]), Self.edge))
    let fading = bar.capture([Bar.pointer], changed: [Self.shadow])
    #expect(Bar.holds(fading, Self.shadow) && fading.outdated.isEmpty)
    #expect(Bar.holds(bar.capture([Bar.pointer], changed: [Bar.all]), Self.shadow))
  }

  @Test func `a shadow that black hides is told from a cover once the background is brighter`() {
    var bar = Bar()
    _ = bar.capture([])
    let dark = Bar.pointer.outset(by: 3)
    #expect(Bar.holds(bar.capture([dark]), dark.outset(by: 1)))
    let bright = bar.capture([Bar.pointer], changed: [Bar.all])
    #expect(Bar.holds(bright, Self.shadow) && bright.outdated.isEmpty)
    #expect(Bar.holds(bar.capture([Bar.pointer]), Self.shadow))
  }

  @Test func `all around a cover is held where too little shows that it has no shadow`() {
    var bar = Bar()
    bar.glass = [PixelRect(x: 40, y: 2, width: 6, height: 7), PixelRect(x: 80, y: 0, width: 10, height: 10)]
    _ = bar.capture([])
    #expect(Bar.holds(bar.capture([Bar.pointer]), Self.shadow))
    #expect(Bar.holds(bar.capture([Bar.pointer], changed: [Bar.all]), Self.shadow))
  }

  @Test func `a pointer that moves while the background does is still known`() {
    var bar = Bar()
    _ = bar.capture([])
    _ = bar.capture([Bar.pointer])
    let moved = Bar.pointer.offset(x: 20, y: -2)
    let changed = bar.capture([moved], changed: [Bar.all])
    #expect(Bar.holds(changed, moved.outset(by: 1)) && !changed.outdated.isEmpty)
    // A window that comes in its place is larger.
    let window = PixelRect(x: 60, y: 0, width: 20, height: 5)
    #expect(Bar.holds(bar.capture([window], changed: [Bar.all]), window.outset(by: BlockFlags.reach)))
  }

  @Test func `beside a pointer that stays another cover is held as ever`() {
    var bar = Bar()
    _ = bar.capture([])
    _ = bar.capture([Bar.pointer])
    let window = PixelRect(x: 70, y: 0, width: 6, height: 5)
    let near = window.outset(by: BlockFlags.reach)
    let flags = bar.capture([Bar.pointer, window], changed: [near])
    let held = Set(Bar.indices(near)).union(Bar.indices(Self.edge))
    #expect(Set(flags.held.indices.filter { flags.held[$0] != 0 }) == held)
  }

  @Test func `where there is no glass, a pointer is not told from the background, and all around it is held`()
  {
    var bar = Bar()
    bar.glass = [PixelRect(x: 0, y: 0, width: 100, height: 5)]
    _ = bar.capture([])
    let around = Set(Bar.indices(Self.edge))
      .union(Bar.indices(Self.shadow).filter { $0 / Bar.all.width >= 5 })
    // The part of the pointer beyond the glass changes what is seen there.
    let flags = bar.capture([Bar.pointer], changed: [PixelRect(x: 40, y: 9, width: 6, height: 1)])
    #expect(Set(flags.held.indices.filter { flags.held[$0] != 0 }) == around)
    let changed = bar.capture([Bar.pointer], changed: [Bar.all])
    #expect(Set(changed.outdated.flatMap(Bar.indices)) == around)
  }

  @Test func `all around covers is held if there are more of them than are told apart`() {
    func bar(_ count: Int) -> (flags: BlockFlags, covers: [PixelRect]) {
      var bar = Bar()
      _ = bar.capture([])
      let covers = (0..<count).map { PixelRect(x: 5 * $0 + 2, y: 3, width: 1, height: 1) }
      return (bar.capture(covers), covers)
    }
    let few = bar(16)
    #expect(
      Set(few.flags.held.indices.filter { few.flags.held[$0] != 0 })
        == Set(few.covers.flatMap { Bar.indices($0.outset(by: 1)) }))
    let many = bar(17)
    #expect(
      Set(many.flags.held.indices.filter { many.flags.held[$0] != 0 })
        == Set(many.covers.flatMap { Bar.indices($0.outset(by: BlockFlags.reach)) }))
  }

  @Test func `blocks that touch at a corner are one cover, in whatever shape they lie`() {
    var bar = Bar()
    _ = bar.capture([])
    // A ring and a stair of single blocks, each of which would be two covers without its corners.
    let ring = [
      PixelRect(x: 41, y: 2, width: 3, height: 1), PixelRect(x: 41, y: 6, width: 3, height: 1),
      PixelRect(x: 40, y: 3, width: 1, height: 3), PixelRect(x: 44, y: 3, width: 1, height: 3),
    ]
    let stair = (0..<20).map { PixelRect(x: 60 + $0, y: $0 % 10, width: 1, height: 1) }
    let flags = bar.capture(ring + stair.prefix(10))
    let own = Set((ring + stair.prefix(10)).flatMap { Bar.indices($0.outset(by: 1)) })
    #expect(Set(flags.held.indices.filter { flags.held[$0] != 0 }) == own)
  }
}
