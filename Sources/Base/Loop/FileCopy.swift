import Glibc
import Synchronization

/// A copy in memory of a file that another program has named; its last user frees it, on any thread.
public nonisolated final class FileCopy: Equatable, Sendable {
  /// The path that the file was copied from.
  public let path: String
  public let file: RegularFile
  /// The number of bytes of the copy.
  public let byteCount: Int
  private let budget: CopyBudget

  /// Adopts a file in memory; nil if the budget has no room for it.
  ///
  /// The corresponding C function is `fstat`.
  public init?(path: String, file: consuming RegularFile, budget: CopyBudget) {
    var status = stat()
    guard unsafe fstat(file.descriptor.raw, &status) == 0, case let byteCount = Int(status.st_size),
      budget.take(byteCount)
    else { return nil }
    self.path = path
    self.file = file
    self.byteCount = byteCount
    self.budget = budget
  }

  deinit { budget.give(byteCount) }

  /// Whether both are the same object; contents are not compared.
  public static func == (one: FileCopy, other: FileCopy) -> Bool { one === other }
}

/// A limit on the number and the bytes of the copies in memory: each takes a descriptor and memory of this process.
public nonisolated final class CopyBudget: Sendable {
  private let most: (count: Int, bytes: Int)
  private let used = Mutex<(count: Int, bytes: Int)>((0, 0))

  public init(count: Int, bytes: Int) { most = (count, bytes) }

  /// The number of copies.
  public var count: Int { used.withLock { $0.count } }

  /// Whether another copy may be made, as far as that is known before its length.
  public var hasRoom: Bool { used.withLock { $0.count < most.count && $0.bytes < most.bytes } }

  fileprivate func take(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard bytes >= 0, used.count < most.count, used.bytes + bytes <= most.bytes else { return false }
      used = (used.count + 1, used.bytes + bytes)
      return true
    }
  }

  fileprivate func give(_ bytes: Int) {
    used.withLock { $0 = ($0.count - 1, $0.bytes - bytes) }
  }
}
