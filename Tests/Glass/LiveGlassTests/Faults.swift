import Geometry
import Rendering

/// Counts allocations of memory and descriptors, and makes one of them fail.
final class Faults {
  private(set) var count = 0
  /// The number, from 1, of the allocation that fails; nil if none does.
  var failing: Int?

  /// Counts an allocation, and returns whether it fails.
  var isNextFailing: Bool {
    count += 1
    return count == failing
  }

  /// Counts an allocation, and throws if it is the one that fails.
  func allocate() throws(RenderingError) {
    if isNextFailing { throw .allocation(what: "buffer", PixelSize(width: 1, height: 1)) }
  }
}
