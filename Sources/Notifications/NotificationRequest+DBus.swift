public import DBusValues

extension NotificationRequest {
  /// The signature of Notify's arguments.
  public static let signature = "susssasa{sv}i"

  /// Reads the arguments of Notify; nil if they are not those.
  ///
  /// Values of hints that mean nothing here are not looked at.
  public init?(arguments: [DBusValue]) {
    guard arguments.count == 8, case .string(let application) = arguments[0],
      case .uint32(let replaces) = arguments[1], case .string(let icon) = arguments[2],
      case .string(let summary) = arguments[3], case .string(let body) = arguments[4],
      case .array(.string, let actions) = arguments[5],
      case .dictionary(.string, .variant, let hints) = arguments[6], case .int32(let timeout) = arguments[7]
    else { return nil }
    applicationName = application
    replacesID = replaces
    self.icon = icon
    self.summary = summary
    self.body = body
    self.actions = actions.prefix(2 * Limits.actions).compactMap(\.string)
    self.hints = hints.compactMap { pair in
      guard let name = pair.key.string, Hints.isKnown(name) else { return nil }
      return Hint(name, HintValue(pair.value))
    }
    expireTimeout = timeout
  }
}

extension HintValue {
  /// Unwraps variants, also within each other.
  public init(_ value: DBusValue) {
    var value = value
    while case .variant(let inner) = value { value = inner }
    switch value {
    case .boolean(let boolean): self = .boolean(boolean)
    case .byte(let integer): self = .integer(Int64(integer))
    case .int16(let integer): self = .integer(Int64(integer))
    case .uint16(let integer): self = .integer(Int64(integer))
    case .int32(let integer): self = .integer(Int64(integer))
    case .uint32(let integer): self = .integer(Int64(integer))
    case .int64(let integer): self = .integer(integer)
    case .uint64(let integer): self = .integer(Int64(clamping: integer))
    case .double(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .bytes(let bytes): self = .bytes(bytes)
    case .structure(let members) where members.count <= 7: self = .structure(members.map(HintValue.init))
    case .array(.string, let elements): self = .strings(elements.prefix(Limits.urls).compactMap(\.string))
    case .array, .dictionary, .structure, .variant, .objectPath, .signature:
      self = .other(value.type.description)
    }
  }
}
