/// Values along a row in memory that another object owns, by their places.
///
/// The code that makes a row checks that it exists; indices are not checked.
@safe struct Row<Element> {
  fileprivate let base: UnsafeMutablePointer<Element>

  /// `base` is the address of the place 0, which may lie outside of the row.
  init(_ base: UnsafeMutablePointer<Element>) { unsafe self.base = unsafe base }

  subscript(place: Int) -> Element {
    @inline(__always) get { unsafe base[place] }
    @inline(__always) nonmutating set { unsafe base[place] = newValue }
  }
}

extension Row {
  /// The address of the place 0, which may lie outside of the row, for loops in C.
  @unsafe var pointer: UnsafeMutablePointer<Element> { unsafe base }
}

/// Memory for values of one type, which is freed with the object.
@safe final class Memory<Element> {
  let count: Int
  private let base: UnsafeMutablePointer<Element>

  /// Allocates at least one value; `Element` must be trivial.
  init(repeating value: Element, count: Int) {
    self.count = max(count, 1)
    unsafe base = .allocate(capacity: self.count)
    unsafe base.initialize(repeating: value, count: self.count)
  }

  /// Copies `values`, which must not be empty.
  init(_ values: [Element]) {
    count = values.count
    unsafe base = .allocate(capacity: count)
    // All at once: a debug build takes a hundred times as long for one after the other.
    let room = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe _ = room.initialize(fromContentsOf: values)
  }

  deinit { unsafe base.deallocate() }

  /// A row whose place 0 is the value with the index `first`, which may lie outside; places that are used may not.
  @inline(__always) func row(_ first: Int) -> Row<Element> { unsafe Row(base + first) }

  func fill(_ value: Element) { unsafe base.update(repeating: value, count: count) }

  /// A copy of all values.
  var values: [Element] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The bytes of all values.
  var bytes: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
  }
}
