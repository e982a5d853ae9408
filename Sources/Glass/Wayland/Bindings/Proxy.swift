import CWayland

/// A protocol object that we share with the compositor: the base class of all generated classes.
///
/// The owner holds a reference; releasing the last one destroys the object, unless `destroy` did so before.
@MainActor @safe public class Proxy {
  /// The request that destroys an object, with the first version that has it.
  struct Destructor {
    var opcode: UInt32
    var since: UInt32
  }

  /// The number of proxies that exist, to find leaks.
  public private(set) static var liveCount = 0

  /// The version of the interface, as bound or inherited.
  public let version: UInt32
  let display: Display
  /// The `wl_proxy`; nil once destroyed.
  private(set) var native: OpaquePointer?
  /// Whether this is the `wl_display`, which ends with the connection and whose events libwayland handles.
  private let isDisplay: Bool
  /// Whether the destructor request was sent, while events still arrive.
  private var isEnding = false

  class var interfaceIndex: Int { preconditionFailure("\(self) is no interface") }
  class var destructor: Destructor? { nil }

  /// The protocol's name for this type.
  public static var interfaceName: String { interfaceTable.name(interfaceIndex) }
  /// The highest version of the interface in the bindings.
  static var knownVersion: UInt32 { interfaceTable.version(interfaceIndex) }

  required init(adopting native: OpaquePointer, display: Display) {
    unsafe self.native = unsafe native
    self.display = display
    isDisplay = unsafe native == display.native
    version = unsafe wl_proxy_get_version(native)
    unsafe display.add(self, native: native)
    Proxy.liveCount += 1
    if !isDisplay {
      let status = unsafe wl_proxy_add_dispatcher(
        native, dispatchEvent, nil, Unmanaged.passUnretained(self).toOpaque())
      precondition(status == 0, "\(Self.interfaceName) has a dispatcher already")
    }
  }

  isolated deinit {
    destroy()
  }

  public var isDestroyed: Bool { unsafe native == nil }

  /// Sends the interface's destructor request, if it has one, and frees the object; idempotent.
  ///
  /// No event is delivered afterwards; handlers are released.
  public func destroy() {
    guard let native = unsafe native else { return }
    if !isDisplay, !isEnding, let destructor = Self.destructor(of: self) {
      _ = unsafe wl_proxy_marshal_array_flags(
        native, destructor.opcode, nil, version, UInt32(WL_MARSHAL_FLAG_DESTROY), nil)
      unsafe end(native)
    } else {
      forget()
    }
  }

  /// Sends the interface's destructor request, and goes on to deliver the events that the compositor sent before it
  /// got that, until `destroy` frees the object. Traps if the interface has no such request.
  func beginDestruction() {
    guard let native = unsafe native, !isEnding else { return }
    guard let destructor = Self.destructor(of: self) else {
      preconditionFailure("a \(Self.name(of: self)) has no destructor")
    }
    isEnding = true
    _ = unsafe wl_proxy_marshal_array_flags(native, destructor.opcode, nil, version, 0, nil)
  }

  private static func destructor(of proxy: Proxy) -> Destructor? {
    guard let destructor = type(of: proxy).destructor, proxy.version >= destructor.since else { return nil }
    return destructor
  }

  /// Frees the object without a request to the compositor; idempotent.
  func forget() {
    guard let native = unsafe native else { return }
    if !isDisplay { unsafe wl_proxy_destroy(native) }
    unsafe end(native)
  }

  private func end(_ native: OpaquePointer) {
    unsafe display.remove(native)
    unsafe self.native = nil
    Proxy.liveCount -= 1
    dropHandler()
  }

  // MARK: - For generated code

  /// Decodes an event and calls the handler; generated classes override this.
  func receive(_ opcode: Int, _ arguments: EventArguments) {}

  /// Releases the handler and its captures.
  func dropHandler() {}

  /// Traps if the object's version is lower than `since`, the first version with a request.
  func require(_ since: UInt32, for request: StaticString) {
    precondition(
      version >= since, "\(Self.name(of: self)).\(request) needs version \(since), bound at \(version)")
  }

  /// Sends a request; traps if the object is destroyed.
  ///
  /// The corresponding C function is `wl_proxy_marshal_array_flags`.
  func send(_ opcode: UInt32, _ arguments: [RequestArgument], destroys: Bool = false) {
    let native = unsafe living(opcode)
    let flags = destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0
    unsafe arguments.withNative {
      _ = unsafe wl_proxy_marshal_array_flags(native, opcode, nil, version, flags, $0)
    }
    if destroys { unsafe end(native) }
  }

  /// Sends a request that creates an object of the given version; traps if this object is destroyed.
  func create<P: Proxy>(_ opcode: UInt32, _ arguments: [RequestArgument], version: UInt32) -> P {
    let native = unsafe living(opcode)
    let interface = unsafe interfaceTable[P.interfaceIndex]
    let created = unsafe arguments.withNative {
      unsafe wl_proxy_marshal_array_flags(native, opcode, interface, version, 0, $0)
    }
    guard let created = unsafe created else { preconditionFailure("no memory for a \(P.interfaceName)") }
    return unsafe P(adopting: created, display: display)
  }

  private func living(_ opcode: UInt32) -> OpaquePointer {
    guard let native = unsafe native else {
      preconditionFailure("request \(opcode) to a destroyed \(Self.name(of: self))")
    }
    return unsafe native
  }

  private static func name(of proxy: Proxy) -> String { interfaceTable.name(type(of: proxy).interfaceIndex) }
}

/// Finds the proxy of an event and passes the event to it; libwayland calls this for each event.
private nonisolated func dispatchEvent(
  _: UnsafeRawPointer?, target: UnsafeMutableRawPointer?, opcode: UInt32, _: UnsafePointer<wl_message>?,
  arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  nonisolated(unsafe) let target = unsafe target
  nonisolated(unsafe) let arguments = unsafe arguments
  return MainActor.assumeIsolated {
    guard let target = unsafe target, let arguments = unsafe arguments,
      let data = unsafe wl_proxy_get_user_data(OpaquePointer(target))
    else { return -1 }
    let proxy = unsafe Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
    unsafe proxy.receive(Int(opcode), EventArguments(arguments, display: proxy.display))
    return 0
  }
}
