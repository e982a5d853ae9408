import DBus
import Geometry
import Logging
import Loop
import NotificationServer

/// Tells people what becomes of the service of notifications, each thing once: that the bus is lost or back, and who has
/// the name.
final class ServiceStatusReporter {
  private let loop: EventLoop
  private let replaces: Bool
  private let report: (Log.Level, String) -> Void
  /// The bus is not there, be it told or not.
  private(set) var isBusLost = false
  private var isLossTold = false
  private var wasConnected = false
  private var grace: Loop.Timer?
  private var toldOwner: OwnedName.State?

  /// At the start of a session the bus may be just coming.
  private static let graceForBus = Duration.seconds(1)

  /// - Parameters:
  ///   - replaces: The name was asked for also where another program has it.
  ///   - report: Takes what a person may want to know, one line each.
  init(loop: EventLoop, replaces: Bool, report: @escaping (Log.Level, String) -> Void) {
    (self.loop, self.replaces, self.report) = (loop, replaces, report)
  }

  isolated deinit { end() }

  /// Tells nothing more by itself; idempotent.
  func end() { grace?.cancel() }

  /// To be called with each new state of the bus, and with that which it has at the start.
  func busChanged(_ state: MessageBus.State) {
    switch state {
    case .unavailable(let reason):
      isBusLost = true
      if wasConnected { return reportLoss(reason) }
      grace = loop.schedule(at: loop.now + Self.graceForBus) { [unowned self] in reportLoss(reason) }
    case .connected:
      grace?.cancel()
      if isLossTold { report(.info, "the message bus is back") }
      (isBusLost, isLossTold, wasConnected) = (false, false, true)
    case .idle, .starting: break
    }
  }

  private func reportLoss(_ reason: String) {
    isLossTold = true
    report(.warning, "no notifications: \(reason)")
  }

  /// To be called whenever another, or nobody, has the name.
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
          + (replaces ? "they come here once it lets go of it" : "\"hyaline run --replace\" asks for it"))
    }
  }
}
