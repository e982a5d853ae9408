import DesktopModel
import Geometry
import Notifications

@testable import DBus
@testable import NotificationService

/// Any bytes as what others send over the message bus: calls of Notify, calls and signals with any arguments, and what is
/// no message at all.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated { play(input) }
  return 0
}

private let notify = NotificationInterface.description.method("Notify")!
private let any = InterfaceDescription(
  OtherEnd.interface, methods: [.init("Take", in: [.init("any", "v")])])

@MainActor private func play(_ input: [UInt8]) {
  OtherEnd.shared.play(message(input)) { bus in
    bus.export(
      BusObject(
        path: NotificationInterface.path, interfaces: [NotificationInterface.description, any],
        limits: NotificationRequest.readLimits
      ) { (call, reader) throws(BusError) in
        if call.member == "Notify" {
          check(try NotificationArguments(reader, bus.retainer).makeRequest())
          call.reply(.uint32(1))
        } else {
          try call.readArguments(reader)
          call.fail(.failed("no"))
        }
      })
    bus.subscribe(.ofAnyone(interface: any.name)) { signal in
      // Every part of the program that reads signals does the same.
      _ = signal.arguments.map { HintValue($0) }
    }
  }
}

private func check(_ request: NotificationRequest) {
  precondition(request.body.utf8.count <= Limits.markup && request.actions.count <= 4096)
  var store = NotificationStore()
  let id = store.identify(request)
  let now = Instant(sinceOrigin: .zero)
  _ = store.update(.notified(request, id: id), now: now, clock: ClockTime(seconds: 0, day: 0, minute: 0))
  precondition(store.contains(id))
}

/// The first byte tells what the rest is.
@MainActor private func message(_ input: [UInt8]) -> [UInt8] {
  let rest = Array(input.dropFirst())
  switch (input.first ?? 0) % 4 {
  case 0: return BusMessage(kind: 1, member: "Notify", signature: notify.inputSignature, body: rest).bytes
  case 1: return BusMessage(kind: 1, interface: any.name, member: "Take", signature: "v", body: rest).bytes
  case 2:
    let length = Int(rest.first ?? 0)
    let signature = String(decoding: rest.dropFirst().prefix(length), as: UTF8.self)
    return BusMessage(
      kind: 4, interface: any.name, member: "Told", signature: signature,
      body: Array(rest.dropFirst(length + 1))
    ).bytes
  default: return rest
  }
}
