import DBusValues
public import Geometry

/// Decides when the heap is trimmed, that is when pages that are free between others are given back to the system.
///
/// A trim takes up to some milliseconds, and so is done when nothing has happened for a while, and not after each call.
public struct HeapTrimPolicy: Equatable, Sendable {
  /// The number of notifications that came or went after which the heap is trimmed; fewer leave little.
  static let changes = 256
  /// How long nothing has happened before a trim.
  static let calm = Duration.seconds(1)
  /// A call that brings as much, in bytes, leaves room that should not stay ours so long.
  static let large = 32 * 1024
  /// How long after such a call the heap is trimmed: its banner has come in by then, which leaves room of its own.
  static let soon = Duration.milliseconds(500)

  private var count = 0
  /// When to trim the heap if nothing more happens; nil: not yet.
  public private(set) var deadline: Instant?
  private var isSoon = false

  public init() {}

  /// Takes that `changes` notifications have come or gone, and that the largest call had `largest` bytes.
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

  /// Begins to count anew, after a trim.
  public mutating func trimmed() { self = HeapTrimPolicy() }
}

extension NotificationRequest {
  /// Roughly how many bytes it takes.
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
  /// A string has 16 bytes of its own.
  fileprivate var size: Int { reduce(0) { $0 + $1.utf8.count + 16 } }
}
