/// A protocol file as it was written: names, numbers and lines, nothing looked up.
struct Protocol: Equatable {
  var name: String
  var interfaces: [Interface]
}

/// One `<interface>`.
struct Interface: Equatable {
  var name: String
  var version: Int
  var requests: [Message] = []
  var events: [Message] = []
  var enumerations: [Enumeration] = []
  var summary = ""
  var line: Int
}

/// One `<request>` or `<event>`; its opcode is its place among those of its kind.
struct Message: Equatable {
  var name: String
  var since: Int
  var isDestructor: Bool
  var arguments: [Argument] = []
  var summary = ""
  var line: Int
}

/// One `<arg>`.
struct Argument: Equatable {
  /// The types of the wire, by their names in XML.
  enum Kind: String {
    case int, uint, fixed, string, object, array, fd
    case newID = "new_id"
  }

  var name: String
  var kind: Kind
  var interface: String?
  /// As written: `transform`, or `wl_output.transform` for another interface's.
  var enumeration: String?
  var allowsNull: Bool
  var line: Int
}

/// One `<enum>`.
struct Enumeration: Equatable {
  /// One `<entry>`.
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

/// What is wrong with an input, and where.
struct ScannerError: Error, Equatable, CustomStringConvertible {
  var file: String
  /// From 1.
  var line: Int
  var message: String

  var description: String { "\(file):\(line): \(message)" }
}
