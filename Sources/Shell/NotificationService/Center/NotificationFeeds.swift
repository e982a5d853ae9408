import Control
import Notifications
import TextProcessing

/// Sends the subscribers of `hyaline notifications` a line for each change.
final class NotificationFeeds {
  private unowned let center: NotificationCenter
  private var feeds: [ControlFeed] = []
  /// The notifications that the subscribers were told to be open.
  private var known: Set<NotificationID> = []
  private var toldSituation: [String: JSONValue] = [:]

  init(_ center: NotificationCenter) {
    self.center = center
  }

  /// Adds a subscriber: sends it the current state, and each change until it disconnects.
  func add(_ feed: ControlFeed) {
    if feeds.isEmpty {
      known = Set(center.store.open.map(\.id))
      toldSituation = center.situation
      center.onCommands = { [unowned self] in follow($0) }
    }
    feeds.append(feed)
    feed.onClose = { [weak self, unowned feed] in
      guard let self else { return }
      feeds.removeAll { $0 === feed }
      if feeds.isEmpty { center.onCommands = nil }
    }
    feed.send(.object(center.situation.merging(["event": "state"]) { $1 }))
  }

  /// Closes the connections of all subscribers.
  func close() {
    for feed in feeds { feed.close() }
  }

  /// Sends an event of an open notification, with the notification's description.
  func tell(_ event: String, of id: NotificationID) {
    known.insert(id)
    guard let notification = center.store.notification(id) else { return }
    send(["event": .string(event), "notification": center.store.describe(notification)])
  }

  private func follow(_ commands: [NotificationCommand]) {
    for command in commands {
      switch command {
      case .announce(let id): tell(known.contains(id) ? "changed" : "opened", of: id)
      case .emitClosed(let id, let reason):
        known.remove(id)
        send(["event": "closed", "id": JSONValue(Int(id.rawValue)), "reason": .string("\(reason)")])
      case .emitActionInvoked(let id, let key):
        send(["event": "invoked", "id": JSONValue(Int(id.rawValue)), "action": .string(key)])
      case .emitReplied(let id, let text):
        send(["event": "replied", "id": JSONValue(Int(id.rawValue)), "text": .string(text)])
      case .readPicture, .record, .forget, .playSound, .run, .redraw, .reportProblems: break
      }
    }
    let now = center.situation
    if now != toldSituation {
      toldSituation = now
      send(now.merging(["event": "state"]) { $1 })
    }
  }

  private func send(_ line: [String: JSONValue]) {
    for feed in feeds { feed.send(.object(line)) }
  }
}
