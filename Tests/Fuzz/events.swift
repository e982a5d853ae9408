import Geometry
import Notifications
import Settings

/// Any bytes as events of a store, with an account of its own: each identifier that was handed out is open, or was
/// closed exactly once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEvents(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var source = unsafe EventSource(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
  var store = NotificationStore(settings: source.settings())
  var open: Set<NotificationID> = []
  var now = Instant(sinceOrigin: .zero)
  let clock = ClockTime(seconds: 0, day: 0, minute: 0)
  while !source.isAtEnd {
    now = now + .milliseconds(Int(source.byte()) * 16)
    let event = source.event(&store)
    if case .notified(let request, let id) = event {
      precondition(id != 0 && (request.mayReplace || !open.contains(id)))
      open.insert(id)
    }
    for command in store.update(event, now: now, clock: clock) {
      switch command {
      case .emitClosed(let id, _): precondition(open.remove(id) != nil)
      case .emitActionInvoked(let id, _), .emitReplied(let id, _): precondition(open.contains(id))
      default: break
      }
    }
    precondition(store.hovered.map { store.isOpen($0) } ?? true)
    var end = store
    var left = open
    for case .emitClosed(let id, _) in end.update(.serviceEnded, now: now, clock: clock) {
      precondition(left.remove(id) != nil)
    }
    precondition(left.isEmpty && end.open.isEmpty && end.nextDeadline == nil)
  }
  return 0
}

/// Makes events of few words of bytes, so that notifications often say the same or replace each other.
private struct EventSource: ByteSource {
  let bytes: [UInt8]
  var at = 0

  mutating func settings() -> NotificationSettings {
    var settings = NotificationSettings()
    let choice = byte()
    settings.countsDuplicates = choice & 1 == 0
    settings.grouping = choice & 2 == 0 ? .none : .application
    settings.maxShown = 1 + Int(choice >> 4)
    return settings
  }

  mutating func event(_ store: inout NotificationStore) -> NotificationEvent {
    let id = NotificationID(rawValue: UInt32(byte() % 16))
    switch byte() % 16 {
    case 0, 1: return .closeRequested(id: id)
    case 2: return .dismissed(id: id)
    case 3: return .groupDismissed(id: id)
    case 4: return .clicked(id: id)
    case 5: return .actionChosen(id: id, key: "a")
    case 6: return .replied(id: id, text: "x")
    case 7: return .pointerMoved(over: store.banner(of: id))
    case 8: return .groupToggled(id: id)
    case 9: return .deadlineReached
    default:
      let request = request(id)
      return .notified(request, id: store.identify(request))
    }
  }

  private mutating func request(_ id: NotificationID) -> NotificationRequest {
    var request = NotificationRequest()
    let choice = byte()
    request.applicationName = choice & 1 == 0 ? "one" : "two"
    request.summary = choice & 2 == 0 ? "a" : "b"
    if choice & 4 != 0 { request.actions = ["a", "A", "default", "", "inline-reply", ""] }
    if choice & 8 != 0 { request.hints.append(.init("synchronous", .string("t"))) }
    if choice & 16 != 0 { request.hints.append(.init("resident", .boolean(true))) }
    if choice & 32 != 0 { request.hints.append(.init("urgency", .integer(2))) }
    if choice & 64 != 0 { request.replacesID = id == 0 ? nil : id }
    if choice & 128 != 0 { request.expireTimeout = Int32(id.rawValue) * 100 }
    return request
  }
}
