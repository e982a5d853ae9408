import Geometry
import Notifications

/// Any bytes as calls of Notify with any hints, and what follows.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHints(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var source = unsafe HintSource(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
  var store = NotificationStore()
  var open: Set<NotificationID> = []
  var now = Instant(sinceOrigin: .zero)
  while !source.isAtEnd {
    now = now + .milliseconds(Int(source.byte()) * 16)
    let event = source.event(&store)
    if case .notified(_, let id) = event {
      precondition(id != 0)
      open.insert(id)
    }
    for command in store.update(event, now: now, clock: ClockTime(seconds: 0, day: 0, minute: 0)) {
      switch command {
      case .emitClosed(let id, _): precondition(open.remove(id) != nil)
      default: break
      }
    }
    precondition(open.allSatisfy { store.contains($0) })
    let arrangement = store.arrangement(on: "")
    precondition(arrangement.moreCount >= 0)
    for banner in arrangement.banners {
      let notification = banner.notification
      precondition(open.contains(notification.id))
      precondition(notification.progress.map { (0...100).contains($0) } ?? true)
      precondition(notification.buttons.count <= Limits.actions)
      precondition(notification.summary.utf8.count <= Limits.summary)
      for case .bitmap(let bitmap) in notification.pictures {
        // No output is known, for which a larger picture would be kept.
        precondition(max(bitmap.size.width, bitmap.size.height) <= Limits.leastImageSide)
        precondition(!bitmap.size.isEmpty)
      }
    }
  }
  return 0
}

/// Makes requests and other events of a store of bytes.
private struct HintSource: ByteSource {
  let bytes: [UInt8]
  var at = 0

  /// Small ones mostly, and those at the ends of types.
  mutating func integer() -> Int64 {
    switch byte() % 8 {
    case 0: Int64(Int32.max) - Int64(byte())
    case 1: Int64(Int32.min) + Int64(byte())
    case 2: Int64.max - Int64(byte())
    case 3: Int64(byte()) << 8 | Int64(byte())
    case 4: -Int64(byte())
    default: Int64(byte() % 32)
    }
  }

  mutating func data() -> [UInt8] {
    let count = byte() % 4 == 0 ? Int(byte()) * 16 : Int(byte())
    return (0..<count).map { _ in byte() }
  }

  mutating func text() -> String { String(decoding: (0..<byte() % 24).map { _ in byte() }, as: UTF8.self) }

  mutating func value(_ depth: Int = 0) -> HintValue {
    switch byte() % 10 {
    case 0: return .boolean(byte() & 1 == 1)
    case 1, 2: return .integer(integer())
    case 3: return .number(Double(bitPattern: UInt64(bitPattern: integer() << 32 | integer())))
    case 4: return .string(text())
    case 5: return .bytes(data())
    case 6: return .strings((0..<byte() % 4).map { _ in text() })
    case 7:
      return depth > 3 ? .structure([]) : .structure((0..<byte() % 9).map { _ in value(depth + 1) })
    case 8:
      return .structure([
        .integer(integer()), .integer(integer()), .integer(integer()), .boolean(byte() & 1 == 1),
        .integer(byte() % 4 == 0 ? integer() : 8), .integer(byte() % 4 == 0 ? integer() : 4), .bytes(data()),
      ])
    default: return .other("a{sv}")
    }
  }

  static let names = [
    "urgency", "category", "desktop-entry", "image-data", "image_data", "icon_data", "image-path",
    "image_path",
    "action-icons", "resident", "transient", "suppress-sound", "sound-file", "sound-name", "value", "x", "y",
    "sender-pid", "x-dunst-stack-tag", "x-canonical-private-synchronous", "synchronous", "x-kde-urls",
    "x-kde-reply-placeholder-text", "x-kde-reply-submit-button-text", "unknown",
  ]

  mutating func event(_ store: inout NotificationStore) -> NotificationEvent {
    let id = NotificationID(rawValue: UInt32(byte() % 16))
    switch byte() % 12 {
    case 0: return .closeRequested(id: id)
    case 1: return .dismissed(id: id)
    case 2: return .clicked(id: id)
    case 3: return .pointerMoved(over: store.banner(of: id))
    case 4: return .groupToggled(id: id)
    case 5: return .deadlineReached
    default:
      var request = NotificationRequest()
      request.applicationName = text()
      request.replacesID = byte() % 4 == 0 ? (id == 0 ? nil : id) : nil
      request.icon = text()
      request.summary = text()
      request.body = text()
      request.actions = (0..<byte() % 6).map { _ in text() }
      request.hints = (0..<byte() % 6).map { _ in
        NotificationRequest.Hint(Self.names[Int(byte()) % Self.names.count], value())
      }
      request.expireTimeout = Int32(truncatingIfNeeded: integer())
      return .notified(request, id: store.identify(request))
    }
  }
}
