import Geometry
import Notifications
import Settings
import TestSupport
import Testing

/// Seeded random events, with a simple account of what is open kept beside.
struct RandomEventTests {
  typealias Hint = NotificationRequest.Hint

  @Test(arguments: DailySeeds.first(100) as [Int])
  func `every notification is answered once and closed once, whatever happens`(
    seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    var driver = Driver {
      var rule = NotificationRule()
      rule.command = ["true"]
      $0.rules = [rule]
      $0.maxShown = Int.random(in: 1...6, using: &random)
      $0.grouping = Bool.random(using: &random) ? .application : .none
      $0.countsDuplicates = Bool.random(using: &random)
      $0.whileLocked = Bool.random(using: &random) ? .none : .critical
      $0.order = .allCases.randomElement(using: &random)!
    }
    driver.send(.outputsChanged(["A", "B"], focused: "A"))
    var open: Set<NotificationID> = []
    for step in 0..<200 {
      driver.now = driver.now + .milliseconds(Int.random(in: 0..<800, using: &random))
      if Int.random(in: 0..<24, using: &random) < 10 {
        let request = request(&random)
        let id = driver.store.identify(request)
        #expect(id != 0)
        #expect(request.mayReplace || !open.contains(id), "seed \(seed), step \(step)")
        open.insert(id)
        driver.send(.notified(request, id: id))
      } else {
        driver.send(event(&random))
      }
      account(driver.commands, &open, "seed \(seed), step \(step)")
      checkLock(driver, "seed \(seed), step \(step)")
      check(driver, open, "seed \(seed), step \(step)")
      #expect(closedByTheEnd(of: driver) == open.sorted(), "seed \(seed), step \(step)")
    }
    driver.send(.allDismissed)
    account(driver.commands, &open, "seed \(seed), the end")
    #expect(open == [] && driver.store.open == [] && driver.store.nextDeadline == nil, "seed \(seed)")
  }

  private func account(_ commands: [NotificationCommand], _ open: inout Set<NotificationID>, _ where: String)
  {
    for command in commands {
      switch command {
      case .emitClosed(let id, _):
        #expect(open.remove(id) != nil, "closed \(id) which is not open, \(`where`)")
      case .emitActionInvoked(let id, _), .emitReplied(let id, _):
        #expect(open.contains(id), "told of \(id) which is not open, \(`where`)")
      default: break
      }
    }
  }

  /// Returns the identifiers that would be closed now if notifications were no longer served: each open one once.
  private func closedByTheEnd(of driver: Driver) -> [NotificationID] {
    var driver = driver
    driver.send(.serviceEnded)
    return driver.closed.map(\.id).sorted()
  }

  /// While the session is locked nobody notices anything but what is allowed then, and time stands still.
  private func checkLock(_ driver: Driver, _ where: String) {
    let store = driver.store
    guard store.isLocked == true else { return }
    #expect(store.nextDeadline == nil, "\(`where`)")
    #expect(driver.closed.allSatisfy { $0.reason != .expired }, "\(`where`)")
    let banners = store.outputs.flatMap { store.arrangement(on: $0).banners }
    let allowed = store.settings.whileLocked
    #expect(
      banners.allSatisfy { allowed == .critical && $0.notification.urgency == .critical }, "\(`where`)")
    #expect(allowed == .critical || driver.sounds.isEmpty && driver.programs.isEmpty, "\(`where`)")
  }

  private func check(_ driver: Driver, _ open: Set<NotificationID>, _ where: String) {
    let store = driver.store
    #expect(
      (1...60).map { NotificationID(rawValue: $0) }.allSatisfy {
        store.contains($0) == open.contains($0)
      }, "\(`where`)")
    #expect(store.open.allSatisfy { open.contains($0.id) }, "\(`where`)")
    #expect(Set(store.open.map(\.id)).count == store.open.count, "\(`where`)")
    #expect(store.hovered.map { store.isOpen($0) } ?? true, "\(`where`)")
    #expect(store.hovered == nil || store.nextDeadline == nil, "\(`where`)")
    var seen: [NotificationID] = []
    for output in store.outputs {
      let arrangement = store.arrangement(on: output)
      #expect(arrangement.banners.count <= store.settings.maxShown, "\(`where`)")
      #expect(arrangement.moreCount >= 0, "\(`where`)")
      #expect(
        arrangement.moreCount == 0 || arrangement.banners.count == store.settings.maxShown, "\(`where`)")
      for banner in arrangement.banners {
        #expect(
          open.contains(banner.notification.id) && banner.count >= 1 && banner.behind >= 0, "\(`where`)")
        #expect(!store.isQuiet || banner.notification.urgency == .critical, "\(`where`)")
      }
      seen += arrangement.banners.map(\.notification.id)
    }
    #expect(Set(seen).count == seen.count, "shown twice, \(`where`)")
  }

  private func event(_ random: inout SplitMix) -> NotificationEvent {
    let number = UInt32.random(in: 0...40, using: &random)
    let id = NotificationID(rawValue: number)
    switch Int.random(in: 10..<26, using: &random) {
    case 10: return .closeRequested(id: id)
    case 11: return .dismissed(id: id)
    case 12:
      return Int.random(in: 0..<5, using: &random) == 0 ? .groupDismissed(id: id) : .groupToggled(id: id)
    case 13: return .clicked(id: id)
    case 14: return .actionChosen(id: id, key: "a")
    case 15: return .replied(id: id, text: "x")
    case 16:
      return .pointerMoved(over: Bool.random(using: &random) ? BannerID(rawValue: UInt64(number)) : nil)
    case 17: return .doNotDisturbSet(Bool.random(using: &random) ? .toggled : .off)
    case 18: return .outputsChanged(Bool.random(using: &random) ? ["A", "B"] : ["A"], focused: "A")
    case 19:
      return Bool.random(using: &random) ? .sendersLeft([id]) : .outputsChanged(["A", "B"], focused: "B")
    case 20: return .sessionLocked([true, false, nil].randomElement(using: &random)!)
    default: return .deadlineReached
    }
  }

  private func request(_ random: inout SplitMix) -> NotificationRequest {
    var request = NotificationRequest()
    if Int.random(in: 0..<4, using: &random) == 0 {
      request.replacesID = NotificationID(rawValue: .random(in: 1...40, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { request.hints.append(Hint("synchronous", .string("t"))) }
    // Half of them say the same, so that many are counted on one banner.
    if Bool.random(using: &random) { return request }
    request.applicationName = ["one", "two", ""].randomElement(using: &random)!
    request.summary = ["a", "b", "c", "d"].randomElement(using: &random)!
    request.expireTimeout = [-1, 0, 500, 3000].randomElement(using: &random)!
    request.hints.append(Hint("urgency", .integer(.random(in: 0...2, using: &random))))
    if Bool.random(using: &random) { request.actions = ["a", "A", "default", "", "inline-reply", ""] }
    request.hints.append(Hint("sound-name", .string("bell")))
    request.hints.append(Hint("resident", .boolean(Bool.random(using: &random))))
    return request
  }

  @Test func `all of a burst is closed when its time is over`() {
    var driver = Driver()
    for index in 0..<960 { driver.notify("Burst \(index)", timeout: 1000) }
    #expect(driver.wait(.seconds(2)).count == 960)
  }
}
