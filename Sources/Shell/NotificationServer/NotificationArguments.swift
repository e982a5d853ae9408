import DBus
import Notifications

/// The arguments of a call of Notify, as far as they must be known before it is answered; the rest lies in the message.
struct NotificationArguments {
  private let applicationName, icon, summary, body: BorrowedText
  /// With what `NotificationRequest.mayReplace` goes by, and what must be read in between.
  private var request = NotificationRequest()

  /// Reads them in their order; the last may be missing. `lender` keeps what is too large to be copied.
  init(_ reader: MessageReader, _ lender: MessageLender) throws(BusError) {
    applicationName = try reader.borrowedText()
    let replaced = try reader.uint32()
    if replaced != 0 { request.replacesID = NotificationID(rawValue: replaced) }
    icon = try reader.borrowedText()
    summary = try reader.borrowedText()
    body = try reader.borrowedText()
    request.actions = try reader.strings()
    if !reader.isSpent { request.hints = try reader.hints(lender) }
    if !reader.isSpent { request.expireTimeout = try reader.int32() }
  }

  /// Whether the identifier depends on the whole request.
  var mayReplace: Bool { request.mayReplace }

  /// All of them; the message still lives.
  func makeRequest() -> NotificationRequest {
    var request = request
    request.applicationName = applicationName.string
    request.icon = icon.string
    request.summary = summary.string
    request.body = body.string
    return request
  }
}
