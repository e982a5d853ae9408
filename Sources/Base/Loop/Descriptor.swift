import Glibc

/// A file descriptor with one owner, closed when its owner releases it.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, for calls that borrow it; never to be closed by the borrower.
  public nonisolated let raw: Int32

  /// Adopts an open descriptor, which is closed with this value.
  public nonisolated init(adopting raw: Int32) {
    precondition(raw >= 0, "descriptor \(raw)")
    self.raw = raw
  }

  /// Hands the descriptor to an owner that closes it by other means.
  public nonisolated consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }

  deinit {
    // Linux has closed it even after EINTR; a second close could hit a descriptor that was opened since.
    _ = close(raw)
  }
}
