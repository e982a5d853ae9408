import BarUI
import Testing

struct KeyboardClaimTests {
  /// A request of the bar, or an event of the compositor.
  enum Step {
    case want, yield, answered, came, gone, lent
  }

  struct Case: Sendable {
    var steps: [Step]
    var isHeld = false
    var isLost = false
  }

  @Test(arguments: [
    // A compositor that gives the keyboard, and one that has none.
    Case(steps: [.want, .came, .answered], isHeld: true),
    Case(steps: [.want, .answered]),
    // One that gives it later than it answers.
    Case(steps: [.want, .answered, .came], isHeld: true),
    Case(steps: [.want, .answered, .came, .gone], isLost: true),
    Case(steps: [.want, .came, .answered, .gone], isLost: true),
    Case(steps: [.want, .came, .answered, .gone, .came], isHeld: true),
    // Focus changes before the answer do not count yet.
    Case(steps: [.want, .came]),
    Case(steps: [.want, .came, .gone]),
    Case(steps: [.want, .came, .gone, .answered]),
    Case(steps: [.want, .came, .answered, .yield, .want, .gone]),
    Case(steps: [.want, .came, .answered, .yield, .want, .gone, .answered]),
    Case(steps: [.want, .came, .answered, .yield, .want, .gone, .answered, .came, .answered], isHeld: true),
    Case(
      steps: [.want, .came, .answered, .yield, .want, .gone, .answered, .came, .answered, .gone], isLost: true
    ),
    // Whoever gives it back loses nothing.
    Case(steps: [.want, .came, .answered, .yield, .answered, .gone]),
    // A popup that has taken it gives it back.
    Case(steps: [.want, .came, .answered, .lent]),
    Case(steps: [.want, .came, .answered, .lent, .came], isHeld: true),
    Case(steps: [.want, .came, .answered, .lent, .came, .gone], isLost: true),
  ])
  func `a keyboard counts as lost only after it was given for the latest request`(_ expected: Case) {
    var claim = KeyboardClaim()
    for step in expected.steps {
      switch step {
      case .want, .yield:
        let isRequested = claim.want(step == .want)
        #expect(isRequested)
      case .answered: claim.answered()
      case .came: claim.focusChanged(true)
      case .gone: claim.focusChanged(false)
      case .lent: claim.focusChanged(false, toPopup: true)
      }
    }
    #expect(claim.isHeld == expected.isHeld && claim.isLost == expected.isLost)
  }

  @Test func `the same wish again is no request`() {
    var claim = KeyboardClaim()
    let requests = [false, true, true, false, false].map { claim.want($0) }
    #expect(requests == [false, true, false, true, false] && !claim.isSettled)
    claim.answered()
    claim.answered()
    #expect(claim.isSettled)
  }
}
