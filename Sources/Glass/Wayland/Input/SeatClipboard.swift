import CPlatform
import Geometry
import Glibc
import Loop

/// Copying and pasting of text.
///
/// The compositor announces the clipboard's content to the client that has keyboard focus.
@MainActor final class SeatClipboard {
  /// The greatest number of bytes of a pasted text: more than people write, and little memory.
  static let limit = 1 << 20
  /// The MIME types of text, the best first; the later ones come from X11.
  fileprivate static let kinds = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]

  /// The greatest number of transfers at a time; each holds a pipe and the rest of its text.
  static let mostTransfers = 16
  /// The time within which a compositor announces a copied text; if it does not, it has silently refused it.
  static let patience = Duration.milliseconds(500)

  /// The prefix of the MIME types that only our own offers have.
  fileprivate static let ownKind = "application/x-hyaline-\(getpid())"

  private weak var seats: Seats?
  /// The text that we offer ourselves; the compositor may have refused it.
  private var own: Own?
  private var transfers: [ObjectIdentifier: TextTransfer] = [:]
  /// The number of texts that were copied so far.
  private var copies = 0

  init(_ seats: Seats) {
    self.seats = seats
  }

  /// Ends every transfer and withdraws the offered text; idempotent.
  func destroy() {
    for transfer in Array(transfers.values) { transfer.cancel() }
    own?.source.destroy()
    own = nil
  }

  private struct Own {
    var source: WlDataSource
    var text: String
    /// A MIME type that only the offer of this text has.
    var kind: String
    var time: Instant
    /// The offer that the clipboard held before.
    weak var former: WlDataOffer?
  }

  /// Whether a device's clipboard holds our own text, or may be about to.
  private func holdsOwn(_ device: ClipboardDevice?) -> Bool {
    guard let own, let seats else { return false }
    if let kind = device?.offer?.ownKind { return kind == own.kind }
    return device?.offer?.proxy === own.former && seats.loop.now < own.time + Self.patience
  }

  /// Reads the text of a device's clipboard for `Seats.paste`.
  func paste(from device: ClipboardDevice?, _ answer: @escaping (String?) -> Void) {
    if let own, holdsOwn(device) { return answer(own.text) }
    guard let seats, transfers.count < Self.mostTransfers, let offer = device?.offer,
      let kind = Self.kinds.first(where: offer.kinds.contains)
    else {
      return answer(nil)
    }
    var ends: [Int32] = [-1, -1]
    guard unsafe hyaline_pipe(&ends) == 0 else { return answer(nil) }
    guard seats.connection.canCarry(ends[1]) else {
      for end in ends { close(end) }
      return answer(nil)
    }
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

  /// Puts `text` into a device's clipboard for `Seats.copy`; `serial` is that of the input that allows it.
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
    // The source of a text that was accepted gets the event `cancelled` and is destroyed then.
    refused?.destroy()
  }

  /// Sends the text of one of our sources, which may be older than the last: it stays valid if the last one
  /// was refused.
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

/// The clipboard of one seat.
@MainActor final class ClipboardDevice {
  /// The clipboard's content, as a program offers it.
  struct Offer {
    var proxy: WlDataOffer
    var kinds: Set<String> = []
    /// The MIME type that marks a text of our own; nil: the text is another program's.
    var ownKind: String?
  }

  let proxy: WlDataDevice
  private(set) var offer: Offer?
  /// Offers that were announced, and may become the clipboard's or a drag's.
  private var announced: [ObjectIdentifier: Offer] = [:]

  static func manager(_ connection: Connection) -> WlDataDeviceManager? {
    try? connection.globals.shared(WlDataDeviceManager.self, version: 3, atLeast: 2)
  }

  /// Follows the clipboard of `seat`; nil if the compositor has none, or a version without a destructor for
  /// devices.
  init?(_ connection: Connection, seat: WlSeat) {
    guard let manager = Self.manager(connection) else { return nil }
    proxy = manager.getDataDevice(seat: seat)
    proxy.onEvent = { [unowned self] _, event in receive(event) }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys the device and its offers, before the seat is destroyed; idempotent.
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
        // Other MIME types are not stored, since there may be any number.
        guard case .offer(let kind) = event else { return }
        if kind.hasPrefix(SeatClipboard.ownKind) { announced[ObjectIdentifier(proxy)]?.ownKind = kind }
        if SeatClipboard.kinds.contains(kind) { announced[ObjectIdentifier(proxy)]?.kinds.insert(kind) }
      }
    case .selection(let chosen):
      offer?.proxy.destroy()
      offer = chosen.flatMap { announced.removeValue(forKey: ObjectIdentifier($0)) }
    // Our surfaces take no drops, so the offers of drags are destroyed.
    case .enter(_, _, _, _, let dragged):
      if let dragged { announced.removeValue(forKey: ObjectIdentifier(dragged))?.proxy.destroy() }
    case .leave, .motion, .drop: break
    }
  }
}
