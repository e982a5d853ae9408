import DBus
import Geometry
import Loop

/// Reports changes of the notification service, each once: that the message bus is lost or back, and which program has
/// the name.
final class ServiceStatusReporter {
  private let loop: EventLoop
  private let replaces: Bool
  private let report: (Log.Level, String) -> Void
  /// Whether the bus is lost, also while that is not reported yet.
  private(set) var isBusLost = false
  private var isLossTold = false
  private var wasConnected = false
  private var lossTimer: Loop.Timer?
  private var toldOwner: OwnedName.State?

  /// Delay before a missing bus is reported, since it may be just starting at the start of a session.
  private static let busStartDelay = Duration.seconds(1)

  /// - Parameters:
  ///   - replaces: Whether the name was requested from another owner too.
  ///   - report: Receives messages for the user, one line each.
  init(loop: EventLoop, replaces: Bool, report: @escaping (Log.Level, String) -> Void) {
    (self.loop, self.replaces, self.report) = (loop, replaces, report)
  }

  isolated deinit { end() }

  /// Cancels a report that waits; idempotent.
  func end() { lossTimer?.cancel() }

  /// Records the state of the bus, at the start and after each change.
  func busChanged(_ state: MessageBus.State) {
    switch state {
    case .unavailable(let reason):
      isBusLost = true
      if wasConnected { return reportLoss(reason) }
      lossTimer = loop.schedule(at: loop.now + Self.busStartDelay) { [unowned self] in reportLoss(reason) }
    case .connected:
      lossTimer?.cancel()
      if isLossTold { report(.info, "the message bus is back") }
      (isBusLost, isLossTold, wasConnected) = (false, false, true)
    case .idle, .starting: break
    }
  }

  private func reportLoss(_ reason: String) {
    isLossTold = true
    report(.warning, "no notifications: \(reason)")
  }

  /// The consequence of an owner that has not given the name away, with a way to end it.
  private static func refusal(_ owner: NameOwner?) -> String {
    let way = owner?.processID.map { ", for example by \"kill \($0)\"" } ?? ""
    return "it does not give that away: they come here when it ends\(way)"
  }

  /// Records a change of the program that owns the name.
  func ownerChanged(_ state: OwnedName.State) {
    switch state {
    case .waiting: return
    case .owned:
      if toldOwner != nil { report(.info, "notifications come here now") }
      toldOwner = nil
    case .taken(let owner):
      guard toldOwner != state else { return }
      toldOwner = state
      let who = owner?.words ?? "another program"
      report(
        .warning,
        "notifications go to \(who), which has \(NotificationInterface.name); "
          + (replaces ? Self.refusal(owner) : "\"hyaline run --replace\" asks for it"))
    }
  }
}
