import Geometry
import Notifications
import Settings
import Testing

struct LockTests {
  typealias Hint = NotificationRequest.Hint
  private let critical = [Hint("urgency", .integer(2))]

  /// A driver with a rule that runs a program for everything.
  private func driver(_ whileLocked: NotificationSettings.WhileLocked = .none) -> Driver {
    var rule = NotificationRule()
    rule.command = ["logger"]
    return Driver {
      $0.whileLocked = whileLocked
      $0.rules = [rule]
    }
  }

  @Test func `nothing is shown, heard or run while the session is locked, and what came is shown after`() {
    var driver = driver()
    driver.notify("before", timeout: 0)
    #expect(driver.send(.sessionLocked(false)) == [])
    #expect(driver.send(.sessionLocked(true)) == [.redraw])
    #expect(driver.send(.sessionLocked(true)) == [])
    #expect(driver.shown() == [])
    driver.notify("during", timeout: 0, hints: [Hint("sound-name", .string("bell"))])
    #expect(driver.sounds.isEmpty && driver.programs.isEmpty)
    #expect(driver.records.map(\.summary) == ["during"])
    driver.notify("urgent", hints: critical + [Hint("sound-name", .string("bell"))])
    #expect(driver.shown() == [] && driver.sounds.isEmpty && driver.programs.isEmpty)
    #expect(driver.store.open.map(\.summary) == ["urgent", "during", "before"])
    #expect(driver.send(.sessionLocked(false)) == [.redraw])
    #expect(driver.shown() == ["urgent", "during", "before"])
    driver.now = driver.now + .seconds(1)
    driver.notify("after", hints: [Hint("sound-name", .string("bell"))])
    #expect(driver.sounds == [.name("bell")] && driver.programs == [["logger"]])
  }

  @Test func `critical ones are shown, heard and run for where the settings say so`() {
    var driver = driver(.critical)
    driver.send(.sessionLocked(true))
    driver.notify("normal", hints: [Hint("sound-name", .string("bell"))])
    #expect(driver.sounds.isEmpty && driver.programs.isEmpty)
    driver.notify("urgent", hints: critical + [Hint("sound-name", .string("bell"))])
    #expect(driver.shown() == ["urgent"])
    #expect(driver.sounds == [.name("bell")] && driver.programs == [["logger"]])
  }

  @Test func `time stands still while the session is locked, also for what came then`() {
    var driver = Driver()
    driver.notify("a", timeout: 3000)
    #expect(driver.wait(.seconds(1)) == [])
    driver.send(.sessionLocked(true))
    #expect(driver.store.nextDeadline == nil)
    #expect(driver.wait(.seconds(600)) == [])
    driver.notify("b", timeout: 1500)
    #expect(driver.wait(.seconds(600)) == [])
    driver.send(.deadlineReached)
    #expect(driver.closed == [])
    driver.send(.sessionLocked(false))
    #expect(driver.wait(.milliseconds(1499)) == [])
    #expect(driver.wait(.milliseconds(1)) == [.init(2, .expired)])
    #expect(driver.wait(.milliseconds(499)) == [])
    #expect(driver.wait(.milliseconds(1)) == [.init(1, .expired)])
  }

  @Test func `what would go at once when the session is unlocked is seen for a moment`() {
    var driver = Driver()
    driver.notify("a", timeout: 3000)
    #expect(driver.wait(.milliseconds(2900)) == [])
    driver.send(.sessionLocked(true))
    driver.send(.sessionLocked(nil))
    #expect(driver.wait(.milliseconds(999)) == [])
    #expect(driver.wait(.milliseconds(1)) == [.init(1, .expired)])
  }

  @Test func `the pointer and the lock each stop the time by themselves`() {
    var driver = Driver()
    driver.notify("a", timeout: 3000)
    driver.send(.pointerMoved(over: 1))
    driver.send(.sessionLocked(true))
    driver.send(.pointerMoved(over: nil))
    #expect(driver.wait(.seconds(60)) == [] && driver.store.nextDeadline == nil)
    driver.send(.pointerMoved(over: 1))
    driver.send(.sessionLocked(false))
    #expect(driver.wait(.seconds(60)) == [] && driver.store.nextDeadline == nil)
    driver.send(.pointerMoved(over: nil))
    #expect(driver.wait(.seconds(3)) == [.init(1, .expired)])
  }

  @Test func `clients and the user can close what waits`() {
    var driver = Driver()
    driver.send(.sessionLocked(true))
    driver.notify("a", timeout: 0)
    driver.notify("b", timeout: 0)
    driver.send(.closeRequested(id: 1))
    #expect(driver.closed == [.init(1, .closed)])
    driver.send(.allDismissed)
    #expect(driver.closed == [.init(2, .dismissed)])
    driver.send(.sessionLocked(false))
    #expect(driver.shown() == [])
  }
}
