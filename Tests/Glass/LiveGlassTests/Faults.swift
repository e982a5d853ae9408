import Geometry
import Rendering

/// Counts what needs memory or descriptors, and has one of it fail.
final class Faults {
  private(set) var count = 0
  /// The number, from 1, of the call that fails; nil: none does.
  var failing: Int?

  /// Counts a call, and returns whether it fails.
  var isNextFailing: Bool {
    count += 1
    return count == failing
  }

  /// Counts an allocation, and fails if it is the one that is to.
  func allocate() throws(RenderingError) {
    if isNextFailing { throw .allocation(what: "buffer", PixelSize(width: 1, height: 1)) }
  }
}
