package import DBusValues
import Glibc

/// Reads the arguments of a message, from the first to the last.
@safe package struct MessageReader {
  package let cursor: MessageCursor
  package private(set) var limits: ReadLimits
  let budget: Budget

  /// How much may still be done, in `ReadLimits.visits`.
  final class Budget {
    var visits: Int
    init(_ visits: Int) { self.visits = visits }
    var isSpent: Bool { visits <= 0 }
  }

  /// `message` outlives the reader.
  init(_ message: Message, limits: ReadLimits) {
    cursor = MessageCursor(message)
    self.limits = limits
    budget = Budget(limits.visits)
  }

  /// Whether the limit of visits is reached, so that nothing that follows is read any more.
  package var isSpent: Bool { budget.isSpent }

  /// All arguments, or those that there are until the limit of visits is reached.
  ///
  /// Throws if they cannot be read: what the message says about itself is wrong, or it is too deep.
  func readAll() throws(BusError) -> [DBusValue] {
    guard let types = cursor.signature.flatMap(DBusType.parse) else { throw MessageCursor.unreadable }
    return try read(types)
  }

  /// The same, where the types are known to be these.
  package func read(_ types: [DBusType]) throws(BusError) -> [DBusValue] {
    var values: [DBusValue] = []
    for type in types where !budget.isSpent { values.append(try read(type, depth: 0)) }
    return values
  }

  /// One value; `depth`: containers that it lies in.
  package func read(_ type: DBusType, depth: Int) throws(BusError) -> DBusValue {
    guard depth <= DBusType.depthLimit else {
      throw .invalidArguments("expected at most \(DBusType.depthLimit) containers in each other")
    }
    switch type {
    case .byte: return .byte(try cursor.basic("y", UInt8()))
    case .boolean: return .boolean(try cursor.basic("b", Int32()) != 0)
    case .int16: return .int16(try cursor.basic("n", Int16()))
    case .uint16: return .uint16(try cursor.basic("q", UInt16()))
    case .int32: return .int32(try cursor.basic("i", Int32()))
    case .uint32: return .uint32(try cursor.basic("u", UInt32()))
    case .int64: return .int64(try cursor.basic("x", Int64()))
    case .uint64: return .uint64(try cursor.basic("t", UInt64()))
    case .double: return .double(try cursor.basic("d", Double()))
    case .string: return .string(try text("s"))
    case .objectPath: return .objectPath(try text("o"))
    case .signature: return .signature(try text("g"))
    case .variant: return .variant(try variant(depth: depth))
    case .array(.byte): return .bytes(try byteArray())
    case .array(let element) where isDiscarding && element.isContiguous:
      _ = unsafe try cursor.contiguousArray(element.code)
      return .array(element, [])
    case .array(let element):
      return .array(
        element,
        try elements(element, signature: element.description) { () throws(BusError) in
          try read(element, depth: depth + 1)
        } pass: { () throws(BusError) in
          _ = try discarding.read(element, depth: 0)
        })
    case .dictionary(let key, let value):
      // By far the most frequent ones are not spelt out each time.
      let isUsual = key == .string && value == .variant
      let signature = isUsual ? "sv" : "\(key)\(value)"
      if isUsual, depth == 0, let wanted = limits.keys {
        return .dictionary(key: key, value: value, try pairs(wanted))
      }
      return .dictionary(
        key: key, value: value,
        try elements(.dictionary(key: key, value: value), signature: isUsual ? "{sv}" : "{\(signature)}") {
          () throws(BusError) in
          try entry(key, value, signature: signature, depth: depth + 1)
        } pass: { () throws(BusError) in
          _ = try discarding.entry(key, value, signature: signature, depth: 0)
        })
    case .structure(let members):
      return .structure(
        try inStructure(members.signature) { () throws(BusError) in
          var values: [DBusValue] = []
          for member in members where !budget.isSpent { values.append(try read(member, depth: depth + 1)) }
          return values
        })
    }
  }

  /// One of the types of text, which `code` is that of.
  func text(_ code: Unicode.Scalar) throws(BusError) -> String {
    unsafe try cursor.characters(code).map { unsafe Self.text($0, limit: limits.textBytes) } ?? ""
  }

  /// Not more than `limit` bytes of it.
  static func text(_ characters: UnsafePointer<CChar>, limit: Int) -> String {
    let start = unsafe UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self)
    var length = unsafe strnlen(characters, limit)
    if length == limit {
      // Not in the middle of a character's code: those bytes are 10xxxxxx.
      while length > 0, unsafe start[length] & 0xc0 == 0x80 { length -= 1 }
    }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  private func byteArray() throws(BusError) -> [UInt8] {
    let bytes = unsafe try cursor.contiguousArray("y")
    return bytes.count <= limits.bytes ? unsafe [UInt8](bytes) : []
  }

  private func variant(depth: Int) throws(BusError) -> DBusValue {
    let signature = unsafe try String(cString: cursor.contentsOfVariant())
    guard let types = DBusType.parse(signature), types.count == 1 else {
      throw MessageCursor.unreadable
    }
    return try inVariant(signature) { () throws(BusError) in try read(types[0], depth: depth + 1) }
  }

  /// What `read` reads in a variant that holds values of that signature.
  package func inVariant<Value>(_ signature: String, _ read: () throws(BusError) -> Value) throws(BusError)
    -> Value
  {
    budget.visits -= DBusType.containerVisits * signature.utf8.count
    try cursor.enter("v", signature)
    let value = try read()
    try leave()
    return value
  }

  /// What `read` reads in a structure of members of that signature.
  package func inStructure<Value>(_ members: String, _ read: () throws(BusError) -> Value) throws(BusError)
    -> Value
  {
    try cursor.enter("r", members)
    let value = try read()
    try leave()
    return value
  }

  func entry(
    _ key: DBusType, _ value: DBusType, signature: String, depth: Int
  ) throws(BusError) -> DBusValue.Pair {
    try cursor.enter("e", signature)
    let name = try read(key, depth: depth)
    let value = try read(value, depth: depth)
    try leave()
    return DBusValue.Pair(name, value)
  }

  /// What `next` reads of an array of that type, as long as there may be more; `pass` goes past the rest.
  func elements<Element>(
    _ type: DBusType, signature: String, _ next: () throws(BusError) -> Element,
    pass: () throws(BusError) -> Void
  ) throws(BusError) -> [Element] {
    try cursor.enter("a", signature)
    let visits = type.visits
    let isPlain = type.isPlain
    var elements: [Element] = []
    while elements.count < limits.elements, try !cursor.isAtEnd() {
      // Left as it is: nothing more of the message is read.
      if budget.isSpent { return elements }
      // To be kept takes longer.
      budget.visits -= visits * 4
      elements.append(try next())
    }
    while !budget.isSpent, try !cursor.isAtEnd() {
      budget.visits -= visits
      if isPlain { try cursor.skip(signature) } else { try pass() }
    }
    try leave()
    return elements
  }

  /// Reads on and keeps nothing.
  var discarding: MessageReader {
    var reader = self
    reader.limits = ReadLimits(textBytes: 0, bytes: 0, elements: 0)
    return reader
  }

  private var isDiscarding: Bool { limits.elements == 0 }

  /// Goes on behind the container; one of which not all was read stays, as nothing more is read.
  func leave() throws(BusError) {
    if !budget.isSpent { try cursor.leave() }
  }
}
