import CWayland
import Glibc

/// The arguments of an event, valid only while it is delivered.
@safe struct EventArguments {
  private let values: UnsafePointer<wl_argument>
  private let display: Display

  init(_ values: UnsafePointer<wl_argument>, display: Display) {
    unsafe self.values = unsafe values
    self.display = display
  }

  func int(_ place: Int) -> Int32 { unsafe values[place].i }

  func uint(_ place: Int) -> UInt32 { unsafe values[place].u }

  func fixed(_ place: Int) -> Double { unsafe Double(values[place].f) / 256 }

  func optionalString(_ place: Int) -> String? {
    unsafe values[place].s.map { unsafe String(cString: $0) }
  }

  func string(_ place: Int) -> String { optionalString(place) ?? "" }

  func array(_ place: Int) -> [UInt8] {
    guard let array = unsafe values[place].a else { return [] }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: array.pointee.data, count: array.pointee.size))
  }

  /// The proxy of an object; nil if the argument is null, or if the object is destroyed or not ours.
  func object<P: Proxy>(_ place: Int) -> P? {
    guard let object = unsafe values[place].o else { return nil }
    return unsafe display.proxy(object) as? P
  }

  /// The object that the event creates, which is destroyed with its last reference.
  func newObject<P: Proxy>(_ place: Int) -> P {
    guard let object = unsafe values[place].o else { preconditionFailure("an event without its new object") }
    return unsafe P(adopting: object, display: display)
  }

  /// An open descriptor, which the receiver closes.
  func descriptor(_ place: Int) -> Int32 { unsafe values[place].h }

  func closeDescriptor(_ place: Int) { close(descriptor(place)) }
}
