import DBusValues
import Notifications

nonisolated extension NotificationRequest {
  /// How much of a call is taken in.
  static let readLimits = ReadLimits(
    textBytes: Limits.markup, bytes: Limits.imageBytes, elements: 4096, visits: Limits.visits,
    keys: Hints.names)

  /// The arguments of Notify, which have the types that its description states; the last may be missing.
  init(arguments given: [DBusValue]) {
    self.init()
    let missing: [DBusValue] = [.strings([]), .options([:]), .int32(-1)]
    let arguments = given.count < 8 ? given + missing.suffix(8 - given.count) : given
    applicationName = arguments[0].string ?? ""
    replacesID = arguments[1].uint32 ?? 0
    icon = arguments[2].string ?? ""
    summary = arguments[3].string ?? ""
    body = arguments[4].string ?? ""
    actions = arguments[5].strings ?? []
    if case .dictionary(_, _, let pairs) = arguments[6] {
      hints = pairs.compactMap { pair in
        guard let name = pair.key.string, Hints.names.contains(name) else { return nil }
        return Hint(name, HintValue(pair.value.unwrapped))
      }
    }
    expireTimeout = arguments[7].int32 ?? -1
  }
}

nonisolated extension HintValue {
  /// A value out of its variant.
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
