import CPlatform
public import Geometry
import Glibc
import Loop

/// A picture in shared memory, which the compositor reads, or writes in a capture.
@MainActor @safe public final class SharedMemoryBuffer {
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int
  public let format: WlShm.Format
  /// The whole memory, `stride * size.height` bytes, valid until `destroy`; it must not be written while
  /// `isBusy`.
  public private(set) var bytes: UnsafeMutableRawBufferPointer
  /// Whether the buffer is attached to a surface, and the compositor has not released it yet.
  public internal(set) var isBusy = false
  /// Called when the compositor has released the buffer.
  public var onRelease: (() -> Void)?
  /// The `wl_buffer`, for requests that refer to the buffer.
  public let proxy: WlBuffer

  /// Makes a buffer filled with zeros; a `stride` of nil is four bytes for each pixel of a row.
  public init(
    _ connection: Connection, size: PixelSize, stride: Int? = nil, format: WlShm.Format = .argb8888
  ) throws(WaylandError) {
    precondition(!size.isEmpty, "a buffer of \(size)")
    // Version 1 is enough: it has the two formats that we draw in, and captures name theirs.
    let shm = try connection.globals.shared(WlShm.self, version: 1)
    self.size = size
    self.stride = stride ?? size.width * 4
    self.format = format
    let (count, isTooLarge) = self.stride.multipliedReportingOverflow(by: size.height)
    guard !isTooLarge, let size32 = Int32(exactly: count) else {
      throw .noSharedMemory(bytes: count, reason: "more than a pool can have")
    }
    let file = unsafe hyaline_memfd_create("hyaline-buffer")
    guard file >= 0 else { throw .noSharedMemory(bytes: count, reason: describe(errorNumber: errno)) }
    defer { Glibc.close(file) }
    guard connection.canCarry(file), ftruncate(file, count) == 0,
      let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      unsafe memory != MAP_FAILED
    else { throw .noSharedMemory(bytes: count, reason: describe(errorNumber: errno)) }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    let pool = shm.createPool(fd: file, size: size32)
    proxy = pool.createBuffer(
      offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(self.stride),
      format: format)
    // In the compositor, the buffer keeps the pool's memory.
    pool.destroy()
    proxy.onEvent = { [unowned self] _, _ in
      isBusy = false
      onRelease?()
    }
  }

  isolated deinit {
    destroy()
  }

  /// Destroys the buffer and unmaps the memory; idempotent.
  ///
  /// A surface that shows the buffer goes on showing it.
  public func destroy() {
    proxy.destroy()
    if unsafe !bytes.isEmpty { unsafe munmap(bytes.baseAddress, bytes.count) }
    unsafe bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
