/// A protocol file as it was written: names, numbers and lines without resolved references.
struct Protocol: Equatable {
  var name: String
  var interfaces: [Interface]
}

/// An `<interface>` element.
struct Interface: Equatable {
  var name: String
  var version: Int
  var requests: [Message] = []
  var events: [Message] = []
  var enumerations: [Enumeration] = []
  var summary = ""
  var line: Int
}

/// A `<request>` or `<event>` element; its opcode is its index among those of its kind.
struct Message: Equatable {
  var name: String
  var since: Int
  var isDestructor: Bool
  var arguments: [Argument] = []
  var summary = ""
  var line: Int
}

/// An `<arg>` element.
struct Argument: Equatable {
  /// The types of arguments on the wire, by their names in XML.
  enum Kind: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  var name: String
  var kind: Kind
  var interface: String?
  /// The enumeration as it was written: `transform`, or `wl_output.transform` for that of another interface.
  var enumeration: String?
  var allowsNull: Bool
  var line: Int
}

/// An `<enum>` element.
struct Enumeration: Equatable {
  /// An `<entry>` element.
  struct Entry: Equatable {
    var name: String
    var value: UInt32
    var since: Int
  }

  var name: String
  var isBitfield: Bool
  var entries: [Entry] = []
  var summary = ""
}

/// A mistake in an input file, with its place.
struct ScannerError: Error, Equatable, CustomStringConvertible {
  var file: String
  /// The line of the mistake, from 1.
  var line: Int
  var message: String

  var description: String { "\(file):\(line): \(message)" }
}
