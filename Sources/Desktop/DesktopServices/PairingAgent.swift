import DBus
import DBusValues
import DesktopModel

/// The agent of this program, by which BlueZ asks people while a device is paired.
///
/// It is for the devices that this program pairs: it does not ask to become the agent of all programs.
@MainActor final class PairingAgent {
  /// What is asked or told at the moment; nil: nothing.
  private(set) var pairing: BluetoothPairing?
  private let bus: MessageBus
  private let objects: FollowedTree
  private let isPaired: (_ device: String) -> Bool
  private let onChange: () -> Void
  /// The call that is to be answered.
  private var call: MethodCall?
  private var isRegistered = true

  private static let path = "/org/hyaline/bluetooth/agent"
  private static let manager = (path: "/org/bluez", interface: "org.bluez.AgentManager1")
  /// What can be shown, asked and typed in a panel.
  private static let capability = "KeyboardDisplay"

  private static let interface = InterfaceDescription(
    "org.bluez.Agent1",
    methods: [
      .init("Release"), .init("Cancel"),
      .init("RequestPinCode", in: [.init("device", "o")], out: [.init("pin", "s")]),
      .init("DisplayPinCode", in: [.init("device", "o"), .init("pin", "s")]),
      .init("RequestPasskey", in: [.init("device", "o")], out: [.init("passkey", "u")]),
      .init(
        "DisplayPasskey", in: [.init("device", "o"), .init("passkey", "u"), .init("entered", "q")]),
      .init("RequestConfirmation", in: [.init("device", "o"), .init("passkey", "u")]),
      .init("RequestAuthorization", in: [.init("device", "o")]),
      .init("AuthorizeService", in: [.init("device", "o"), .init("uuid", "s")]),
    ])

  /// Registers the agent with the present owner of BlueZ's name. `isPaired` tells whether this program pairs a device at the
  /// moment; `onChange` is called after changes of `pairing`.
  init(
    _ bus: MessageBus, _ objects: FollowedTree, isPaired: @escaping (_ device: String) -> Bool,
    onChange: @escaping () -> Void
  ) {
    (self.bus, self.objects, self.isPaired, self.onChange) = (bus, objects, isPaired, onChange)
    bus.export(
      BusObject(path: Self.path, interfaces: [Self.interface]) {
        [unowned self] call, reader throws(BusError) in
        // Every program on the bus may call.
        guard objects.isOwner(call.sender) else { throw Self.rejected }
        try call.readArguments(reader)
        take(call)
      })
    objects.call(
      Self.manager.path, Self.manager.interface, "RegisterAgent",
      [.objectPath(Self.path), .string(Self.capability)])
  }

  isolated deinit { close() }

  /// Unregisters the agent; what is asked is refused, without a call of `onChange`. Idempotent.
  func close() {
    guard isRegistered else { return }
    isRegistered = false
    bus.unexport(Self.path)
    call?.fail(Self.cancelled)
    (call, pairing) = (nil, nil)
    objects.call(
      Self.manager.path, Self.manager.interface, "UnregisterAgent", [.objectPath(Self.path)])
  }

  /// Answers what is asked; an answer of another kind is none.
  func answer(_ answer: BluetoothPairing.Answer) {
    guard let call, let pairing else { return }
    switch (pairing.question, answer) {
    case (.confirm, .accept), (.authorize, .accept): call.reply()
    case (.enterPIN, .pin(let pin)): call.reply(.string(pin))
    case (.enterPasskey, .passkey(let number)): call.reply(.uint32(number))
    default: return
    }
    forget()
  }

  /// Refuses what is asked, as no.
  func reject() { refuse(Self.rejected) }

  /// Ends the question about a device that is no longer being paired.
  func end(_ device: String) {
    if pairing?.device == device { refuse(Self.cancelled) }
  }

  private static let rejected = BusError("org.bluez.Error.Rejected", "")
  private static let cancelled = BusError("org.bluez.Error.Canceled", "")

  private func refuse(_ error: BusError) {
    call?.fail(error)
    forget()
  }

  private func forget() {
    call = nil
    guard pairing != nil else { return }
    pairing = nil
    onChange()
  }

  private func take(_ new: MethodCall) {
    switch new.member {
    case "Cancel", "Release":
      new.reply()
      refuse(Self.cancelled)
    case "AuthorizeService":
      let device = new.arguments[0].objectPath ?? ""
      if isPaired(device) { new.reply() } else { new.fail(Self.rejected) }
    default: ask(new)
    }
  }

  private func ask(_ new: MethodCall) {
    guard let asked = BluetoothPairing(member: new.member, new.arguments), isPaired(asked.device) else {
      return new.fail(Self.rejected)
    }
    // BlueZ asks one thing at a time: what it asked before is over.
    call?.fail(Self.cancelled)
    call = asked.isAsked ? new : nil
    if !asked.isAsked { new.reply() }
    pairing = asked
    onChange()
  }
}
