import CSystemd
import DBusValues
import Glibc

/// Reads the arguments of a message, from the first to the last.
@safe struct MessageReader {
  private let native: OpaquePointer
  private var limits: ReadLimits
  private let budget: Budget

  /// What may still be visited.
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

  private func read(_ type: DBusType, depth: Int) throws(BusError) -> DBusValue {
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
        try elements(element.description) { () throws(BusError) in
          try read(element, depth: depth + 1)
        } pass: { () throws(BusError) in
          _ = try discarding.read(element, depth: 0)
        })
    case .dictionary(let key, let value):
      // By far the most frequent ones are not spelt out each time.
      let isUsual = key == .string && value == .variant
      let signature = isUsual ? "sv" : "\(key)\(value)"
      return .dictionary(
        key: key, value: value,
        try elements(isUsual ? "{sv}" : "{\(signature)}") { () throws(BusError) in
          try entry(key, value, signature: signature, depth: depth + 1)
        } pass: { () throws(BusError) in
          _ = try discarding.entry(key, value, signature: signature, depth: 0)
        })
    case .structure(let members):
      try enter("r", members.signature)
      var values: [DBusValue] = []
      for member in members where !budget.isSpent { values.append(try read(member, depth: depth + 1)) }
      try leave()
      return .structure(values)
    }
  }

  /// The corresponding C function is `sd_bus_message_read_basic`.
  private func basic<Value>(_ code: Unicode.Scalar, _ zero: Value) throws(BusError) -> Value {
    var value = zero
    let result = unsafe withUnsafeMutablePointer(to: &value) {
      unsafe sd_bus_message_read_basic(native, CChar(code.value), $0)
    }
    guard result > 0 else { throw Self.unreadable }
    return value
  }

  private func text(_ code: Unicode.Scalar) throws(BusError) -> String {
    let characters = unsafe try basic(code, UnsafePointer<CChar>?.none)
    guard let characters = unsafe characters else { return "" }
    let start = unsafe UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self)
    var length = unsafe strnlen(characters, limits.textBytes)
    if length == limits.textBytes {
      // Not in the middle of a character's code: those bytes are 10xxxxxx.
      while length > 0, unsafe start[length] & 0xc0 == 0x80 { length -= 1 }
    }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// The corresponding C function is `sd_bus_message_read_array`.
  private func byteArray() throws(BusError) -> [UInt8] {
    var start: UnsafeRawPointer?
    var count = 0
    guard unsafe sd_bus_message_read_array(native, Self.code("y"), &start, &count) >= 0 else {
      throw Self.unreadable
    }
    guard let start = unsafe start, count <= limits.bytes else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  private func variant(depth: Int) throws(BusError) -> DBusValue {
    let signature = unsafe try String(cString: contentsOfVariant())
    guard let types = DBusType.parse(signature), types.count == 1 else { throw Self.unreadable }
    try enter("v", signature)
    let value = try read(types[0], depth: depth + 1)
    try leave()
    return value
  }

  /// Nil: its key is none that is wanted.
  private func entry(
    _ key: DBusType, _ value: DBusType, signature: String, depth: Int
  ) throws(BusError) -> DBusValue.Pair? {
    try enter("e", signature)
    let name = try read(key, depth: depth)
    var found: DBusValue?
    if depth == 1, let wanted = limits.keys, let text = name.string, !wanted.contains(text) {
      try skip(value, depth: depth)
    } else {
      found = try read(value, depth: depth)
    }
    try leave()
    return found.map { DBusValue.Pair(name, $0) }
  }

  /// Goes past a value; the library does it alone unless that may take long.
  ///
  /// The corresponding C function is `sd_bus_message_skip`.
  private func skip(_ type: DBusType, depth: Int) throws(BusError) {
    // One code that is none of a variant is that of a number or a text.
    if type == .variant, case let contents = unsafe try contentsOfVariant(), unsafe contents[1] == 0,
      unsafe contents[0] != Self.code("v")
    {
      guard unsafe sd_bus_message_skip(native, "v") > 0 else { throw Self.unreadable }
    } else {
      _ = try discarding.read(type, depth: depth)
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
  private func elements<Element>(
    _ signature: String, _ next: () throws(BusError) -> Element?, pass: () throws(BusError) -> Void
  ) throws(BusError) -> [Element] {
    try enter("a", signature)
    var elements: [Element] = []
    while try !isAtEnd() {
      // Left as it is: nothing more of the message is read.
      if budget.isSpent { return elements }
      budget.visits -= 1
      if elements.count < limits.elements {
        if let element = try next() { elements.append(element) }
      } else {
        try pass()
      }
    }
    try leave()
    return elements
  }

  /// Reads on and keeps nothing.
  private var discarding: MessageReader {
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
}
