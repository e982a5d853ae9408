import DesktopModel
public import Geometry

/// Decides when the heap is trimmed, which returns free pages to the system.
///
/// A trim takes up to some milliseconds, and so is done after a quiet time and not after each call.
public struct HeapTrimPolicy: Equatable, Sendable {
  /// Number of notifications opened or closed after which the heap is trimmed; fewer leave
  /// little free memory.
  static let changes = 256
  /// Quiet time before a trim.
  static let calm = Duration.seconds(1)
  /// Bytes of a call whose memory is returned sooner.
  static let large = 32 * 1024
  /// Time from such a call to the trim: its banner has slid in by then, which leaves free memory too.
  static let soon = Duration.milliseconds(500)

  private var count = 0
  /// When to trim the heap if nothing more happens; nil if no trim is due.
  public private(set) var deadline: Instant?
  private var isSoon = false

  public init() {}

  /// Records that `changes` notifications were opened or closed; the largest call had `largest` bytes.
  public mutating func take(changes: Int, largest: Int = 0, now: Instant) {
    count += changes
    if isSoon { return }
    if largest >= Self.large {
      isSoon = true
      deadline = now + Self.soon
    } else if changes > 0, count >= Self.changes {
      deadline = now + Self.calm
    }
  }

  /// Resets the counts, after a trim.
  public mutating func trimmed() { self = HeapTrimPolicy() }
}

extension NotificationRequest {
  /// The approximate number of bytes of the request.
  public var size: Int {
    applicationName.utf8.count + icon.utf8.count + summary.utf8.count + body.utf8.count + actions.size
      + hints.reduce(0) { $0 + $1.value.size }
  }
}

extension HintValue {
  fileprivate var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .sent(let bytes): bytes.count
    case .strings(let texts): texts.size
    case .structure(let members): members.reduce(0) { $0 + $1.size }
    case .boolean, .integer, .number, .other: 8
    }
  }
}

extension [String] {
  /// The approximate number of bytes; a string takes 16 bytes besides its text.
  fileprivate var size: Int { reduce(0) { $0 + $1.utf8.count + 16 } }
}
