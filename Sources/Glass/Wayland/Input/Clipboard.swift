import CPlatform
import Geometry
import Glibc
import Loop

/// The clipboard's text, there and back.
///
/// What is in it is told to the client that has the keyboard.
@MainActor final class Clipboard {
  /// Bytes of text that are taken: more than people write, and less than makes a difference to us.
  static let limit = 1 << 20
  /// The kinds of text, the best first; the later ones come from X11.
  fileprivate static let kinds = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]

  /// Programs that are served at a time; each holds a pipe and what is left of the text.
  static let mostTransfers = 16
  /// In which a compositor has told what the clipboard holds, unless it has refused it, which it does without a word.
  static let patience = Duration.milliseconds(500)

  /// A kind that only an offer of ours has.
  fileprivate static let ownKind = "application/x-hyaline-\(getpid())"

  private weak var seats: Seats?
  /// What we offer ourselves, if the compositor has taken it.
  private var own: Own?
  private var transfers: [ObjectIdentifier: TextTransfer] = [:]
  /// Texts so far.
  private var copies = 0

  init(_ seats: Seats) {
    self.seats = seats
  }

  /// Ends every transfer, and takes back what is offered; idempotent.
  func destroy() {
    for transfer in Array(transfers.values) { transfer.cancel() }
    own?.source.destroy()
    own = nil
  }

  private struct Own {
    var source: WlDataSource
    var text: String
    /// Of this text only.
    var kind: String
    var time: Instant
    /// What the clipboard held before.
    weak var former: WlDataOffer?
  }

  /// Whether what a device holds is ours, or is about to be.
  private func holdsOwn(_ device: ClipboardDevice?) -> Bool {
    guard let own, let seats else { return false }
    if let kind = device?.offer?.ownKind { return kind == own.kind }
    return device?.offer?.proxy === own.former && seats.loop.now < own.time + Self.patience
  }

  /// As `Seats.paste`.
  func paste(from device: ClipboardDevice?, _ answer: @escaping (String?) -> Void) {
    if let own, holdsOwn(device) { return answer(own.text) }
    guard let seats, transfers.count < Self.mostTransfers, let offer = device?.offer,
      let kind = Self.kinds.first(where: offer.kinds.contains)
    else {
      return answer(nil)
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe hyaline_pipe(&ends) == 0 else { return answer(nil) }
    offer.proxy.receive(mimeType: kind, fd: ends[1])
    close(ends[1])
    _ = try? seats.connection.flush()
    begin { ended in
      TextTransfer(reading: ends[0], limit: Self.limit, loop: seats.loop) { bytes in
        ended()
        answer(bytes.map { String(decoding: $0, as: UTF8.self) })
      }
    }
  }

  /// As `Seats.copy`; `serial`: of the input on whose strength it is done.
  func copy(_ text: String, to device: ClipboardDevice, serial: UInt32) {
    guard let seats, let manager = ClipboardDevice.manager(seats.connection) else { return }
    let source = manager.createDataSource()
    copies += 1
    let ownKind = "\(Self.ownKind)-\(copies)"
    for kind in Self.kinds + [ownKind] { source.offer(mimeType: kind) }
    source.onEvent = { [unowned self] source, event in
      switch event {
      case .send(_, let descriptor): send(text, to: descriptor)
      case .cancelled:
        if own?.source === source { own = nil }
        source.destroy()
      default: break
      }
    }
    let refused = own.flatMap { holdsOwn(device) ? nil : $0.source }
    device.proxy.setSelection(source: source, serial: serial)
    own = Own(
      source: source, text: text, kind: ownKind, time: seats.loop.now, former: device.offer?.proxy)
    // One that was taken is told when its time is over.
    refused?.destroy()
  }

  /// Also of a copy before the last, which stays where that was refused.
  private func send(_ text: String, to descriptor: Int32) {
    guard let seats, !text.isEmpty, transfers.count < Self.mostTransfers else {
      close(descriptor)
      return
    }
    begin { ended in
      TextTransfer(writing: Array(text.utf8), to: descriptor, loop: seats.loop) { _ in ended() }
    }
  }

  /// Keeps a transfer until it has ended.
  private func begin(_ make: (_ ended: @escaping () -> Void) -> TextTransfer) {
    var id: ObjectIdentifier?
    let transfer = make { [unowned self] in
      if let id { transfers[id] = nil }
    }
    id = ObjectIdentifier(transfer)
    transfers[ObjectIdentifier(transfer)] = transfer
  }
}

/// What a seat's clipboard holds.
@MainActor final class ClipboardDevice {
  /// A program's, until something else is put there.
  struct Offer {
    var proxy: WlDataOffer
    var kinds: Set<String> = []
    /// By which we know a text of ours; nil: another program's.
    var ownKind: String?
  }

  let proxy: WlDataDevice
  private(set) var offer: Offer?
  /// Announced, and not yet said what for.
  private var announced: [ObjectIdentifier: Offer] = [:]

  static func manager(_ connection: Connection) -> WlDataDeviceManager? {
    try? connection.globals.shared(WlDataDeviceManager.self, version: 3, atLeast: 2)
  }

  /// Nil where the compositor has no clipboard, or one whose devices cannot be given back.
  init?(_ connection: Connection, seat: WlSeat) {
    guard let manager = Self.manager(connection) else { return nil }
    proxy = manager.getDataDevice(seat: seat)
    proxy.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Before its seat; idempotent.
  func destroy() {
    offer?.proxy.destroy()
    for offer in announced.values { offer.proxy.destroy() }
    (offer, announced) = (nil, [:])
    proxy.destroy()
  }

  private func receive(_ event: WlDataDevice.Event) {
    switch event {
    case .dataOffer(let new):
      announced[ObjectIdentifier(new)] = Offer(proxy: new)
      new.onEvent = { [unowned self] proxy, event in
        // Of others there may be any number.
        guard case .offer(let kind) = event else { return }
        if kind.hasPrefix(Clipboard.ownKind) { announced[ObjectIdentifier(proxy)]?.ownKind = kind }
        if Clipboard.kinds.contains(kind) { announced[ObjectIdentifier(proxy)]?.kinds.insert(kind) }
      }
    case .selection(let chosen):
      offer?.proxy.destroy()
      offer = chosen.flatMap { announced.removeValue(forKey: ObjectIdentifier($0)) }
    // Nothing is dropped on our surfaces.
    case .enter(_, _, _, _, let dragged):
      if let dragged { announced.removeValue(forKey: ObjectIdentifier(dragged))?.proxy.destroy() }
    case .leave, .motion, .drop: break
    }
  }
}
