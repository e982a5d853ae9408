import CSystemd

/// The position in a message's arguments up to which they have been read.
///
/// Methods throw the error to reply with if the next argument is not of the requested type.
@safe package struct MessageCursor {
  package let native: OpaquePointer

  package static let unreadable = BusError.invalidArguments("the message cannot be read")

  /// Rewinds to the first argument of `message`, which outlives the cursor.
  ///
  /// The corresponding C function is `sd_bus_message_rewind`.
  init(_ message: Message) {
    unsafe native = message.native
    unsafe sd_bus_message_rewind(native, 1)
  }

  /// The signature of all arguments; nil if it cannot be read.
  ///
  /// The corresponding C function is `sd_bus_message_get_signature`.
  var signature: String? {
    unsafe sd_bus_message_get_signature(native, 1).map { unsafe String(cString: $0) }
  }

  /// Reads a value of the basic type with that code.
  ///
  /// The corresponding C function is `sd_bus_message_read_basic`.
  package func basic<Value>(_ code: Unicode.Scalar, _ zero: Value) throws(BusError) -> Value {
    var value = zero
    let result = unsafe withUnsafeMutablePointer(to: &value) {
      unsafe sd_bus_message_read_basic(native, Self.code(code), $0)
    }
    guard result > 0 else { throw Self.unreadable }
    return value
  }

  /// Reads a text, as a pointer into the message that is valid while the message lives.
  func characters(_ code: Unicode.Scalar) throws(BusError) -> UnsafePointer<CChar>? {
    unsafe try basic(code, UnsafePointer<CChar>?.none)
  }

  /// Reads an array of fixed-size elements, as a pointer into the message that is valid while
  /// the message lives.
  ///
  /// The corresponding C function is `sd_bus_message_read_array`.
  package func contiguousArray(_ code: Unicode.Scalar) throws(BusError) -> UnsafeRawBufferPointer {
    var start: UnsafeRawPointer?
    var count = 0
    guard unsafe sd_bus_message_read_array(native, Self.code(code), &start, &count) >= 0 else {
      throw Self.unreadable
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
  }

  /// The signature of the contents of the next variant, valid while the message lives.
  ///
  /// The corresponding C function is `sd_bus_message_peek_type`.
  func contentsOfVariant() throws(BusError) -> UnsafePointer<CChar> {
    var code: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_peek_type(native, &code, &contents) > 0, let contents = unsafe contents else {
      throw Self.unreadable
    }
    return unsafe contents
  }

  /// Skips one value.
  ///
  /// The corresponding C function is `sd_bus_message_skip`.
  func skip(_ signature: String) throws(BusError) {
    guard unsafe sd_bus_message_skip(native, signature) > 0 else { throw Self.unreadable }
  }

  /// Enters the next container, which is of that type.
  func enter(_ code: Unicode.Scalar, _ contents: String) throws(BusError) {
    guard try enterNext(code, contents) else { throw Self.unreadable }
  }

  /// Enters the next container or array element; returns false if there is none.
  ///
  /// The corresponding C function is `sd_bus_message_enter_container`.
  func enterNext(_ code: Unicode.Scalar, _ contents: String) throws(BusError) -> Bool {
    let result = unsafe sd_bus_message_enter_container(native, Self.code(code), contents)
    guard result >= 0 else { throw Self.unreadable }
    return result > 0
  }

  /// Leaves the container, all of which must have been read.
  ///
  /// The corresponding C function is `sd_bus_message_exit_container`.
  func leave() throws(BusError) {
    guard unsafe sd_bus_message_exit_container(native) >= 0 else { throw Self.unreadable }
  }

  /// Whether the current container is read to its end.
  ///
  /// The corresponding C function is `sd_bus_message_at_end`.
  func isAtEnd() throws(BusError) -> Bool {
    let result = unsafe sd_bus_message_at_end(native, 0)
    guard result >= 0 else { throw Self.unreadable }
    return result > 0
  }

  static func code(_ code: Unicode.Scalar) -> CChar { CChar(code.value) }
}
