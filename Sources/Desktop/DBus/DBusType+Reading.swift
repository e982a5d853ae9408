import DesktopModel

nonisolated extension DBusType {
  /// The library's code of the type; that of a container is the first of its signature.
  var code: Unicode.Scalar { description.unicodeScalars.first ?? "\0" }

  /// Whether the elements of an array of this type are laid out in a message as in memory.
  var isContiguous: Bool {
    switch self {
    case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: true
    default: false
    }
  }

  /// The cost of one array element of this type in `ReadLimits.visits`, by its reading time; contents of
  /// arrays and variants in it are extra.
  var visits: Int {
    switch self {
    case .structure(let members): members.reduce(Self.containerVisits) { $0 + $1.visits }
    case .variant, .array, .dictionary: Self.containerVisits
    default: Self.textVisits
    }
  }

  static let textVisits = 4
  static let containerVisits = 24
  /// The cost of a dictionary entry, low so that one after a hundred thousand others is still found.
  static let entryVisits = 6

  /// Whether the type contains no arrays and no variants, so that only texts vary in length.
  var isPlain: Bool {
    switch self {
    case .structure(let members): members.allSatisfy(\.isPlain)
    default: isBasic
    }
  }
}
