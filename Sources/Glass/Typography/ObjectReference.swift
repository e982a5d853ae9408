import CPango

/// A reference to an object of GLib's, given up at the end of its life.
@safe struct ObjectReference: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  /// Takes over a reference.
  init(owning pointer: UnsafeMutableRawPointer) {
    unsafe self.pointer = unsafe pointer
  }

  /// Takes over a reference.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe UnsafeMutableRawPointer(pointer)
  }

  /// The object as one of those types that C does not declare in full.
  var opaque: OpaquePointer { unsafe OpaquePointer(pointer) }

  /// The corresponding C function is `g_object_unref`.
  deinit { unsafe g_object_unref(pointer) }
}
