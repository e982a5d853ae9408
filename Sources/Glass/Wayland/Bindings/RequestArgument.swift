import CWayland
import Glibc

/// An argument of a request.
@safe enum RequestArgument {
  case int(Int32)
  case uint(UInt32)
  case fixed(Double)
  case string(String?)
  case object(Proxy?)
  /// An object of another library on the same connection.
  case foreign(OpaquePointer)
  /// The placeholder for an object that the request creates.
  case newObject
  /// The name of a new object's interface, where the protocol does not fix it.
  case interface(Proxy.Type)
  case array([UInt8])
  /// A descriptor, which libwayland duplicates, so that the caller still owns it.
  case descriptor(Int32)
}

extension [RequestArgument] {
  /// Calls `body` with libwayland's form of the arguments, whose copies of text and bytes live as long as the call.
  func withNative<Result>(_ body: (UnsafeMutablePointer<wl_argument>?) -> Result) -> Result {
    var native = unsafe [wl_argument]()
    var copies: [UnsafeMutableRawPointer] = unsafe []
    defer { while let copy = unsafe copies.popLast() { unsafe free(copy) } }
    for argument in self {
      var value = unsafe wl_argument()
      switch argument {
      case .int(let number): unsafe value.i = number
      case .uint(let number): unsafe value.u = number
      case .fixed(let number): unsafe value.f = Int32((number * 256).rounded())
      case .string(nil): unsafe value.s = nil
      case .string(let text?):
        let copy = unsafe Self.copy(text)
        unsafe copies.append(copy)
        unsafe value.s = UnsafePointer(copy)
      case .object(let proxy):
        precondition(proxy?.isDestroyed != true, "a destroyed object passed to a request")
        unsafe value.o = unsafe proxy?.native
      case .foreign(let native): unsafe value.o = unsafe native
      case .newObject: unsafe value.o = nil
      case .interface(let type): unsafe value.s = unsafe interfaceTable[type.interfaceIndex].pointee.name
      case .array(let bytes):
        let copy = unsafe Self.copy(bytes)
        unsafe copies.append(copy)
        unsafe value.a = unsafe copy
      case .descriptor(let number): unsafe value.h = number
      }
      unsafe native.append(value)
    }
    return unsafe native.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
  }

  private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
    guard let copy = unsafe strdup(text) else {
      preconditionFailure("no memory for \(text.utf8.count) bytes")
    }
    return unsafe copy
  }

  /// Copies bytes to a `wl_array` that shares one allocation with them; the caller frees it.
  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<wl_array> {
    let header = unsafe MemoryLayout<wl_array>.size
    guard let block = unsafe malloc(header + bytes.count) else {
      preconditionFailure("no memory for \(bytes.count) bytes")
    }
    unsafe (block + header).copyMemory(from: bytes, byteCount: bytes.count)
    let array = unsafe block.bindMemory(to: wl_array.self, capacity: 1)
    unsafe array.initialize(to: wl_array(size: bytes.count, alloc: bytes.count, data: block + header))
    return unsafe array
  }
}
