import Notifications
import Settings
import TextProcessing

extension Notification {
  /// The notification in the output of `hyaline notifications list`.
  var members: [String: JSONValue] {
    var actions = buttons.map { JSONValue.object(["key": .string($0.key), "label": .string($0.label)]) }
    if hasDefaultAction { actions.insert(["key": .string(Self.defaultAction)], at: 0) }
    return [
      "id": JSONValue(Int(id.rawValue)), "application": .string(applicationName),
      "desktopEntry": .string(desktopEntry),
      "category": .string(category), "summary": .string(summary), "body": .string(body.string),
      "urgency": .string(urgency.rawValue), "time": .number(Double(time)), "actions": .array(actions),
      "takesReply": .bool(reply != nil), "progress": progress.map { JSONValue($0) } ?? .null,
      "isResident": .bool(isResident), "isTransient": .bool(isTransient),
      "urls": .array(urls.map { .string($0) }),
      "senderProcess": senderPID.map { JSONValue($0) } ?? .null,
    ]
  }
}

extension History.Item {
  /// The entry in the output of `hyaline notifications history`.
  var members: [String: JSONValue] {
    [
      "key": .number(Double(key.rawValue)), "id": JSONValue(Int(record.id.rawValue)),
      "time": .number(Double(record.time)),
      "application": .string(record.applicationName), "desktopEntry": .string(record.desktopEntry),
      "category": .string(record.category), "summary": .string(record.summary), "body": .string(record.body),
      "urgency": .string(record.urgency.rawValue), "icon": .string(record.icon),
    ]
  }
}

extension DoNotDisturb.Reasons {
  var words: JSONValue {
    let names: [(DoNotDisturb.Reasons, JSONValue)] = [
      (.asked, "asked"), (.scheduled, "schedule"), (.fullscreen, "fullscreen"),
      (.shared, "sharing"),
    ]
    return .array(names.filter { contains($0.0) }.map(\.1))
  }
}

extension NotificationStore {
  /// An open notification with its count and its stack.
  func describe(_ notification: Notification) -> JSONValue {
    .object(
      notification.members.merging([
        "count": JSONValue(count(of: notification.id)),
        "group": stack(of: notification.id).map { .string($0) } ?? .null,
      ]) { $1 })
  }
}

extension NotificationCenter {
  /// The number of open notifications, and the state of do not disturb, of the lock and of modes.
  var situation: [String: JSONValue] {
    let reasons = store.doNotDisturb.reasons(store.settings.doNotDisturb)
    var until = JSONValue.null
    if case .until(let time) = store.doNotDisturb.choice { until = .number(Double(time)) }
    return [
      "open": JSONValue(store.open.count),
      "isServing": .bool(isServing),
      "isLocked": store.isLocked.map { .bool($0) } ?? .null,
      "doNotDisturb": [
        "isOn": .bool(!reasons.isEmpty), "reasons": reasons.words, "until": until,
        "level": JSONValue(reasons.isEmpty ? 0 : store.doNotDisturb.level(store.settings.doNotDisturb)),
      ],
      "isUserIdle": .bool(store.isUserIdle),
      "modes": .array(store.modes.map { .string($0) }),
      "rules": .array(
        store.namedRules.map { .object(["name": .string($0.name), "isOn": .bool($0.isOn)]) }),
    ]
  }
}
