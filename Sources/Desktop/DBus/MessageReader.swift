package import DesktopModel
import Glibc

/// Reads the arguments of a message, from the first to the last.
@safe package struct MessageReader {
  package let cursor: MessageCursor
  package private(set) var limits: ReadLimits
  let budget: Budget

  /// The parts of `ReadLimits.visits` and `ReadLimits.copiedBytes` that are left.
  final class Budget {
    var visits: Int
    private(set) var bytes: Int

    init(_ limits: ReadLimits) { (visits, bytes) = (limits.visits, limits.copiedBytes) }

    var isSpent: Bool { visits <= 0 }

    /// Subtracts a number of copied bytes; returns false if fewer are left, after which nothing more is read.
    func take(bytes count: Int) -> Bool {
      guard count <= bytes else {
        visits = 0
        return false
      }
      bytes -= count
      return true
    }
  }

  /// Reads from the first argument of `message`, which outlives the reader.
  init(_ message: Message, limits: ReadLimits) {
    cursor = MessageCursor(message)
    self.limits = limits
    budget = Budget(limits)
  }

  /// Whether nothing more is read: a limit of the whole message is reached, or the library refuses a text of it.
  package var isSpent: Bool { budget.isSpent }

  /// Reads all arguments, or as much as `ReadLimits.allowsPart` permits.
  ///
  /// Throws if they cannot be read: the signature is wrong, containers are nested too deeply, or there is more than the limits
  /// permit.
  func readAll() throws(BusError) -> [DBusValue] {
    guard let signature = cursor.signature, let types = Self.types(of: signature) else {
      throw MessageCursor.unreadable
    }
    return try read(types)
  }

  /// The types of signatures that were read before: a service tells its changes by few.
  private static var knownTypes: [String: [DBusType]] = [:]
  /// Limit of the number of signatures that are known, more than all services that we follow use; any program can make up
  /// others.
  private static let mostKnownTypes = 64

  private static func types(of signature: String) -> [DBusType]? {
    if let types = knownTypes[signature] { return types }
    let types = DBusType.parse(signature)
    if knownTypes.count < mostKnownTypes { knownTypes[signature] = types }
    return types
  }

  /// Reads arguments of these types, or as much as `ReadLimits.allowsPart` permits.
  package func read(_ types: [DBusType]) throws(BusError) -> [DBusValue] {
    var values: [DBusValue] = []
    for type in types where !budget.isSpent { values.append(try read(type, depth: 0)) }
    if budget.isSpent, !limits.allowsPart { throw .tooLarge }
    return values
  }

  /// Reads one value; `depth` is the number of containers around it.
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
    case .array(let element): return .array(element, try array(element, depth: depth))
    case .dictionary(let key, let value):
      return .dictionary(key: key, value: value, try dictionary(key, value, depth: depth))
    case .structure(let members):
      return .structure(
        try inStructure(members.signature) { () throws(BusError) in
          var values: [DBusValue] = []
          for member in members where !budget.isSpent { values.append(try read(member, depth: depth + 1)) }
          return values
        })
    }
  }

  /// Reads a value of the text type with that code.
  func text(_ code: Unicode.Scalar) throws(BusError) -> String {
    guard let characters = unsafe try characters(code) else { return "" }
    // A text that is longer than what may still be copied is not walked to its end.
    let length = unsafe strnlen(characters, min(limits.textBytes - 1, budget.bytes) + 1)
    guard budget.take(bytes: length) else { return "" }
    return unsafe Self.text(characters, limit: limits.textBytes)
  }

  /// Reads a text, as a pointer into the message; nil if the reading has ended with it, see `end`.
  func characters(_ code: Unicode.Scalar) throws(BusError) -> UnsafePointer<CChar>? {
    do throws(BusError) {
      return unsafe try cursor.characters(code)
    } catch {
      try end(with: error)
      return nil
    }
  }

  /// Skips one value that contains no arrays and no variants but itself.
  func skip(_ signature: String) throws(BusError) {
    do throws(BusError) { try cursor.skip(signature) } catch { try end(with: error) }
  }

  /// Ends the reading with a text that the library refuses, if `ReadLimits.allowsPart` permits that; throws `error` otherwise.
  ///
  /// The library neither reads nor skips a text with noncharacters such as U+FFFE, which the bus passes on.
  private func end(with error: BusError) throws(BusError) {
    guard limits.allowsPart else { throw error }
    budget.visits = 0
  }

  /// Copies at most `limit` bytes of a text.
  static func text(_ characters: UnsafePointer<CChar>, limit: Int) -> String {
    let start = unsafe UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self)
    var length = unsafe strnlen(characters, limit)
    if length == limit {
      // The cut must not split a character, whose continuation bytes are 10xxxxxx.
      while length > 0, unsafe start[length] & 0xc0 == 0x80 { length -= 1 }
    }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// Subtracts a number of copied bytes; returns false if fewer are left, after which nothing more is read.
  package func takes(_ bytes: Int) -> Bool { budget.take(bytes: bytes) }

  private func byteArray() throws(BusError) -> [UInt8] {
    let bytes = unsafe try cursor.contiguousArray("y")
    return bytes.count <= limits.bytes && takes(bytes.count) ? unsafe [UInt8](bytes) : []
  }

  private func array(_ element: DBusType, depth: Int) throws(BusError) -> [DBusValue] {
    if isDiscarding, element.isContiguous {
      _ = unsafe try cursor.contiguousArray(element.code)
      return []
    }
    return try elements(element, signature: element.description) { () throws(BusError) in
      try read(element, depth: depth + 1)
    } pass: { () throws(BusError) in
      _ = try discarding.read(element, depth: 0)
    }
  }

  private func dictionary(
    _ key: DBusType, _ value: DBusType, depth: Int
  ) throws(BusError) -> [DBusValue.Pair] {
    // The most frequent type of dictionary needs no new signature each time.
    let isUsual = key == .string && value == .variant
    let signature = isUsual ? "sv" : "\(key)\(value)"
    if isUsual, depth == 0, let wanted = limits.keys { return try pairs(wanted) }
    return try elements(
      .dictionary(key: key, value: value), signature: isUsual ? "{sv}" : "{\(signature)}"
    ) { () throws(BusError) in
      try entry(key, value, signature: signature, depth: depth + 1)
    } pass: { () throws(BusError) in
      _ = try discarding.entry(key, value, signature: signature, depth: 0)
    }
  }

  private func variant(depth: Int) throws(BusError) -> DBusValue {
    let signature = unsafe try String(cString: cursor.contentsOfVariant())
    guard let types = DBusType.parse(signature), types.count == 1 else {
      throw MessageCursor.unreadable
    }
    return try inVariant(signature) { () throws(BusError) in try read(types[0], depth: depth + 1) }
  }

  /// Reads a variant with contents of that signature by `read`.
  package func inVariant<Value>(_ signature: String, _ read: () throws(BusError) -> Value) throws(BusError)
    -> Value
  {
    budget.visits -= DBusType.containerVisits * signature.utf8.count
    try cursor.enter("v", signature)
    let value = try read()
    try leave()
    return value
  }

  /// Reads a structure with members of that signature by `read`.
  package func inStructure<Value>(_ members: String, _ read: () throws(BusError) -> Value) throws(BusError)
    -> Value
  {
    try cursor.enter("r", members)
    let value = try read()
    try leave()
    return value
  }

  /// Reads an entry of a dictionary; nil if the reading has ended with its key.
  func entry(
    _ key: DBusType, _ value: DBusType, signature: String, depth: Int
  ) throws(BusError) -> DBusValue.Pair? {
    try cursor.enter("e", signature)
    let name = try read(key, depth: depth)
    if budget.isSpent { return nil }
    let value = try read(value, depth: depth)
    try leave()
    return DBusValue.Pair(name, value)
  }

  /// Reads an array of that type: `next` reads elements up to the limit, `pass` skips the rest. `next` returns nil if the
  /// reading has ended before the element.
  func elements<Element>(
    _ type: DBusType, signature: String, _ next: () throws(BusError) -> Element?,
    pass: () throws(BusError) -> Void
  ) throws(BusError) -> [Element] {
    try cursor.enter("a", signature)
    let visits = type.visits
    let isPlain = type.isPlain
    var elements: [Element] = []
    while elements.count < limits.elements, try !cursor.isAtEnd() {
      // The cursor stays within the array: nothing more of the message is read.
      if budget.isSpent { return elements }
      // An element that is kept takes longer than one that is skipped.
      budget.visits -= visits * 4
      guard let element = try next() else { return elements }
      elements.append(element)
    }
    while !budget.isSpent, try !cursor.isAtEnd() {
      budget.visits -= visits
      if isPlain { try skip(signature) } else { try pass() }
    }
    try leave()
    return elements
  }

  /// A reader from the same position that keeps no contents.
  var discarding: MessageReader {
    var reader = self
    reader.limits = ReadLimits(textBytes: 0, bytes: 0, elements: 0, allowsPart: limits.allowsPart)
    return reader
  }

  private var isDiscarding: Bool { limits.elements == 0 }

  /// Leaves the container; does nothing if the reading has ended, see `isSpent`.
  func leave() throws(BusError) {
    if !budget.isSpent { try cursor.leave() }
  }
}
