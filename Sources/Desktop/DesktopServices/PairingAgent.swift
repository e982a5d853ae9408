import DBus
import DesktopModel

/// The agent `org.bluez.Agent1` of this program, by which BlueZ asks the user about a pairing.
///
/// The agent serves the devices that this program pairs: it does not request to become the default agent.
@MainActor final class PairingAgent {
  /// The request of BlueZ that is to be shown; nil if there is none.
  private(set) var pairing: BluetoothPairing?
  private let bus: MessageBus
  private let objects: FollowedTree
  private let isPaired: (_ device: String) -> Bool
  private let onChange: () -> Void
  /// The call of BlueZ that is to be answered; nil if there is none.
  private var call: MethodCall?
  private var isRegistered = true

  private static let path = "/org/hyaline/bluetooth/agent"
  private static let manager = (path: "/org/bluez", interface: "org.bluez.AgentManager1")
  /// The capability of a panel: it can show codes, ask questions and take typed text.
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

  /// Registers the agent with the present BlueZ. `isPaired` returns whether this program is pairing a device;
  /// `onChange` is called after changes of `pairing`.
  init(
    _ bus: MessageBus, _ objects: FollowedTree, isPaired: @escaping (_ device: String) -> Bool,
    onChange: @escaping () -> Void
  ) {
    (self.bus, self.objects, self.isPaired, self.onChange) = (bus, objects, isPaired, onChange)
    bus.export(
      BusObject(path: Self.path, interfaces: [Self.interface]) {
        [unowned self] call, reader throws(BusError) in
        // Any program on the bus could call the agent.
        guard objects.isOwner(call.sender) else { throw Self.rejected }
        try call.readArguments(reader)
        take(call)
      })
    objects.call(
      Self.manager.path, Self.manager.interface, "RegisterAgent",
      [.objectPath(Self.path), .string(Self.capability)])
  }

  isolated deinit { close() }

  /// Unregisters the agent, and cancels the request without a call of `onChange`; idempotent.
  func close() {
    guard isRegistered else { return }
    isRegistered = false
    bus.unexport(Self.path)
    call?.fail(Self.cancelled)
    (call, pairing) = (nil, nil)
    objects.call(
      Self.manager.path, Self.manager.interface, "UnregisterAgent", [.objectPath(Self.path)])
  }

  /// Answers the request; an answer of another kind is ignored.
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

  /// Rejects the request.
  func reject() { refuse(Self.rejected) }

  /// Cancels the request about a device that is no longer being paired.
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
    // BlueZ makes one request at a time, so the earlier one is over.
    call?.fail(Self.cancelled)
    call = asked.isAsked ? new : nil
    if !asked.isAsked { new.reply() }
    pairing = asked
    onChange()
  }
}
