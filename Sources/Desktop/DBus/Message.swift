import CSystemd
import DesktopModel
import Glibc

/// A message of the sd-bus library, received or about to be sent.
@MainActor @safe final class Message {
  let native: OpaquePointer

  /// Adopts the caller's reference.
  init(owning native: OpaquePointer) {
    unsafe self.native = unsafe native
  }

  /// Adds a reference to a message of which the caller keeps its own, such as the library during a callback.
  ///
  /// The corresponding C function is `sd_bus_message_ref`.
  init(retaining native: OpaquePointer) {
    unsafe self.native = unsafe sd_bus_message_ref(native)
  }

  /// The corresponding C function is `sd_bus_message_unref`.
  isolated deinit { unsafe sd_bus_message_unref(native) }

  enum Kind: UInt8 {
    case methodCall = 1
    case methodReturn = 2
    case methodError = 3
    case signal = 4
  }

  /// The kind of message; nil for an unknown kind, which must be ignored.
  var kind: Kind? {
    var raw: UInt8 = 0
    guard unsafe sd_bus_message_get_type(native, &raw) >= 0 else { return nil }
    return Kind(rawValue: raw)
  }

  var path: String { unsafe Self.text(sd_bus_message_get_path(native)) }
  var interface: String { unsafe Self.text(sd_bus_message_get_interface(native)) }
  var member: String { unsafe Self.text(sd_bus_message_get_member(native)) }
  var sender: String { unsafe Self.text(sd_bus_message_get_sender(native)) }
  /// The signature of all arguments.
  var signature: String { unsafe Self.text(sd_bus_message_get_signature(native, 1)) }
  /// Whether the caller lets us have the user asked for a password.
  var allowsAuthentication: Bool {
    unsafe sd_bus_message_get_allow_interactive_authorization(native) > 0
  }
  var expectsReply: Bool { unsafe sd_bus_message_get_expect_reply(native) > 0 }

  /// The error of an error reply; nil for other messages.
  var error: BusError? {
    guard let error = unsafe sd_bus_message_get_error(native) else { return nil }
    return unsafe BusError(Self.text(error.pointee.name), Self.text(error.pointee.message))
  }

  /// The length in bytes at which the text of a header field or of an error is cut. Names have 255 bytes at most, and the paths
  /// and errors of programs are shorter than this.
  private static let longestText = 4096

  // MARK: - Comparing

  // These compare a header field without copying it.

  /// The corresponding C function is `sd_bus_message_get_path`.
  func isAt(_ path: String) -> Bool { unsafe Self.equal(sd_bus_message_get_path(native), path) }
  /// The corresponding C function is `sd_bus_message_get_interface`.
  func hasInterface(_ name: String) -> Bool { unsafe Self.equal(sd_bus_message_get_interface(native), name) }
  /// The corresponding C function is `sd_bus_message_get_member`.
  func hasMember(_ name: String) -> Bool { unsafe Self.equal(sd_bus_message_get_member(native), name) }
  /// The corresponding C function is `sd_bus_message_get_sender`.
  func isSent(by name: String) -> Bool { unsafe Self.equal(sd_bus_message_get_sender(native), name) }
  /// Compares the signature of all arguments. The corresponding C function is `sd_bus_message_get_signature`.
  func hasSignature(_ signature: String) -> Bool {
    unsafe Self.equal(sd_bus_message_get_signature(native, 1), signature)
  }

  /// Whether the call names an interface, which a caller may leave out.
  var namesInterface: Bool { unsafe sd_bus_message_get_interface(native) != nil }

  private nonisolated static func equal(_ characters: UnsafePointer<CChar>?, _ text: String) -> Bool {
    guard let characters = unsafe characters else { return text.isEmpty }
    return unsafe text.withCString { unsafe strcmp(characters, $0) == 0 }
  }

  private static func text(_ characters: UnsafePointer<CChar>?) -> String {
    guard let characters = unsafe characters else { return "" }
    return unsafe MessageReader.text(characters, limit: longestText)
  }

  // MARK: - New ones

  /// Makes the reply to this call.
  func makeReply() -> Message? {
    var message: OpaquePointer?
    guard unsafe sd_bus_message_new_method_return(native, &message) >= 0 else { return nil }
    return unsafe message.map { unsafe Message(owning: $0) }
  }

  /// Makes the error reply to this call.
  func makeReply(_ error: BusError) -> Message? {
    var message: OpaquePointer?
    let result = unsafe error.name.withCString { name in
      unsafe error.message.withCString { text in
        var native = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
        return unsafe sd_bus_message_new_method_error(self.native, &message, &native)
      }
    }
    guard result >= 0 else { return nil }
    return unsafe message.map { unsafe Message(owning: $0) }
  }

  /// Makes a call to be sent; `bus` must be open.
  static func makeCall(_ call: Call, on bus: OpaquePointer) -> Message? {
    var message: OpaquePointer?
    guard
      unsafe sd_bus_message_new_method_call(
        bus, &message, call.destination, call.path, call.interface, call.member) >= 0
    else { return nil }
    unsafe sd_bus_message_set_auto_start(message, call.startsService ? 1 : 0)
    // The library overwrites the memory of the message when it is released: a password may be among the arguments.
    unsafe sd_bus_message_sensitive(message)
    return unsafe message.map { unsafe Message(owning: $0) }
  }

  /// Makes a signal to be sent; `bus` must be open.
  static func makeSignal(
    path: String, interface: String, member: String, destination: String?, on bus: OpaquePointer
  ) -> Message? {
    var message: OpaquePointer?
    guard unsafe sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0 else { return nil }
    if let destination { unsafe sd_bus_message_set_destination(message, destination) }
    return unsafe message.map { unsafe Message(owning: $0) }
  }
}
