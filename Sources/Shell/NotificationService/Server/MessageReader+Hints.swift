import CSystemd
import DBus
import DesktopModel
import Notifications

extension MessageReader {
  /// Reads the hints of a call of Notify; pictures above `Limits.copiedImageBytes` stay in the
  /// message, which `retainer` keeps.
  func hints(_ retainer: MessageRetainer) throws(BusError) -> [NotificationRequest.Hint] {
    try options(Hints.names) { name throws(BusError) in
      if Hints.pictureNames.contains(name), let value = try picture(retainer) {
        return NotificationRequest.Hint(name, value)
      }
      return NotificationRequest.Hint(name, HintValue(try read(.variant, depth: 1).unwrapped))
    }
  }

  /// Reads a variant that holds a picture; reads nothing and returns nil for any other variant.
  private func picture(_ retainer: MessageRetainer) throws(BusError) -> HintValue? {
    let signature = "(iiibiiay)"
    guard try variantHolds(signature) else { return nil }
    return try inVariant(signature) { () throws(BusError) in
      try inStructure("iiibiiay") { () throws(BusError) in
        let (width, height, stride) = (try int32(), try int32(), try int32())
        let hasAlpha = try cursor.basic("b", Int32()) != 0
        let (bits, channels) = (try int32(), try int32())
        return .structure([
          .integer(Int64(width)), .integer(Int64(height)), .integer(Int64(stride)), .boolean(hasAlpha),
          .integer(Int64(bits)), .integer(Int64(channels)), try bytes(retainer),
        ])
      }
    }
  }

  private func bytes(_ retainer: MessageRetainer) throws(BusError) -> HintValue {
    let bytes = unsafe try cursor.contiguousArray("y")
    if bytes.count > limits.bytes {
      unsafe retainer.discard(bytes, of: cursor.native)
      return .bytes([])
    }
    if bytes.count > Limits.copiedImageBytes, let sent = unsafe retainer.share(bytes, of: cursor.native) {
      return .sent(sent)
    }
    return takes(bytes.count) ? unsafe .bytes([UInt8](bytes)) : .bytes([])
  }
}
