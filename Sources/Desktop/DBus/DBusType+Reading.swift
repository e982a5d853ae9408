import DBusValues

nonisolated extension DBusType {
  /// What the library calls a type by; of a container, its first.
  var code: Unicode.Scalar { description.unicodeScalars.first ?? "\0" }

  /// Whether an array of it lies in a message as in memory.
  var isContiguous: Bool {
    switch self {
    case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: true
    default: false
    }
  }

  /// What one of it in an array counts, without what is in arrays and variants in it: by the time that it takes.
  var visits: Int {
    switch self {
    case .structure(let members): members.reduce(Self.containerVisits) { $0 + $1.visits }
    case .variant, .array, .dictionary: Self.containerVisits
    default: Self.textVisits
    }
  }

  static let textVisits = 4
  static let containerVisits = 24
  /// Little for what it takes, so that one behind a hundred thousand others is found.
  static let entryVisits = 6

  /// Nothing in it may be of any length but texts.
  var isPlain: Bool {
    switch self {
    case .structure(let members): members.allSatisfy(\.isPlain)
    default: isBasic
    }
  }
}
