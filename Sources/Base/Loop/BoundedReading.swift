public import Glibc

extension Descriptor {
  /// Reads from the current position to the end of the file, but `limit` bytes at most.
  ///
  /// The corresponding C function is `read`.
  public nonisolated borrowing func bytes(upTo limit: Int) throws(RegularFile.Problem) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 65536))
    while bytes.count < limit {
      let count = unsafe read(raw, &chunk, min(chunk.count, limit - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw .system(errno)
      }
    }
    return bytes
  }

  /// Writes all of `bytes`.
  ///
  /// The corresponding C function is `write`.
  public nonisolated borrowing func write(_ bytes: [UInt8]) throws(RegularFile.Problem) {
    let raw = raw
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(errno) }
      rest = rest.dropFirst(count)
    }
  }
}

extension RegularFile {
  /// Reads the first `limit` bytes of the file at `path`, or all if it is shorter; see
  /// `init(path:in:)` for `folder`.
  public nonisolated static func bytes(
    ofPath path: String, in folder: Int32 = AT_FDCWD, upTo limit: Int
  ) throws(Problem) -> [UInt8] {
    try RegularFile(path: path, in: folder).descriptor.bytes(upTo: limit)
  }

  /// Reads the file as text, with invalid UTF-8 replaced; nil if it cannot be read. See
  /// `bytes(ofPath:in:upTo:)`.
  public nonisolated static func text(
    ofPath path: String, in folder: Int32 = AT_FDCWD, upTo limit: Int
  ) -> String? {
    guard let bytes = try? bytes(ofPath: path, in: folder, upTo: limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
