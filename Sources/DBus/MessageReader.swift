import CSystemd
import DBusValues
import Glibc

/// Reads the arguments of a message, from the first to the last.
@safe struct MessageReader {
  let native: OpaquePointer
  private(set) var limits: ReadLimits
  private let budget: Budget

  /// How much may still be done, in `ReadLimits.visits`.
  private final class Budget {
    var visits: Int
    init(_ visits: Int) { self.visits = visits }
    var isSpent: Bool { visits <= 0 }
  }

  /// `message` outlives the reader.
  init(_ message: Message, limits: ReadLimits) {
    unsafe native = message.native
    self.limits = limits
    budget = Budget(limits.visits)
    unsafe sd_bus_message_rewind(native, 1)
  }

  /// Whether the limit of visits is reached, so that nothing that follows is read any more.
  var isSpent: Bool { budget.isSpent }

  /// All arguments, or those that there are until the limit of visits is reached.
  ///
  /// Throws if they cannot be read: what the message says about itself is wrong, or it is too deep.
  func readAll() throws(BusError) -> [DBusValue] {
    guard let signature = unsafe sd_bus_message_get_signature(native, 1),
      let types = unsafe DBusType.parse(String(cString: signature))
    else { throw Self.unreadable }
    return try read(types)
  }

  /// The same, where the types are known to be these.
  func read(_ types: [DBusType]) throws(BusError) -> [DBusValue] {
    var values: [DBusValue] = []
    for type in types where !budget.isSpent { values.append(try read(type, depth: 0)) }
    return values
  }

  private static let unreadable = BusError.invalidArguments("the message cannot be read")

  /// One value; `depth`: containers that it lies in.
  func read(_ type: DBusType, depth: Int) throws(BusError) -> DBusValue {
    guard depth <= DBusType.depthLimit else {
      throw .invalidArguments("expected at most \(DBusType.depthLimit) containers in each other")
    }
    switch type {
    case .byte: return .byte(try basic("y", UInt8()))
    case .boolean: return .boolean(try basic("b", Int32()) != 0)
    case .int16: return .int16(try basic("n", Int16()))
    case .uint16: return .uint16(try basic("q", UInt16()))
    case .int32: return .int32(try basic("i", Int32()))
    case .uint32: return .uint32(try basic("u", UInt32()))
    case .int64: return .int64(try basic("x", Int64()))
    case .uint64: return .uint64(try basic("t", UInt64()))
    case .double: return .double(try basic("d", Double()))
    case .string: return .string(try text("s"))
    case .objectPath: return .objectPath(try text("o"))
    case .signature: return .signature(try text("g"))
    case .variant: return .variant(try variant(depth: depth))
    case .array(.byte): return .bytes(try byteArray())
    case .array(let element) where isDiscarding && element.isContiguous:
      try skipContiguous(element)
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

  /// The corresponding C function is `sd_bus_message_read_basic`.
  func basic<Value>(_ code: Unicode.Scalar, _ zero: Value) throws(BusError) -> Value {
    var value = zero
    let result = unsafe withUnsafeMutablePointer(to: &value) {
      unsafe sd_bus_message_read_basic(native, CChar(code.value), $0)
    }
    guard result > 0 else { throw Self.unreadable }
    return value
  }

  /// The corresponding C function is `sd_bus_message_read_basic`; `code` is that of one of the types of text.
  func text(_ code: Unicode.Scalar) throws(BusError) -> String {
    let characters = unsafe try basic(code, UnsafePointer<CChar>?.none)
    return unsafe characters.map { unsafe Self.text($0, limit: limits.textBytes) } ?? ""
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
    let bytes = unsafe try borrowedBytes()
    return bytes.count <= limits.bytes ? unsafe [UInt8](bytes) : []
  }

  /// An `ay`, where it lies: no longer than the message lives.
  ///
  /// The corresponding C function is `sd_bus_message_read_array`.
  func borrowedBytes() throws(BusError) -> UnsafeRawBufferPointer {
    var start: UnsafeRawPointer?
    var count = 0
    guard unsafe sd_bus_message_read_array(native, Self.code("y"), &start, &count) >= 0 else {
      throw Self.unreadable
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }

  private func variant(depth: Int) throws(BusError) -> DBusValue {
    let signature = unsafe try String(cString: contentsOfVariant())
    guard let types = DBusType.parse(signature), types.count == 1 else { throw Self.unreadable }
    return try inVariant(signature) { () throws(BusError) in try read(types[0], depth: depth + 1) }
  }

  /// What `read` reads in a variant that holds values of that signature.
  func inVariant<Value>(_ signature: String, _ read: () throws(BusError) -> Value) throws(BusError) -> Value {
    budget.visits -= DBusType.containerVisits * signature.utf8.count
    try enter("v", signature)
    let value = try read()
    try leave()
    return value
  }

  /// What `read` reads in a structure of members of that signature.
  func inStructure<Value>(_ members: String, _ read: () throws(BusError) -> Value) throws(BusError) -> Value {
    try enter("r", members)
    let value = try read()
    try leave()
    return value
  }

  func entry(
    _ key: DBusType, _ value: DBusType, signature: String, depth: Int
  ) throws(BusError) -> DBusValue.Pair {
    try enter("e", signature)
    let name = try read(key, depth: depth)
    let value = try read(value, depth: depth)
    try leave()
    return DBusValue.Pair(name, value)
  }

  /// Of a dictionary from texts to variants, the entries whose keys are `wanted`.
  func pairs(_ wanted: Set<String>) throws(BusError) -> [DBusValue.Pair] {
    try options(wanted) { name throws(BusError) in .init(.string(name), try read(.variant, depth: 1)) }
  }

  /// Of a dictionary from texts to variants, what `next` reads of the variants whose keys are `wanted`.
  ///
  /// A sender may add a hundred thousand others: as little as can be is done for each.
  func options<Value>(
    _ wanted: Set<String>, _ next: (String) throws(BusError) -> Value
  ) throws(BusError) -> [Value] {
    let longest = wanted.reduce(0) { max($0, $1.utf8.count) }
    var values: [Value] = []
    try enter("a", "{sv}")
    while !budget.isSpent, try enterNext("e", "sv") {
      budget.visits -= DBusType.entryVisits
      let key = unsafe try basic("s", UnsafePointer<CChar>?.none)
      if let key = unsafe key, unsafe strnlen(key, longest + 1) <= longest,
        case let name = unsafe String(cString: key), wanted.contains(name), values.count < limits.elements
      {
        values.append(try next(name))
      } else {
        try skipVariant()
      }
      try leave()
    }
    try leave()
    return values
  }

  /// Whether the variant that comes next holds values of that signature.
  func variantHolds(_ signature: String) throws(BusError) -> Bool {
    unsafe try strcmp(contentsOfVariant(), signature) == 0
  }

  /// The library does it alone unless that may take long.
  private func skipVariant() throws(BusError) {
    var length = 0
    var mayBeLong = false
    let contents = unsafe try contentsOfVariant()
    while case let code = unsafe contents[length], code != 0 {
      mayBeLong = mayBeLong || code == Self.code("a") || code == Self.code("v")
      length += 1
    }
    if mayBeLong {
      _ = try discarding.read(.variant, depth: 1)
    } else {
      budget.visits -= length * 2
      try skip("v")
    }
  }

  /// The signature of what the variant holds that comes next.
  ///
  /// The corresponding C function is `sd_bus_message_peek_type`.
  private func contentsOfVariant() throws(BusError) -> UnsafePointer<CChar> {
    var code: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_peek_type(native, &code, &contents) > 0, let contents = unsafe contents else {
      throw Self.unreadable
    }
    return unsafe contents
  }

  /// What `next` reads of an array of that type, as long as there may be more; `pass` goes past the rest.
  func elements<Element>(
    _ type: DBusType, signature: String, _ next: () throws(BusError) -> Element,
    pass: () throws(BusError) -> Void
  ) throws(BusError) -> [Element] {
    try enter("a", signature)
    let visits = type.visits
    let isPlain = type.isPlain
    var elements: [Element] = []
    while elements.count < limits.elements, try !isAtEnd() {
      // Left as it is: nothing more of the message is read.
      if budget.isSpent { return elements }
      // To be kept takes longer.
      budget.visits -= visits * 4
      elements.append(try next())
    }
    while !budget.isSpent, try !isAtEnd() {
      budget.visits -= visits
      if isPlain { try skip(signature) } else { try pass() }
    }
    try leave()
    return elements
  }

  /// Goes past one value.
  ///
  /// The corresponding C function is `sd_bus_message_skip`.
  private func skip(_ signature: String) throws(BusError) {
    guard unsafe sd_bus_message_skip(native, signature) > 0 else { throw Self.unreadable }
  }

  /// Reads on and keeps nothing.
  var discarding: MessageReader {
    var reader = self
    reader.limits = ReadLimits(textBytes: 0, bytes: 0, elements: 0)
    return reader
  }

  private var isDiscarding: Bool { limits.elements == 0 }

  /// The corresponding C function is `sd_bus_message_read_array`.
  private func skipContiguous(_ element: DBusType) throws(BusError) {
    var start: UnsafeRawPointer?
    var count = 0
    let code = element.description.utf8.first.map { CChar($0) } ?? 0
    guard unsafe sd_bus_message_read_array(native, code, &start, &count) >= 0 else { throw Self.unreadable }
  }

  private func enter(_ code: Unicode.Scalar, _ contents: String) throws(BusError) {
    guard unsafe sd_bus_message_enter_container(native, Self.code(code), contents) > 0 else {
      throw Self.unreadable
    }
  }

  /// The same of an array's next element; false: there is none.
  private func enterNext(_ code: Unicode.Scalar, _ contents: String) throws(BusError) -> Bool {
    let result = unsafe sd_bus_message_enter_container(native, Self.code(code), contents)
    guard result >= 0 else { throw Self.unreadable }
    return result > 0
  }

  private func leave() throws(BusError) {
    if budget.isSpent { return }
    guard unsafe sd_bus_message_exit_container(native) >= 0 else { throw Self.unreadable }
  }

  private func isAtEnd() throws(BusError) -> Bool {
    let result = unsafe sd_bus_message_at_end(native, 0)
    guard result >= 0 else { throw Self.unreadable }
    return result > 0
  }

  private static func code(_ code: Unicode.Scalar) -> CChar { CChar(code.value) }
}

nonisolated extension DBusType {
  /// Whether an array of it lies in a message as in memory.
  fileprivate var isContiguous: Bool {
    switch self {
    case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: true
    default: false
    }
  }

  /// What one of it in an array counts, without what is in arrays and variants in it: by the time that it takes.
  fileprivate var visits: Int {
    switch self {
    case .structure(let members): members.reduce(Self.containerVisits) { $0 + $1.visits }
    case .variant, .array, .dictionary: Self.containerVisits
    default: Self.textVisits
    }
  }

  fileprivate static let textVisits = 4
  fileprivate static let containerVisits = 24
  /// Little for what it takes, so that one behind a hundred thousand others is found.
  fileprivate static let entryVisits = 6

  /// Nothing in it may be of any length but texts.
  fileprivate var isPlain: Bool {
    switch self {
    case .structure(let members): members.allSatisfy(\.isPlain)
    default: isBasic
    }
  }
}
