import ShellModel
import Testing

@testable import ShellSurfaces

/// Tests of what counts as the use of a bar.
@Suite struct BarUseTests {
  private var use = BarUse()

  @Test mutating func `a bar is used while a pointer is there`() {
    #expect(use.follow(arePointersThere: true, isKeyboardNeeded: false) == [.pointerCame])
    #expect(use.follow(arePointersThere: true, isKeyboardNeeded: false).isEmpty)
    #expect(use.follow(arePointersThere: false, isKeyboardNeeded: false) == [.pointerLeft])
  }

  @Test mutating func `keys summon a bar, which a pointer keeps after them`() {
    #expect(use.follow(arePointersThere: false, isKeyboardNeeded: true) == [.summoned(true), .pointerCame])
    #expect(use.follow(arePointersThere: true, isKeyboardNeeded: false) == [.summoned(false)])
    #expect(use.follow(arePointersThere: false, isKeyboardNeeded: false) == [.pointerLeft])
  }

  @Test mutating func `handlers summon a bar until they are taken, once each`() {
    var calls = 0
    use.whenShown { calls += 1 }
    #expect(use.isAwaited)
    #expect(use.follow(arePointersThere: false, isKeyboardNeeded: false) == [.summoned(true), .pointerCame])
    for handler in use.takeHandlers() { handler() }
    #expect(calls == 1 && use.takeHandlers().isEmpty)
    #expect(use.follow(arePointersThere: false, isKeyboardNeeded: false) == [.summoned(false), .pointerLeft])
  }
}
