/// Values in memory that someone else owns, by their places along a row.
///
/// Who makes it has checked that the row is there; single places are not checked.
@safe struct Row<Element> {
  fileprivate let base: UnsafeMutablePointer<Element>

  /// `base` is the value at the place 0, which need not be part of the row.
  init(_ base: UnsafeMutablePointer<Element>) { unsafe self.base = unsafe base }

  subscript(place: Int) -> Element {
    @inline(__always) get { unsafe base[place] }
    @inline(__always) nonmutating set { unsafe base[place] = newValue }
  }
}

extension Row {
  /// Where the place 0 is or would be, for loops in C.
  @unsafe var pointer: UnsafeMutablePointer<Element> { unsafe base }
}

/// Memory of one kind of values, which ends with it.
@safe final class Memory<Element> {
  let count: Int
  private let base: UnsafeMutablePointer<Element>

  /// `Element` must be trivial.
  init(repeating value: Element, count: Int) {
    self.count = max(count, 1)
    unsafe base = .allocate(capacity: self.count)
    unsafe base.initialize(repeating: value, count: self.count)
  }

  /// The values of an array, which is not empty.
  convenience init(_ values: [Element]) {
    self.init(repeating: values[0], count: values.count)
    for (index, value) in values.enumerated() { unsafe base[index] = value }
  }

  deinit { unsafe base.deallocate() }

  /// The row whose place 0 is the value number `first`; `first` may lie outside, but no place may that is used.
  @inline(__always) func row(_ first: Int) -> Row<Element> { unsafe Row(base + first) }

  func fill(_ value: Element) { unsafe base.update(repeating: value, count: count) }

  /// All of it.
  var values: [Element] { unsafe Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The bytes of all of it.
  var bytes: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
  }
}
