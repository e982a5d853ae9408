import DBus
import Notifications

/// The arguments of a call of Notify that are read before it is answered; texts stay in the message.
struct NotificationArguments {
  private let applicationName, icon, summary, body: BorrowedText
  /// The request with the arguments that `mayReplace` depends on and those between them.
  private var request = NotificationRequest()

  /// Reads the arguments in their order; those after the summary may be missing. `retainer` keeps what is too
  /// large to be copied.
  init(_ reader: MessageReader, _ retainer: MessageRetainer) throws(BusError) {
    applicationName = try reader.borrowedText()
    let replaced = try reader.uint32()
    if replaced != 0 { request.replacesID = NotificationID(rawValue: replaced) }
    icon = try reader.borrowedText()
    summary = try reader.borrowedText()
    if reader.isSpent { throw MessageCursor.unreadable }
    body = try reader.borrowedText()
    if !reader.isSpent { request.actions = try reader.strings() }
    if !reader.isSpent { request.hints = try reader.hints(retainer) }
    if !reader.isSpent { request.expireTimeout = try reader.int32() }
  }

  /// Whether the identifier depends on the whole request.
  var mayReplace: Bool { request.mayReplace }

  /// Whether the request may name files, which are read before the call is answered.
  var mayNameFiles: Bool {
    icon.hasPrefix("/") || icon.hasPrefix("file:") || request.hintsNameFiles || body.hasTag("img")
  }

  /// Makes the request with all arguments, while the message still lives.
  func makeRequest() -> NotificationRequest {
    var request = request
    request.applicationName = applicationName.string
    request.icon = icon.string
    request.summary = summary.string
    request.body = body.string
    return request
  }
}
