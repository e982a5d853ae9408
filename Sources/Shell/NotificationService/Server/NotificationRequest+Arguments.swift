package import DBus
import DesktopModel
import Notifications

nonisolated extension NotificationRequest {
  /// Limits on what is read of a call of Notify.
  package static let readLimits = ReadLimits(
    textBytes: Limits.markup, bytes: Limits.imageBytes, elements: 4096, visits: Limits.visits,
    copiedBytes: Limits.copiedBytes, keys: Hints.names, allowsPart: true)
}

nonisolated extension HintValue {
  /// Makes a hint's value of a received value, without its variants.
  init(_ value: DBusValue) {
    switch value {
    case .boolean(let value): self = .boolean(value)
    case .byte, .int16, .uint16, .int32, .uint32, .int64: self = .integer(Int64(value.integer ?? 0))
    case .uint64(let value): self = .integer(Int64(clamping: value))
    case .double(let value): self = .number(value)
    case .string(let value), .objectPath(let value), .signature(let value): self = .string(value)
    case .bytes(let value): self = .bytes(value)
    case .array(.string, _): self = .strings(value.strings ?? [])
    case .structure(let members): self = .structure(members.map { HintValue($0.unwrapped) })
    case .array, .dictionary: self = .other(value.type.description)
    case .variant(let inner): self.init(inner)
    }
  }
}
