import CPango

/// A reference to a GObject, which is released at the end of its lifetime.
@safe struct ObjectReference: ~Copyable {
  let pointer: UnsafeMutableRawPointer

  /// Adopts a reference to the object at `pointer`, which is released with this value.
  init(owning pointer: UnsafeMutableRawPointer) {
    unsafe self.pointer = unsafe pointer
  }

  /// Adopts a reference to the object at `pointer`, which is released with this value.
  init(owning pointer: OpaquePointer) {
    unsafe self.pointer = unsafe UnsafeMutableRawPointer(pointer)
  }

  /// The pointer for C types that are not declared in full.
  var opaque: OpaquePointer { unsafe OpaquePointer(pointer) }

  /// Releases the reference.
  ///
  /// The corresponding C function is `g_object_unref`.
  deinit { unsafe g_object_unref(pointer) }
}
